import { absentThing, type Program } from '../program/program.js';
import { changedSearches } from './changed-searches.js';
import type { Rests } from './rests.js';
import { isNuxtConfig, namesGivenBy } from '../values/auto-imports.js';
import { nameOfCallee } from '../values/holes.js';
import { isFrameworkConfig } from '../values/framework-environment.js';
import { isPage, namesGivenToPages } from '../values/page-globals.js';
import { apartIndex, isAnsweredSo, partsSaidBy } from '../values/loaded-with.js';
import { thingOf } from '../values/reads.js';

/**
 * What is another thing in two states of a program, besides the changed files themselves, as far as these say it.
 * `rests` knows what answers were read from.
 */
export function changedThings(
  now: Program,
  before: Program,
  changed: ReadonlySet<string>,
  rests: Rests,
): ReadonlySet<string> {
  const things = new Set(changedSearches(now, before, changed, rests));
  if ([...changed].some((file) => partsSaidBy(now, file) !== partsSaidBy(before, file)))
    for (const key of rests.asked(apartIndex))
      if (!isAnsweredSo(now, key)) things.add(thingOf(apartIndex, key));
  for (const file of changed) {
    if (changesSaidBy(now, file) !== changesSaidBy(before, file)) things.add(thingOf('time', ''));
    for (const program of [now, before])
      for (const name of [...namesGivenBy(program, file), ...namesGivenToPages(program, file)])
        things.add(thingOf('imported', name));
    if (!before.modules.has(file)) things.add(absentThing(file));
  }
  return things;
}

/** What a file says that isn't there, or changes nothing. */
const nothing = '[[],[],[]]';

/** Calls that change, or add to, what they are called on or given first. */
const changing =
  /^(?:push|unshift|splice|add|set|append|assign\w*|extend|merge\w*|unset|update\w*|definePropert(?:y|ies)|deleteProperty)$/;

/** What a file's code does to objects and collections, whoever has them: load is told by it all over the project. */
function changesSaidBy(program: Program, file: string): string {
  const module = program.modules.get(file);
  if (!module) return nothing;
  const { stores, deletions = [], bindings, calls } = module;
  const changes = [
    [...stores, ...deletions].map(({ target, path }) => [target, path]),
    Object.values(bindings).map(({ value }) => (value.kind === 'assigned' ? [value.target, value.path] : 0)),
    calls.map(({ callee, args: [first] }) =>
      changing.test(nameOfCallee(callee, module)) ? [callee, first] : 0,
    ),
  ];
  const isChange = (one: unknown): boolean => one !== 0;
  return JSON.stringify(
    changes.map((list) => list.filter(isChange)),
    (key, value: unknown) => (key === 'at' ? undefined : value),
  ).replace(/@\d+/g, '@');
}

/** Whether what holds for the whole project may be another thing. */
export const touchesSettings = (now: Program, before: Program, changed: ReadonlySet<string>): boolean =>
  [...changed].some((file) => isFrameworkConfig(file) || isNuxtConfig(file) || isPage(file)) ||
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
