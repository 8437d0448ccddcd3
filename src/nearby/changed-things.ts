import { absentThing, type Program } from '../program/program.js';
import { isNuxtConfig, namesGivenBy } from '../values/auto-imports.js';
import { isFrameworkConfig } from '../values/framework-environment.js';
import { partsSaidBy } from '../values/loaded-with.js';
import { thingOf } from '../values/reads.js';

/** What is another thing in two states of a program, besides the changed files themselves, as far as these say it. */
export function changedThings(
  now: Program,
  before: Program,
  changed: ReadonlySet<string>,
): ReadonlySet<string> {
  const things = new Set<string>();
  for (const file of changed) {
    if (partsSaidBy(now, file) !== partsSaidBy(before, file)) things.add(thingOf('loads', ''));
    for (const program of [now, before])
      for (const name of namesGivenBy(program, file)) things.add(thingOf('imported', name));
    if (!before.modules.has(file)) things.add(absentThing(file));
  }
  return things;
}

/** Whether what holds for the whole project may be another thing. */
export const touchesSettings = (now: Program, before: Program, changed: ReadonlySet<string>): boolean =>
  [...changed].some((file) => isFrameworkConfig(file) || isNuxtConfig(file)) ||
  standsForOthers(now, before, changed);

/** Whether a file that is new, or gone, has the name of another one but for its ending: imports may lead to either. */
function standsForOthers(now: Program, before: Program, changed: ReadonlySet<string>): boolean {
  const moved = [...changed].filter((file) => now.modules.has(file) !== before.modules.has(file));
  if (moved.length === 0) return false;
  const names = new Set(moved.map(bareName));
  return [...now.modules.keys(), ...before.modules.keys()].some(
    (file) => !changed.has(file) && names.has(bareName(file)),
  );
}

const bareName = (file: string): string => file.replace(/(?:\/index)?\.[^./]+$/, '');
