import type { Program } from '../program/program.js';
import { namesGivenBy } from '../values/auto-imports.js';
import { loadedIn, lendLoads, type Loaded } from '../values/loaded-with.js';
import type { Rests } from './rests.js';

type Row = ReadonlySet<string>;

/** Said of a file beside the files that it loads: no file is named so. */
const words = {
  isOpen: '\0open',
  isByName: '\0byName',
  doesSomething: '\0does',
  offersNothing: '\0offersNothing',
} as const satisfies Partial<Record<keyof Loaded, string>>;

const said = Object.entries(words) as [keyof typeof words, string][];

/** What a file loads, as a row of a table. */
export const rowOf = (loaded: Loaded): Row =>
  new Set([...loaded.files, ...said.flatMap(([what, word]) => (loaded[what] ? [word] : []))]);

const loadedOf = (row: Iterable<string>): Loaded => {
  const all = new Set(row);
  const is = Object.fromEntries(said.map(([what, word]) => [what, all.delete(word)]));
  return { ...(is as Record<keyof typeof words, boolean>), files: [...all] };
};

/**
 * What files load that may load something else after a change, and has the rest known to the program by what is kept
 * of it: reading all modules takes longer than all else. Undefined where nothing is kept.
 */
export function loadsChanged(
  now: Program,
  before: Program,
  changed: ReadonlySet<string>,
  { loads }: Pick<Rests, 'loads'>,
): ReadonlyMap<string, Loaded | undefined> | undefined {
  const files = loads.names();
  const isByGlobalName = (file: string): boolean =>
    [now, before].some((program) => namesGivenBy(program, file).length > 0);
  if (files.length === 0) return undefined;
  // Whoever uses such a name loads the file that gives it: nothing of what is kept counts any more.
  if ([...changed].some(isByGlobalName)) return new Map(files.map((file) => [file, undefined]));
  const moved = [...changed].filter((file) => now.modules.has(file) !== before.modules.has(file));
  const others = moved.flatMap((file) => [...(loads.under(file) ?? [])]);
  // What leads nowhere may lead to a new file.
  if (moved.length > 0)
    for (const word of [words.isOpen, words.isByName]) others.push(...(loads.under(word) ?? []));
  const again = new Map([...changed, ...others].map((file) => [file, loadedIn(now, file)]));
  lendLoads(now, () => {
    const all = new Map<string, Loaded>();
    for (const file of now.modules.keys()) {
      const loaded = again.has(file) ? again.get(file) : loadedOf(loads.get(file) ?? []);
      if (loaded) all.set(file, loaded);
    }
    return all;
  });
  return again;
}
