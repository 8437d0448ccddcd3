import path from 'node:path';
import { summaryKeys, type SummaryKeys } from '../cache/key.js';
import { noCache, openSummaryCache, type SummaryCache } from '../cache/summary-cache.js';
import { packageVersion } from '../catalog/read-version.js';
import type { ModuleSummary } from '../model/module-summary.js';
import { lowerFile, type Lowered } from '../syntax/lower-file.js';
import { lowerMany, type Source } from '../syntax/lower-many.js';
import { loweringVersion } from '../syntax/lower-module.js';
import { buildHash } from './build-hash.js';

export const defaultCacheFolder = '.leastscope/cache';

/** The text of one file, and what Git calls it. */
export interface NamedSource extends Source {
  readonly blob?: string;
}

/** Lowers files, each text once. */
export interface Lowerer {
  readonly lower: (file: string, text: string) => Lowered;
  /** Lowers many at once, and gives them in the same order. `onDone` is told how many are. */
  readonly lowerAll: (sources: readonly NamedSource[], onDone?: (done: number) => void) => Lowered[];
  /** A summary that an earlier run kept for a Git blob; undefined when there is none. */
  readonly ofBlob: (file: string, blob: string) => ModuleSummary | undefined;
  /** Lowers the text of a blob, and keeps it under the blob's name too. */
  readonly lowerBlob: (file: string, blob: string, text: string) => Lowered;
  /** Why a Git blob has no summary, as an earlier run kept it; empty where it holds no code. */
  readonly reasonOf: (file: string, blob: string) => string | undefined;
  /** Keeps why a Git blob has no summary. */
  readonly keepReason: (file: string, blob: string, reason: string) => void;
  /** Whether an earlier run kept what became of a Git blob. */
  readonly hasBlob: (file: string, blob: string) => boolean;
  /** Whether it is kept what became of the text of a blob; from now on it is found by the blob's name. */
  readonly knowsText: (file: string, blob: string, text: string) => boolean;
  /** Whether it is kept what became of a text of a file. */
  readonly hasText: (file: string, text: string) => boolean;
  readonly cache: SummaryCache;
}

export function createLowerer(cache: SummaryCache): Lowerer {
  const { ofText, ofBlob } = keys();
  const summaryAt = (file: string, key: string): ModuleSummary | undefined => {
    const known = cache.get(key);
    return known && { ...known, file };
  };
  const take = (file: string, key: string): { readonly lowered: Lowered } | undefined => {
    const summary = summaryAt(file, key);
    if (summary) return { lowered: summary };
    const reason = cache.reason(key);
    return reason === undefined ? undefined : { lowered: reason === '' ? undefined : { failed: reason } };
  };
  const keep = (names: readonly string[], lowered: Lowered): Lowered => {
    cache.set(names, lowered ? ('failed' in lowered ? lowered.failed : lowered) : '');
    return lowered;
  };
  if (cache === noCache)
    return {
      cache,
      lower: lowerFile,
      lowerAll: lowerMany,
      ofBlob: () => undefined,
      reasonOf: () => undefined,
      keepReason: () => undefined,
      hasBlob: () => false,
      knowsText: () => false,
      hasText: () => false,
      lowerBlob: (file, _blob, text) => lowerFile(file, text),
    };
  const blobKey = (file: string, blob: string): string => ofBlob(dialectOf(file), blob);
  const knowsText = (file: string, blob: string, text: string): boolean => {
    const key = ofText(dialectOf(file), text);
    const isKnown = cache.has(key);
    if (isKnown) cache.alias(blobKey(file, blob), key);
    return isKnown;
  };
  return {
    cache,
    lower: (file, text) => {
      const key = ofText(dialectOf(file), text);
      const found = take(file, key);
      return found ? found.lowered : keep([key], lowerFile(file, text));
    },
    lowerAll: (sources, onDone) => {
      const known = sources.map((source) => {
        const key = ofText(dialectOf(source.file), source.text);
        const found = take(source.file, key);
        const names = source.blob === undefined ? [] : [blobKey(source.file, source.blob)];
        if (found) for (const name of names) cache.alias(name, key);
        return { source, names: [key, ...names], found };
      });
      const open = known.filter(({ found }) => !found);
      const made = lowerMany(
        open.map(({ source }) => source),
        (done) => onDone?.(sources.length - open.length + done),
      );
      const fresh = new Map(open.map(({ source, names }, i) => [source, keep(names, made[i])]));
      return known.map(({ source, found }) => (found ? found.lowered : fresh.get(source)));
    },
    ofBlob: (file, blob) => summaryAt(file, blobKey(file, blob)),
    reasonOf: (file, blob) => cache.reason(blobKey(file, blob)),
    keepReason: (file, blob, reason) => {
      cache.set([blobKey(file, blob)], reason);
    },
    hasBlob: (file, blob) => cache.has(blobKey(file, blob)),
    knowsText,
    hasText: (file, text) => cache.has(ofText(dialectOf(file), text)),
    lowerBlob: (file, blob, text) => {
      const key = ofText(dialectOf(file), text);
      const found = take(file, key);
      if (!found) return keep([key, blobKey(file, blob)], lowerFile(file, text));
      cache.alias(blobKey(file, blob), key);
      return found.lowered;
    },
  };
}

/** The cache of a run; without one where the user wants none. */
export const cacheFor = (
  root: string,
  { cache, cacheLocation }: { readonly cache: boolean; readonly cacheLocation?: string },
): SummaryCache =>
  cache ? openSummaryCache(path.resolve(root, cacheLocation ?? defaultCacheFolder)) : noCache;

/** One text means different things in different kinds of files. */
const dialectOf = (file: string): string => path.extname(file);

let keysOfThisBuild: SummaryKeys | undefined;

const keys = (): SummaryKeys =>
  (keysOfThisBuild ??= summaryKeys({ loweringVersion, version: packageVersion(), build: buildHash() }));
