import { hashText } from '../cache/hash.js';
import { noCache } from '../cache/summary-cache.js';
import type { ModuleSummary } from '../model/module-summary.js';
import { readProjectFile } from '../syntax/project.js';
import type { Lowered } from '../syntax/lower-file.js';
import { cacheFor, createLowerer, type Lowerer } from './lowering.js';

/** One text of a file. What it says is found out when somebody asks. */
export interface Version {
  /** Of the text; equal hashes of one file mean equal summaries. */
  readonly hash: string;
  /** Undefined where the text holds no code, or where it was gone before anybody asked. */
  readonly summary: (lowerer?: Lowerer) => ModuleSummary | undefined;
  /** Whether a cache has the summary, or needs none: what is lowered without one, later runs and hooks would miss. */
  readonly isKept: () => boolean;
  /** False where the text was gone before anybody asked for the summary. */
  readonly isRead: () => boolean;
}

/** The files of a project, each with the text that counts. An equal object means equal content. */
export type Versions = ReadonlyMap<string, Version>;

const uncached = createLowerer(noCache);

/** A text that is at hand. */
export function versionOf(file: string, text: string): Version {
  const summary = summaryIn(uncached.lower(file, text));
  return { hash: hashText(text), summary: () => summary, isKept: () => true, isRead: () => true };
}

/** A file that can't be read, or is none of the project's. */
export const noVersion: Version = {
  hash: '',
  summary: () => undefined,
  isKept: () => true,
  isRead: () => true,
};

/**
 * A text on disk, known by its hash, that is read again when its summary is asked for. `onGone` is told when it is
 * another one by then.
 */
export function versionOnDisk(root: string, file: string, hash: string, onGone: () => void): Version {
  let made: { readonly summary: ModuleSummary | undefined; readonly isSame: boolean } | undefined;
  let isKept = false;
  const make = (lowerer: Lowerer): NonNullable<typeof made> => {
    const read = readProjectFile(root, file);
    const isSame = read.kind === 'text' && hashText(read.text) === hash;
    if (!isSame) onGone();
    return { summary: isSame ? summaryIn(lowerer.lower(file, read.text)) : undefined, isSame };
  };
  return {
    hash,
    summary: (lowerer = uncached) => {
      const isNew = !made || (lowerer !== uncached && !isKept);
      if (isNew) {
        made = make(lowerer);
        isKept = lowerer !== uncached;
      }
      return made?.summary;
    },
    isKept: () => isKept,
    isRead: () => made?.isSame === true,
  };
}

/** All summaries. The cache of earlier runs is opened where it saves more than it costs. */
export function summariesOf(root: string, versions: Versions): ReadonlyMap<string, ModuleSummary> {
  const open = [...versions.values()].filter((version) => !version.isKept()).length;
  // A cache that few ask for would forget the others' entries.
  const lowerer = open * 2 > versions.size ? createLowerer(cacheFor(root, { cache: true })) : uncached;
  const out = new Map<string, ModuleSummary>();
  for (const [file, version] of versions) {
    const summary = version.summary(lowerer);
    if (summary) out.set(file, summary);
  }
  lowerer.cache.close();
  return out;
}

const summaryIn = (lowered: Lowered): ModuleSummary | undefined =>
  lowered && !('failed' in lowered) ? lowered : undefined;
