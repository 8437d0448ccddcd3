import { hashText } from '../cache/hash.js';
import { noCache } from '../cache/summary-cache.js';
import type { ModuleSummary } from '../model/module-summary.js';
import { readProjectFile } from '../syntax/project.js';
import { cacheFor, createLowerer, type Lowered, type Lowerer } from './lowering.js';

/** One text of a file. What it says is found out when somebody asks. */
export interface Version {
  /** Of the text; equal hashes of one file mean equal summaries. */
  readonly hash: string;
  /** Undefined where the text holds no code, or where it was gone before anybody asked. */
  readonly summary: (lowerer?: Lowerer) => ModuleSummary | undefined;
  /** Whether the summary has been made. */
  readonly isMade: () => boolean;
  /** False where the text was gone before anybody asked for the summary. */
  readonly isRead: () => boolean;
}

/** The files of a project, each with the text that counts. An equal object means equal content. */
export type Versions = ReadonlyMap<string, Version>;

const uncached = createLowerer(noCache);

/** A text that is at hand. */
export function versionOf(file: string, text: string): Version {
  const summary = summaryIn(uncached.lower(file, text));
  return { hash: hashText(text), summary: () => summary, isMade: () => true, isRead: () => true };
}

/** A file that can't be read, or is none of the project's. */
export const noVersion: Version = {
  hash: '',
  summary: () => undefined,
  isMade: () => true,
  isRead: () => true,
};

/**
 * A text on disk, known by its hash, that is read again when its summary is asked for. `onGone` is told when it is
 * another one by then.
 */
export function versionOnDisk(root: string, file: string, hash: string, onGone: () => void): Version {
  let made: { readonly summary: ModuleSummary | undefined; readonly isSame: boolean } | undefined;
  const make = (lowerer: Lowerer): NonNullable<typeof made> => {
    const read = readProjectFile(root, file);
    const isSame = read.kind === 'text' && hashText(read.text) === hash;
    if (!isSame) onGone();
    return { summary: isSame ? summaryIn(lowerer.lower(file, read.text)) : undefined, isSame };
  };
  return {
    hash,
    summary: (lowerer = uncached) => (made ??= make(lowerer)).summary,
    isMade: () => made !== undefined,
    isRead: () => made?.isSame === true,
  };
}

/** All summaries. The cache of earlier runs is opened where it saves more than it costs. */
export function summariesOf(root: string, versions: Versions): ReadonlyMap<string, ModuleSummary> {
  const open = [...versions.values()].filter((version) => !version.isMade()).length;
  // A cache that few ask for would forget the others' entries.
  const lowerer = open * 2 > versions.size ? createLowerer(cacheFor(root, { cache: true })) : uncached;
  const out = new Map<string, ModuleSummary>();
  for (const [file, version] of versions) {
    const summary = version.summary(lowerer);
    if (summary) out.set(file, summary);
  }
  lowerer.cache.save();
  return out;
}

const summaryIn = (lowered: Lowered): ModuleSummary | undefined =>
  lowered && !('failed' in lowered) ? lowered : undefined;
