import { importsOf } from '../program/program.js';
import { lazyMap } from '../model/lazy-map.js';
import type { ModuleSummary } from '../model/module-summary.js';
import type { ReportNote } from '../model/report.js';
import { largestSize } from '../syntax/project.js';
import type { Resolve } from '../syntax/resolve.js';
import { blobNameOf, readBlobs } from '../vcs/blobs.js';
import type { Lowerer } from './lowering.js';
import { leftOutNote, onDisk, summaryOrNote } from './sources.js';

/** Reads files as Git has them; what earlier runs kept of them is read when it is asked for. */
export interface BlobReader {
  /** Lowers files, and notes what is wrong with them. `onDone` is told how many are. */
  readonly lower: (files: readonly string[], onDone?: (done: number) => void) => void;
  /** The files that neither were lowered, nor are known by what Git calls them. */
  readonly unnamedOf: (files: readonly string[]) => readonly string[];
  /** Those of the unnamed files that aren't known by their texts either. What can't be read isn't: no run would take it in. */
  readonly unknownOf: (unnamed: readonly string[]) => readonly string[];
  /** Lowers those of the unknown files to which imports lead; which are left. */
  readonly lowerImported: (
    from: readonly string[],
    unknown: readonly string[],
    resolve: Resolve,
  ) => readonly string[];
  /** All that was lowered or is known, by file, in order. */
  readonly modules: () => ReadonlyMap<string, ModuleSummary>;
  /** Those of the known files that can't be read, by why. They are in no note yet. */
  readonly failed: () => ReadonlyMap<string, string>;
}

export function blobReader(
  root: string,
  blobs: ReadonlyMap<string, string>,
  lowerer: Lowerer,
  notes: ReportNote[],
): BlobReader {
  const lowered = new Map<string, ModuleSummary | undefined>();
  const known = new Set<string>();
  const failed = new Map<string, string>();
  const lower = (files: readonly string[], onDone?: (done: number) => void): void => {
    const texts = textsOf(root, blobs, files);
    for (const [i, file] of files.entries()) {
      onDone?.(i);
      const blob = blobs.get(file);
      const text = texts.get(file);
      if (blob === undefined) continue;
      if (text === undefined) notes.push(leftOutNote(file, unreadable));
      lowered.set(
        file,
        text === undefined ? undefined : summaryOrNote(file, lowerer.lowerBlob(file, blob, text), notes),
      );
    }
  };
  /** Takes the files that are known; which are not. */
  const take = (files: readonly string[], isKnown: (file: string) => boolean): readonly string[] =>
    files.filter((file) => {
      if (lowered.has(file)) return false;
      if (!isKnown(file)) return true;
      const reason = lowerer.reasonOf(file, blobs.get(file) ?? '');
      if (reason === undefined) known.add(file);
      else if (reason !== '') failed.set(file, reason);
      return false;
    });
  const isKnownWithOtherEnds = (file: string, text: string): boolean => {
    const found = text.includes('\r') ? undefined : onDisk(root, file);
    return (
      found !== undefined &&
      found !== text &&
      found.replaceAll('\r\n', '\n') === text &&
      lowerer.hasText(file, found)
    );
  };
  const read = (file: string): ModuleSummary | undefined => {
    if (lowered.has(file)) return lowered.get(file);
    const blob = blobs.get(file) ?? '';
    const kept = lowerer.ofBlob(file, blob);
    if (kept) return kept;
    // What was kept is damaged.
    const text = textsIn(root, blobs, [file]).get(file);
    const again = text === undefined ? undefined : lowerer.lowerBlob(file, blob, text);
    return again && !('failed' in again) ? again : undefined;
  };
  return {
    lower,
    unnamedOf: (files) => take(files, (file) => lowerer.hasBlob(file, blobs.get(file) ?? '')),
    unknownOf: (unnamed) => {
      if (lowerer.cache.isEmpty) return unnamed;
      // A run over the work tree kept summaries by text: what it knows gets the blob's name too.
      const texts = textsIn(root, blobs, unnamed, (file) => {
        lowerer.keepReason(file, blobs.get(file) ?? '', unreadable);
        failed.set(file, unreadable);
      });
      const readable = unnamed.filter((file) => texts.has(file));
      // Git may write other line ends to the work tree than it keeps: what is known there is read once as it is kept.
      lower(readable.filter((file) => isKnownWithOtherEnds(file, texts.get(file) ?? '')));
      return take(readable, (file) => lowerer.knowsText(file, blobs.get(file) ?? '', texts.get(file) ?? ''));
    },
    lowerImported: (from, unknown, resolve) => {
      const left = new Set(unknown);
      const seen = new Set<string>();
      let next = new Set(from);
      while (next.size > 0 && left.size > 0) {
        lower([...next].filter((file) => left.delete(file)));
        for (const file of next) seen.add(file);
        const imported = [...next].flatMap((file) => {
          const summary = read(file);
          return (summary ? importsOf(summary) : []).flatMap((specifier) => {
            const target = resolve(file, specifier);
            return target.kind === 'module' ? [target.file] : [];
          });
        });
        next = new Set(imported.filter((file) => !seen.has(file) && blobs.has(file)));
      }
      return [...left];
    },
    modules: () => {
      const present = [...lowered].flatMap(([file, summary]) => (summary ? [file] : []));
      return lazyMap([...new Set([...present, ...known])].sort(), read);
    },
    failed: () => failed,
  };
}

/** So few files are looked for on disk first, where most are as Git has them: asking Git takes a process. */
const few = 20;

/** The texts of files whose blobs are named. */
export function textsOf(
  root: string,
  blobs: ReadonlyMap<string, string>,
  files: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of files.length > few ? [] : files) {
    const blob = blobs.get(file) ?? '';
    const text = onDisk(root, file);
    if (text !== undefined && blobNameOf(text, blob.length) === blob) found.set(file, text);
  }
  const others = files.filter((file) => !found.has(file));
  return new Map([...found, ...textsIn(root, blobs, others)]);
}

const unreadable = 'binary, or too large';

const decoder = new TextDecoder('utf-8', { fatal: false });

/** Like files of the work tree: no binary, nothing too large. */
const textIn = (file: string, bytes: Buffer): string | undefined =>
  bytes.length > largestSize(file) || bytes.includes(0) ? undefined : decoder.decode(bytes);

/** The texts of files whose blobs are named, read at once. `onUnreadable` is told of those that hold no text, or too much. */
export function textsIn(
  root: string,
  blobs: ReadonlyMap<string, string>,
  files: readonly string[],
  onUnreadable: (file: string) => void = () => undefined,
): ReadonlyMap<string, string> {
  const contents = readBlobs(
    root,
    files.flatMap((file) => blobs.get(file) ?? []),
  );
  return new Map(
    files.flatMap((file) => {
      const bytes = contents.get(blobs.get(file) ?? '');
      const text = bytes && textIn(file, bytes);
      if (bytes && text === undefined) onUnreadable(file);
      return text === undefined ? [] : [[file, text] as const];
    }),
  );
}
