import type { Expr, FunctionIndex, ModuleSummary, Store } from '../model/module-summary.js';
import { arrives, roundsByKey } from './computed-stores.js';
import { evaluate } from './evaluate.js';
import { constructionOf } from './inheritance.js';
import type { Machine } from './machine.js';
import { callbackRuns, runsIn } from './runs.js';
import { instanceKey } from './stores.js';
import { textOf, type Activation, type InstanceValue, type Lazy } from './value.js';

/**
 * A member that a constructor makes under a computed key, of the instance or of its prototype:
 * `names.forEach((name) => { this[name] = (url) => send(name, url); })`. Each run of the callback, or round of the loop,
 * makes one, which sees what this instance's constructor was given. The last one wins, as it does where it runs.
 */
export function madeMember(
  m: Machine,
  instance: InstanceValue,
  of: InstanceValue['of'],
  name: string,
): Lazy | undefined {
  const makers = makersOf(of).filter((fn) => storesIn(of.activation.module).has(fn));
  const construction = makers.length > 0 ? constructionOf(m, instance, of) : undefined;
  if (!construction) return undefined;
  return makers
    .flatMap((fn) => (fn === construction.fn ? [construction] : runsIn(m, construction, fn).runs))
    .flatMap((run) => madeIn(m, run, of, name))
    .at(-1);
}

/** The functions that may give an instance members while it is made: the constructor, and what it calls. */
const makersOf = (of: InstanceValue['of']): readonly FunctionIndex[] =>
  of.kind === 'function'
    ? [of.fn]
    : of.summary.members
        .flatMap(({ fn, isStatic }) => (fn === undefined || isStatic ? [] : [fn]))
        .concat(of.summary.constructorFn ?? []);

function madeIn(m: Machine, outer: Activation, of: InstanceValue['of'], name: string): readonly Lazy[] {
  const { module } = outer;
  return (storesIn(module).get(outer.fn) ?? []).flatMap((store) => {
    const key = store.path.at(-1);
    if (!key) return [];
    return callbackRuns(m, outer, store.within)
      .flatMap((run) => roundsByKey(m, key, run))
      .filter((round) => isNamed(m, key, round, name) && isMemberOf(m, store, round, of))
      .filter((round) => arrives(m, store, round) !== undefined)
      .map((activation): Lazy => ({ kind: 'expr', expr: store.value, activation }));
  });
}

function isNamed(m: Machine, key: Expr, round: Activation, name: string): boolean {
  const values = evaluate(m, key, round);
  const [only] = values;
  return values.length === 1 && only !== undefined && textOf(only.value) === name;
}

/** Whether a store sets a member of what a class makes, or of its prototype. */
function isMemberOf(
  m: Machine,
  { target, path }: Store,
  round: Activation,
  of: InstanceValue['of'],
): boolean {
  return evaluate(m, target, round).some(({ value }) => {
    const made = value.kind === 'class' || value.kind === 'function' ? value : undefined;
    if (made) return path.length === 2 && instanceKey(made) === instanceKey(of);
    return value.kind === 'instance' && path.length === 1 && instanceKey(value.of) === instanceKey(of);
  });
}

const indexes = new WeakMap<ModuleSummary, ReadonlyMap<FunctionIndex, readonly Store[]>>();

/** The stores that may set such members, by each of the functions around them. */
function storesIn(module: ModuleSummary): ReadonlyMap<FunctionIndex, readonly Store[]> {
  const known = indexes.get(module);
  if (known) return known;
  const index = new Map<FunctionIndex, Store[]>();
  for (const store of module.stores) {
    if (!mayMakeMember(store)) continue;
    for (let fn: FunctionIndex | undefined = store.within; fn; fn = module.functions[fn]?.parent)
      index.set(fn, [...(index.get(fn) ?? []), store]);
  }
  indexes.set(module, index);
  return index;
}

/** `this[name] = …`, `F.prototype[name] = …`, and the same of a variable that holds one of them. */
function mayMakeMember({ path }: Store): boolean {
  if (path.at(-1)?.kind === 'literal') return false;
  const [first] = path;
  return path.length === 1 || (path.length === 2 && first?.kind === 'literal' && first.value === 'prototype');
}
