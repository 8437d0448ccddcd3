import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { Analysis } from '../analyze/analyze.js';
import { openAnswerStore } from '../cache/answer-store.js';
import { hashText } from '../cache/hash.js';
import type { Finding } from '../model/finding.js';
import type { Resolution } from '../model/resolution.js';
import type { Resolve } from '../syntax/resolve.js';
import type { Surroundings } from './answers.js';
import { buildHash } from './build-hash.js';
import type { Known } from './known.js';
import { openKnownStore, type KeptKnown } from './known-store.js';
import { defaultCacheFolder } from './lowering.js';
import type { Move } from './suggestions.js';
import type { Versions } from './versions.js';

/** A finding, with the newer operations that it asks for. */
export interface Answer {
  readonly finding: Finding;
  readonly moves: readonly Move[];
}

/** What an analysis said, and what it saw of the disk that no list of the project holds. */
export interface Kept {
  readonly answers: readonly Answer[];
  /** Files without a summary. */
  readonly without: readonly string[];
  readonly seen: readonly Seen[];
  readonly days: Days;
  /** What is known of the project, where it is large. */
  readonly whole?: Known;
}

type Written = Omit<Kept, 'whole'> & { readonly whole?: KeptKnown };

/** When answers were found, and the last day on which they are the same: suppressions end. ISO dates. */
export interface Days {
  readonly from: string;
  readonly through?: string;
}

const today = (): string => new Date().toISOString().slice(0, 10);

export const daysOf = ({ through }: Pick<Analysis, 'through'>): Days => ({
  from: today(),
  ...(through === undefined ? {} : { through }),
});

/** Whether this is one of the days. */
export const areNow = ({ from, through }: Days): boolean =>
  from <= today() && (through === undefined || today() <= through);

/** A specifier that led to a data file, or nowhere, with a hash of what was found and the file, as far as it is known. */
export type Seen = readonly [from: string, specifier: string, found: string, file: string];

/** The answers of earlier processes, under a hash of all that they were made from. */
export interface KeptAnswers {
  readonly keyOf: (versions: Versions, around: Surroundings) => string;
  /** `resolverFor` makes a resolver among these files. */
  readonly read: (
    key: string,
    versions: Versions,
    resolverFor: (files: ReadonlySet<string>) => Resolve,
  ) => Kept | undefined;
  readonly write: (key: string, kept: Kept) => void;
}

/** Opens what was kept of a project; `root` is absolute and real. */
export function openKept(root: string): KeptAnswers {
  const folder = path.join(root, defaultCacheFolder);
  const [store, tables] = [openAnswerStore(folder), openKnownStore(folder)];
  return {
    keyOf: (versions, around) =>
      keyOfState(
        keyOfSurroundings(root, around),
        new Map([
          ...[...versions].map(([file, { hash }]) => [file, hash] as const),
          ...[...around.packageFiles, ...around.pathConfigs].map(
            (file) => [file, textOf(path.join(root, file))] as const,
          ),
        ]),
      ),
    read: (key, versions, resolverFor) => {
      const kept = store.read(key) as Written | undefined;
      if (!kept || !areNow(kept.days)) return undefined;
      const without = new Set(kept.without);
      const resolve = resolverFor(new Set([...versions.keys()].filter((file) => !without.has(file))));
      if (!isStillSo(kept.seen, resolve)) return undefined;
      const { whole, ...rest } = kept;
      const known = whole && tables.known(whole);
      return { ...rest, ...(known && { whole: known }) };
    },
    write: (key, { whole, ...rest }) => {
      store.write(key, { ...rest, ...(whole && { whole: tables.keep(whole) }) } satisfies Written);
    },
  };
}

/** A name for all that an analysis is made from; `contents` are hashes of the texts by file, `asked` is what else it was told. */
export const keyOfState = (
  around: string,
  contents: ReadonlyMap<string, string>,
  ...asked: readonly unknown[]
): string =>
  hashText(JSON.stringify([around, [...contents].map(([file, hash]) => `${file}\0${hash}`).sort(), asked]));

/** A name for what an analysis by this build depends on besides the files whose contents are said, and the day. */
export const keyOfSurroundings = (root: string, around: Partial<Surroundings> & Paths): string =>
  hashText(
    JSON.stringify([
      buildHash(),
      { ...around, links: around.links.map((file) => [file, linkAt(path.join(root, file))]) },
      installedLinks(root, around.packageFiles),
    ]),
  );

type Paths = Pick<Surroundings, 'packageFiles' | 'pathConfigs' | 'links'>;

/** Whether a resolver finds what was seen. */
export const isStillSo = (seen: readonly Seen[], resolve: Resolve): boolean =>
  seen.every(([from, specifier, found]) => hashOf(resolve(from, specifier)) === found);

/** What a resolver finds where something was seen, and the files that say so where that is something else. */
export function seenAgain(
  seen: readonly Seen[],
  resolve: Resolve,
): { readonly seen: readonly Seen[]; readonly importers: ReadonlySet<string> } {
  const again = seen.map(([from, specifier]) => seenFrom(from, specifier, resolve(from, specifier)));
  const others = again.filter(([, , found], i) => found !== seen[i]?.[2]);
  return { seen: again, importers: new Set(others.map(([from]) => from)) };
}

/** What was seen by all that is known after a look at a part: most was seen before it. */
export function seenAfter(
  before: readonly Seen[],
  after: readonly Seen[],
  files: { readonly has: (file: string) => boolean },
): readonly Seen[] {
  const keyOf = ([from, specifier]: Seen): string => `${from}\0${specifier}`;
  const again = new Set(after.map(keyOf));
  return [...before.filter((one) => files.has(one[0]) && !again.has(keyOf(one))), ...after];
}

const seenFrom = (from: string, specifier: string, found: Resolution): Seen => [
  from,
  specifier,
  hashOf(found),
  found.kind === 'data' ? found.file : path.posix.join(path.posix.dirname(from), specifier),
];

/** Notes what a resolver finds outside of the project's code, where a later look may find something else. */
export function watched(resolve: Resolve): {
  readonly resolve: Resolve;
  readonly seen: () => readonly Seen[];
} {
  const found = new Map<string, Seen>();
  return {
    resolve: (from, specifier) => {
      const resolution = resolve(from, specifier);
      const isOpen =
        resolution.kind === 'external' && (/^[.#]/.test(specifier) || specifier.endsWith('.json'));
      if (resolution.kind === 'data' || isOpen)
        found.set(`${from}\0${specifier}`, seenFrom(from, specifier, resolution));
      return resolution;
    },
    seen: () => [...found.values()],
  };
}

const hashOf = (resolution: Resolution): string => hashText(JSON.stringify(resolution));

/** Installed packages that are folders of the project itself: what a bare specifier may lead to. */
function installedLinks(root: string, packageFiles: readonly string[]): string[] {
  const folders = new Set(['.', ...packageFiles.map((file) => path.posix.dirname(file))]);
  return [...folders].sort().flatMap((folder) => {
    const modules = path.posix.join(folder, 'node_modules');
    const names = namesIn(path.join(root, modules)).flatMap((name) =>
      name.startsWith('@')
        ? namesIn(path.join(root, modules, name)).map((inner) => `${name}/${inner}`)
        : [name],
    );
    return names.flatMap((name) => {
      const target = linkAt(path.join(root, modules, name));
      const isOutside = target === '' || target.includes('node_modules') || target.includes('.pnpm');
      return isOutside ? [] : [`${modules}/${name}=${target}`];
    });
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Where a link leads; empty where there is none. */
function linkAt(file: string): string {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : '';
  } catch {
    return '';
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
