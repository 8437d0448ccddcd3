import { closeSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * One file of the cache: `<length of the index, 12 digits>\n`, the index as JSON, then the entries' bytes one after the
 * other. It is written once, under another name, and renamed: readers see all of it or nothing.
 */
export interface Shard {
  readonly file: string;
  readonly descriptor: number;
  readonly entries: ReadonlyMap<string, Place>;
  /** Further keys of entries, of this shard or another one. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Why nothing was made under a key; empty where there was nothing to make. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Of all entries, in bytes. */
  readonly size: number;
}

interface Place {
  readonly start: number;
  readonly length: number;
  readonly checksum: number;
}

type IndexRow =
  | readonly [key: string, length: number, checksum: number]
  | readonly [alias: string, key: string]
  | readonly [key: string, length: 0, reason: string];

const headLength = 13;
const largestIndex = 64 * 1024 * 1024;

/** Opens a shard; undefined when it is damaged or not there. */
export function openShard(file: string): Shard | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const length = Number(readBytes(descriptor, 0, headLength).toString('latin1'));
    if (!Number.isInteger(length) || length <= 0 || length > largestIndex) throw new Error('no index');
    const index: unknown = JSON.parse(readBytes(descriptor, headLength, length).toString('utf8'));
    if (!Array.isArray(index) || !index.every(isRow)) throw new Error('no index');
    let start = headLength + length;
    const entries = new Map<string, Place>();
    const aliases = new Map<string, string>();
    const reasons = new Map<string, string>();
    for (const row of index)
      if (row.length === 2) aliases.set(row[0], row[1]);
      else if (typeof row[2] === 'string') reasons.set(row[0], row[2]);
      else {
        entries.set(row[0], { start, length: row[1], checksum: row[2] });
        start += row[1];
      }
    return { file, descriptor, entries, aliases, reasons, size: start - headLength - length };
  } catch {
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  }
}

const isRow = (row: unknown): row is IndexRow =>
  Array.isArray(row) &&
  typeof row[0] === 'string' &&
  (row.length === 2
    ? typeof row[1] === 'string'
    : isSize(row[1]) && (isSize(row[2]) || typeof row[2] === 'string'));
const isSize = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function readBytes(descriptor: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(descriptor, bytes, 0, length, start) !== length) throw new Error('too short');
  return bytes;
}

/** The bytes of an entry; undefined when the shard has none, or not what was written. */
export function readEntry(shard: Shard, key: string): Buffer | undefined {
  const place = shard.entries.get(key);
  if (!place) return undefined;
  try {
    const bytes = readBytes(shard.descriptor, place.start, place.length);
    return crc32(bytes) === place.checksum ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Throws what the file system throws. */
export function writeShard(
  file: string,
  {
    entries,
    aliases,
    reasons,
  }: Pick<Shard, 'aliases' | 'reasons'> & { entries: ReadonlyMap<string, Uint8Array> },
): void {
  const rows: IndexRow[] = [
    ...[...entries].map(([key, bytes]): IndexRow => [key, bytes.length, crc32(bytes)]),
    ...aliases,
    ...[...reasons].map(([key, reason]): IndexRow => [key, 0, reason]),
  ];
  const index = Buffer.from(JSON.stringify(rows));
  const head = Buffer.from(`${String(index.length).padStart(headLength - 1, '0')}\n`, 'latin1');
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, Buffer.concat([head, index, ...entries.values()]));
  renameSync(draft, file);
}
