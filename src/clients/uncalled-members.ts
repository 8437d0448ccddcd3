import type { FunctionIndex, ModuleSummary, Store } from '../model/module-summary.js';
import { roundsByKey } from '../values/computed-stores.js';
import { evaluate } from '../values/evaluate.js';
import { nested } from '../values/inner.js';
import { askAside, type Machine } from '../values/machine.js';
import { runsMade } from '../values/outcome.js';
import { runsOf } from '../values/runs.js';
import { textOf, type Activation } from '../values/value.js';
import type { Caller } from './callers.js';

/** More members than this that one function makes are not looked at. */
const mostMembers = 512;

/**
 * The members that a function is made for each round of, `for (const name of names) api[name] = () => send(name)`, and
 * that nobody calls by their names: callers of the others say nothing of them.
 */
export function uncalledMembers(m: Machine, callers: readonly Caller[]): readonly Activation[] {
  const [first] = callers;
  if (!first) return [];
  const { module, fn } = first.through;
  const store = madeStores(module).get(fn);
  const key = store?.path.at(-1);
  if (!store || !key) return [];
  const nameIn = (round: Activation | undefined): string | undefined => {
    const names = round ? evaluate(m, key, round) : [];
    return names.length === 1 && names[0] ? textOf(names[0].value) : undefined;
  };
  const called = new Set(
    callers.flatMap(({ site }) => runsMade(m, site, first.through).map(({ parent }) => nameIn(parent))),
  );
  // A call under a name that nobody knows may call any of them.
  if (called.has(undefined)) return [];
  const rounds = askAside(m, () =>
    runsOf(m, module, store.within).flatMap((run) => roundsByKey(m, key, run)),
  );
  return rounds.slice(0, mostMembers).flatMap((round) => {
    const name = nameIn(round);
    return name === undefined || called.has(name) ? [] : (nested(m, round, fn) ?? []);
  });
}

const indexes = new WeakMap<ModuleSummary, ReadonlyMap<FunctionIndex, Store>>();

/** The stores under computed keys, by the function that they store. */
function madeStores(module: ModuleSummary): ReadonlyMap<FunctionIndex, Store> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<FunctionIndex, Store>();
  for (const store of module.stores) {
    const { path, value } = store;
    if (value.kind === 'function' && path.at(-1)?.kind !== 'literal') index.set(value.fn, store);
  }
  indexes.set(module, index);
  return index;
}
