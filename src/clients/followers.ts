import type { Call, Expr } from '../model/module-summary.js';
import { combine, map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { evaluate } from '../values/evaluate.js';
import { lazyValue, textOf, type Alternatives, type Argument, type Value } from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { pair } from './options.js';

/** A call that is made on what another call gave: `.set(…)` of `superagent.get(url).set(…)`. */
export interface Follower {
  readonly name: string;
  readonly args: readonly Argument[];
}

/** How far along a chain, and how many calls of one function, are looked at. */
const maxFollowers = 40;

/**
 * The calls of the given names on a call's result: chained to it, or made on the variable that holds it.
 * They stand in the same function; in order of the text.
 */
export function followers(call: ClientCall, names: readonly string[]): Follower[] {
  const { activation, index } = call.site;
  const { calls, bindings } = activation.module;
  const chain = new Set([index]);
  const out: Follower[] = [];
  const isChained = (expr: Expr): boolean => {
    if (expr.kind === 'call') return chain.has(expr.call);
    if (expr.kind === 'reference') {
      const value = bindings[expr.binding]?.value;
      return value !== undefined && value.kind !== 'reference' && isChained(value);
    }
    return expr.kind === 'assigned' ? isChained(expr.target) : expr.kind === 'await' && isChained(expr.value);
  };
  calls.forEach((other, i) => {
    const name = nameOfMember(other);
    if (name === undefined || other.within !== activation.fn || out.length >= maxFollowers) return;
    if (other.callee.kind !== 'member' || !isChained(other.callee.object)) return;
    chain.add(i);
    if (names.includes(name))
      out.push({
        name,
        args: other.args.map((a) => ({
          spread: a.spread,
          value: { kind: 'expr', expr: a.value, activation },
        })),
      });
  });
  return out;
}

/** Calls of a member on the same client variable in the same function: `xhr.setRequestHeader(…)` beside `xhr.open(…)`. */
export function siblings(call: ClientCall, name: string): Follower[] {
  const { activation } = call.site;
  const { home } = call.callee;
  if (home === undefined) return [];
  return activation.module.calls.flatMap((other): Follower[] => {
    if (other.within !== activation.fn || nameOfMember(other) !== name || other.callee.kind !== 'member')
      return [];
    const [receiver] = evaluate(call.m, other.callee.object, activation);
    if (receiver?.value.kind !== 'external' || receiver.value.home !== home) return [];
    return [
      {
        name,
        args: other.args.map((a) => ({
          spread: a.spread,
          value: { kind: 'expr', expr: a.value, activation },
        })),
      },
    ];
  });
}

function nameOfMember(call: Call): string | undefined {
  const { callee } = call;
  return callee.kind === 'member' && callee.key.kind === 'literal' ? String(callee.key.value) : undefined;
}

/** Headers that `set(name, value)` and `set(object)` calls give. */
export function headersSetBy(call: ClientCall, list: readonly Follower[]): Alternatives[] {
  return list.map(({ args }) =>
    map(combine([argumentAt(call.m, args, 0), argumentAt(call.m, args, 1)]), ([key, value]): Value => {
      if (key?.kind === 'object') return key;
      const name = key && textOf(key);
      return name !== undefined && value ? pair(name, lazyValue(value)) : { kind: 'undefined' };
    }),
  );
}
