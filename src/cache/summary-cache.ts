import { closeSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ModuleSummary } from '../model/module-summary.js';
import { hashText } from './hash.js';
import { ignoreByGit } from './ignore-by-git.js';
import { openShard, readEntry, writeShard, type Shard } from './shard.js';

/** Summaries by key. It only saves work: nothing of it is ever an error, and what can't be read is not there. */
export interface SummaryCache {
  /** Whether nothing was kept by an earlier run. */
  readonly isEmpty: boolean;
  readonly get: (key: string) => ModuleSummary | undefined;
  /** Keeps a summary, under several keys where several names lead to it. */
  readonly set: (keys: readonly string[], summary: ModuleSummary) => void;
  /** A further key for a summary that is kept already. */
  readonly alias: (key: string, known: string) => void;
  /** Writes what is new, and forgets what is no longer asked for when that has grown. Call once, at the end. */
  readonly save: () => void;
}

export const noCache: SummaryCache = {
  isEmpty: true,
  get: () => undefined,
  set: () => undefined,
  alias: () => undefined,
  save: () => undefined,
};

/** More files than this are joined to one. */
const mostShards = 8;
/** Bytes of entries that nobody asked for, beyond as many as were asked for: more are thrown away. */
const spareBytes = 16 * 1024 * 1024;
/** Drafts of runs that were cut short. Milliseconds. */
const staleDraft = 3_600_000;
const aliasPrefix = '=';

/** Opens the cache of a folder, which need not exist and is made by `save`. */
export function openSummaryCache(folder: string): SummaryCache {
  const shards = shardFiles(folder).flatMap((file) => openShard(file) ?? []);
  const fresh = new Map<string, Buffer>();
  /** Keys that were asked for, with the size of what they led to. */
  const used = new Map<string, number>();
  let isOpen = true;

  const bytesOf = (key: string): Buffer | undefined => {
    const known = fresh.get(key);
    if (known) return known;
    for (const shard of isOpen ? shards : []) {
      const bytes = readEntry(shard, key);
      if (bytes) return bytes;
    }
    return undefined;
  };
  const find = (key: string): { readonly key: string; readonly bytes: Buffer } | undefined => {
    const bytes = bytesOf(key);
    if (bytes?.toString('latin1', 0, 1) !== aliasPrefix) return bytes && { key, bytes };
    const target = bytes.toString('latin1', 1);
    const found = bytesOf(target);
    used.set(key, bytes.length);
    return found && { key: target, bytes: found };
  };

  return {
    isEmpty: shards.every((shard) => shard.entries.size === 0),
    get: (key) => {
      const found = find(key);
      const summary = found && parse(found.bytes);
      if (summary) used.set(found.key, found.bytes.length);
      return summary;
    },
    set: ([key, ...aliases], summary) => {
      if (key === undefined) return;
      fresh.set(key, Buffer.from(JSON.stringify(summary)));
      for (const other of aliases) fresh.set(other, Buffer.from(aliasPrefix + key));
    },
    alias: (key, known) => {
      if (bytesOf(key) === undefined) fresh.set(key, Buffer.from(aliasPrefix + known));
    },
    save: () => {
      try {
        write(folder, shards, fresh, used);
      } catch {
        // A folder that can't be written is a cache that isn't kept.
      }
      isOpen = false;
      for (const shard of shards) closeSync(shard.descriptor);
    },
  };
}

function parse(bytes: Buffer): ModuleSummary | undefined {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Partial<ModuleSummary> | null;
    return value !== null && typeof value === 'object' && Array.isArray(value.functions)
      ? (value as ModuleSummary)
      : undefined;
  } catch {
    return undefined;
  }
}

const shardFiles = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.shard'))
    .map((name) => path.join(folder, name));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function write(
  folder: string,
  shards: readonly Shard[],
  fresh: ReadonlyMap<string, Buffer>,
  used: ReadonlyMap<string, number>,
): void {
  const total = shards.reduce((sum, shard) => sum + shard.size, 0);
  const asked = [...used.values()].reduce((sum, size) => sum + size, 0);
  const isWasteful = total > 2 * asked + spareBytes;
  const isScattered = shards.length >= mostShards;
  if (fresh.size === 0 && !isWasteful && !isScattered) return;
  mkdirSync(folder, { recursive: true });
  ignoreByGit(folder);
  // What other branches need stays, as long as it isn't the larger part.
  const old = isWasteful || isScattered ? entriesOf(shards, (key) => !isWasteful || used.has(key)) : [];
  const entries = new Map([...old, ...fresh]);
  const own = `${nameOf(entries)}.shard`;
  writeShard(path.join(folder, own), entries);
  removeDrafts(folder);
  if (!isWasteful && !isScattered) return;
  for (const { file } of shards) if (path.basename(file) !== own) rmSync(file, { force: true });
}

function entriesOf(shards: readonly Shard[], isKept: (key: string) => boolean): [string, Buffer][] {
  return shards.flatMap((shard) =>
    [...shard.entries.keys()].filter(isKept).flatMap((key): [string, Buffer][] => {
      const bytes = readEntry(shard, key);
      return bytes ? [[key, bytes]] : [];
    }),
  );
}

/** Named by what it holds: two runs that learned the same write the same file. */
const nameOf = (entries: ReadonlyMap<string, Buffer>): string =>
  hashText([...entries.keys()].sort().join('\n'));

function removeDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    if (name.endsWith('.tmp') && Date.now() - statSync(file).mtimeMs > staleDraft)
      rmSync(file, { force: true });
  }
}
