import type { Export } from '../model/module-summary.js';
import { absentThing, passing, type Program } from '../program/program.js';
import type { Rests } from './rests.js';

/** The searches for exports that may lead elsewhere, as changed files answer them otherwise. */
export function* changedSearches(
  now: Program,
  before: Program,
  changed: ReadonlySet<string>,
  rests: Pick<Rests, 'asked' | 'searches' | 'unsearched'>,
): Iterable<string> {
  // What was looked at for those that were asked for before a change, and not after it, isn't known.
  yield* rests.unsearched();
  const through = (thing: string): readonly string[] => rests.searches.get(thing) ?? [];
  for (const file of changed) {
    if (!before.modules.has(file)) yield* through(absentThing(file));
    const isOther = namesAnsweredOtherwise(now, before, file);
    if (!isOther) continue;
    yield* through(file).filter((search) => isOther(nameIn(search)));
    for (const name of rests.asked(file).filter(isOther)) yield* through(passing(file, name));
  }
}

const nameIn = (search: string): string => search.slice(search.lastIndexOf('\0') + 1);

/** Whether a file answers otherwise when it is asked for a name; undefined where it answers all alike. */
function namesAnsweredOtherwise(
  now: Program,
  before: Program,
  file: string,
): ((name: string) => boolean) | undefined {
  const [is, was] = [answersOf(now, file), answersOf(before, file)];
  if (is.toAll !== was.toAll) return () => true;
  const names = [...new Set([...is.byName.keys(), ...was.byName.keys()])].filter(
    (name) => is.byName.get(name) !== was.byName.get(name),
  );
  // A module without exports is not its own default.
  if ((is.byName.size === 0) !== (was.byName.size === 0)) names.push('default');
  if (names.length === 0) return undefined;
  const others = new Set(names).add('*');
  return (name) => others.has(name);
}

/** What a module answers to a search: by names, and to all that it has no name for. What values are is read from the file. */
function answersOf(
  program: Program,
  file: string,
): { readonly byName: ReadonlyMap<string, string>; readonly toAll: string } {
  const exported = program.modules.get(file)?.exports;
  const byName = new Map<string, string>();
  const toAll: unknown[] = [exported === undefined];
  const leads = (one: Extract<Export, { module: string }>): unknown => [
    one.module,
    program.resolve(file, one.module),
  ];
  for (const one of exported ?? []) {
    if (one.kind === 'star') toAll.push(leads(one));
    else if (one.kind === 'assignment') toAll.push(one.kind);
    // Values come first, then the first of the others.
    else if (one.kind === 'value') byName.set(one.name, one.kind);
    else if (!byName.has(one.name)) byName.set(one.name, JSON.stringify([one.imported, leads(one)]));
  }
  return { byName, toAll: JSON.stringify(toAll) };
}
