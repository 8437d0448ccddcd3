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
  /**
   * Whether a summary is kept under a key, or the reason why there is none, without reading it: it may turn out to be
   * damaged. Counts as asking for it.
   */
  readonly has: (key: string) => boolean;
  readonly get: (key: string) => ModuleSummary | undefined;
  /** The reason that is kept under a key; empty where there was nothing to summarize. */
  readonly reason: (key: string) => string | undefined;
  /** Keeps a summary, or the reason why there is none, under several keys where several names lead to it. */
  readonly set: (keys: readonly string[], kept: ModuleSummary | string) => void;
  /** A further key for a summary that is kept already. */
  readonly alias: (key: string, known: string) => void;
  /** Writes what is new, and forgets what is no longer asked for when that has grown. */
  readonly save: () => void;
  /** Saves what came since, and reads nothing any more. */
  readonly close: () => void;
}

export const noCache: SummaryCache = {
  isEmpty: true,
  has: () => false,
  get: () => undefined,
  reason: () => undefined,
  set: () => undefined,
  alias: () => undefined,
  save: () => undefined,
  close: () => undefined,
};

/** More files than this are joined to one. */
const mostShards = 8;
/** Bytes of entries that nobody asked for, beyond as many as were asked for: more are thrown away. */
const spareBytes = 16 * 1024 * 1024;
/** Drafts of runs that were cut short. Milliseconds. */
const staleDraft = 3_600_000;

interface Entries {
  readonly entries: Map<string, Buffer>;
  readonly aliases: Map<string, string>;
  readonly reasons: Map<string, string>;
}

/** All that some shards hold, in one place: each file of a project is looked up. */
interface Index extends Omit<Entries, 'entries'> {
  readonly lengths: ReadonlyMap<string, number>;
}

const noEntries = (): Entries => ({ entries: new Map(), aliases: new Map(), reasons: new Map() });

/** Opens the cache of a folder, which need not exist and is made by `save`. */
export function openSummaryCache(folder: string): SummaryCache {
  const shards = shardFiles(folder).flatMap((file) => openShard(file) ?? []);
  const kept = indexOf(shards);
  const fresh = noEntries();
  /** Keys that were asked for, with the size of what they led to. */
  const used = new Map<string, number>();
  let isSaved = false;

  const keyBehind = (key: string): string => {
    const target = fresh.aliases.get(key) ?? kept.aliases.get(key);
    if (target !== undefined) used.set(key, 0);
    return target ?? key;
  };
  const reasonOf = (key: string): string | undefined => fresh.reasons.get(key) ?? kept.reasons.get(key);
  const sizeOf = (key: string): number | undefined =>
    fresh.entries.get(key)?.length ?? kept.lengths.get(key) ?? reasonOf(key)?.length;
  const bytesOf = (key: string): Buffer | undefined =>
    fresh.entries.get(key) ?? firstOf(shards, (shard) => readEntry(shard, key));
  const has = (name: string): boolean => {
    const key = keyBehind(name);
    const size = sizeOf(key);
    if (size !== undefined) used.set(key, size);
    return size !== undefined;
  };
  const save = (): void => {
    if (isSaved) return;
    isSaved = true;
    try {
      write(folder, shards, fresh, used);
    } catch {
      // A folder that can't be written is a cache that isn't kept.
    }
  };

  return {
    isEmpty: shards.every(({ entries, reasons }) => entries.size + reasons.size === 0),
    has,
    get: (key) => {
      const bytes = has(key) ? bytesOf(keyBehind(key)) : undefined;
      return bytes && parse(bytes);
    },
    reason: (key) => (has(key) ? reasonOf(keyBehind(key)) : undefined),
    set: ([key, ...aliases], kept) => {
      if (key === undefined) return;
      isSaved = false;
      if (typeof kept === 'string') fresh.reasons.set(key, kept);
      else fresh.entries.set(key, Buffer.from(JSON.stringify(kept)));
      for (const other of aliases) fresh.aliases.set(other, key);
    },
    alias: (key, known) => {
      if (has(key)) return;
      isSaved = false;
      fresh.aliases.set(key, known);
    },
    save,
    close: () => {
      save();
      for (const shard of shards.splice(0)) closeSync(shard.descriptor);
    },
  };
}

function indexOf(shards: readonly Shard[]): Index {
  const index = {
    lengths: new Map<string, number>(),
    aliases: new Map<string, string>(),
    reasons: new Map<string, string>(),
  };
  for (const { entries, aliases, reasons } of shards) {
    for (const [key, { length }] of entries) index.lengths.set(key, length);
    for (const [alias, key] of aliases) index.aliases.set(alias, key);
    for (const [key, reason] of reasons) index.reasons.set(key, reason);
  }
  return index;
}

function firstOf<T>(shards: readonly Shard[], find: (shard: Shard) => T | undefined): T | undefined {
  for (const shard of shards) {
    const found = find(shard);
    if (found !== undefined) return found;
  }
  return undefined;
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
  fresh: Entries,
  used: ReadonlyMap<string, number>,
): void {
  const total = shards.reduce((sum, shard) => sum + shard.size, 0);
  const asked = [...used.values()].reduce((sum, size) => sum + size, 0);
  // A run that asked for nothing, as there was nothing to do, doesn't tell what the next one asks for.
  const isWasteful = asked > 0 && total > 2 * asked + spareBytes;
  const isScattered = shards.length >= mostShards;
  const isNew = fresh.entries.size + fresh.aliases.size + fresh.reasons.size > 0;
  if (!isNew && !isWasteful && !isScattered) return;
  mkdirSync(folder, { recursive: true });
  ignoreByGit(folder);
  // What other branches need stays, as long as it isn't the larger part.
  const old = isWasteful || isScattered ? joined(shards, (key) => !isWasteful || used.has(key)) : undefined;
  const all = old ? both(old, fresh) : fresh;
  const own = `${nameOf([...all.entries.keys(), ...all.aliases.keys(), ...all.reasons.keys()])}.shard`;
  writeShard(path.join(folder, own), all);
  removeDrafts(folder);
  if (!old) return;
  for (const { file } of shards) if (path.basename(file) !== own) rmSync(file, { force: true });
}

/** What several shards hold of the keys that are kept. */
function joined(shards: readonly Shard[], isKept: (key: string) => boolean): Entries {
  const all = noEntries();
  for (const shard of shards) {
    for (const [alias, key] of shard.aliases) if (isKept(alias)) all.aliases.set(alias, key);
    for (const [key, reason] of shard.reasons) if (isKept(key)) all.reasons.set(key, reason);
    for (const key of shard.entries.keys()) {
      const bytes = isKept(key) ? readEntry(shard, key) : undefined;
      if (bytes) all.entries.set(key, bytes);
    }
  }
  return all;
}

const both = (old: Entries, fresh: Entries): Entries => ({
  entries: new Map([...old.entries, ...fresh.entries]),
  aliases: new Map([...old.aliases, ...fresh.aliases]),
  reasons: new Map([...old.reasons, ...fresh.reasons]),
});

/** Named by what it holds: two runs that learned the same write the same file. */
const nameOf = (keys: readonly string[]): string => hashText([...keys].sort().join('\n'));

function removeDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    if (name.endsWith('.tmp') && Date.now() - statSync(file).mtimeMs > staleDraft)
      rmSync(file, { force: true });
  }
}
