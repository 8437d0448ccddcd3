import {
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

/** Results under the hash of all that they were made from. Like the summaries, they only save work. */
export interface AnswerStore {
  readonly read: (key: string) => unknown;
  readonly write: (key: string, answer: unknown) => void;
  /** The keys under which there is something, those of the last results first. */
  readonly keys: () => readonly string[];
}

/** Of the states of a project that were analyzed last. */
const mostKept = 8;
/** Of the checksum before the content, in hexadecimal digits. */
const checksumLength = 8;

/** Of ASCII alone, as such bytes become a text, and are parsed, several times faster than others. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const checksumOf = (content: Buffer): string => crc32(content).toString(16).padStart(checksumLength, '0');

/** Opens the store of a folder, which need not exist and is made by `write`. Results of one kind end alike. */
export function openAnswerStore(folder: string, kind = 'answer'): AnswerStore {
  const fileOf = (key: string): string => path.join(folder, `${key}.${kind}`);
  return {
    read: (key) => {
      try {
        const bytes = readFileSync(fileOf(key));
        const content = bytes.subarray(checksumLength);
        if (checksumOf(content) !== bytes.toString('latin1', 0, checksumLength)) return undefined;
        const now = new Date();
        utimesSync(fileOf(key), now, now);
        return JSON.parse(content.toString('latin1')) as unknown;
      } catch {
        return undefined;
      }
    },
    write: (key, answer) => {
      try {
        mkdirSync(folder, { recursive: true });
        ignoreByGit(folder);
        const content = Buffer.from(asciiJson(answer), 'latin1');
        const draft = `${fileOf(key)}.${process.pid}.tmp`;
        writeFileSync(draft, Buffer.concat([Buffer.from(checksumOf(content)), content]));
        renameSync(draft, fileOf(key));
        for (const old of keysIn(folder, kind).slice(mostKept)) rmSync(fileOf(old), { force: true });
      } catch {
        // A folder that can't be written keeps nothing.
      }
    },
    keys: () => {
      try {
        return keysIn(folder, kind);
      } catch {
        return [];
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
