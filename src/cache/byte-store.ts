import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { ignoreByGit } from './ignore-by-git.js';

/** Bytes under a key. Like the summaries, they only save work: what can't be read is not there. */
export interface ByteStore {
  readonly read: (key: string) => Buffer | undefined;
  readonly write: (key: string, content: Uint8Array) => void;
  readonly has: (key: string) => boolean;
  /** The keys under which there is something, those of the last first. */
  readonly keys: () => readonly string[];
}

/** Of the states of a project that were analyzed last. */
const mostKept = 8;
/** Of the checksum before the content, in hexadecimal digits. */
const checksumLength = 8;

const checksumOf = (content: Uint8Array): string => crc32(content).toString(16).padStart(checksumLength, '0');

/** Opens the store of a folder, which need not exist and is made by `write`. Files of one kind end alike. */
export function openByteStore(folder: string, kind: string): ByteStore {
  const fileOf = (key: string): string => path.join(folder, `${key}.${kind}`);
  const keys = (): readonly string[] => {
    try {
      return keysIn(folder, kind);
    } catch {
      return [];
    }
  };
  return {
    keys,
    has: (key) => existsSync(fileOf(key)),
    read: (key) => {
      try {
        const bytes = readFileSync(fileOf(key));
        const content = bytes.subarray(checksumLength);
        if (checksumOf(content) !== bytes.toString('latin1', 0, checksumLength)) return undefined;
        const now = new Date();
        utimesSync(fileOf(key), now, now);
        return content;
      } catch {
        return undefined;
      }
    },
    write: (key, content) => {
      try {
        mkdirSync(folder, { recursive: true });
        ignoreByGit(folder);
        const draft = `${fileOf(key)}.${process.pid}.tmp`;
        writeFileSync(draft, Buffer.concat([Buffer.from(checksumOf(content)), content]));
        renameSync(draft, fileOf(key));
        for (const old of keysIn(folder, kind).slice(mostKept)) rmSync(fileOf(old), { force: true });
      } catch {
        // A folder that can't be written keeps nothing.
      }
    },
  };
}

function keysIn(folder: string, kind: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => ({ key: name.slice(0, -kind.length - 1), at: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ key }) => key);
}
