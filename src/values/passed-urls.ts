import type { Expr, ModuleSummary } from '../model/module-summary.js';
import { flatMap, map } from './alternatives.js';
import { originOf } from './builtins/url.js';
import { enterFunction, receiverOf } from './call.js';
import { evaluate } from './evaluate.js';
import { hole } from './holes.js';
import { callOf, isRecursive, type Machine } from './machine.js';
import { calleeOf } from './callee.js';
import {
  entryOf,
  lazyValue,
  sure,
  type Activation,
  type Alternatives,
  type Argument,
  type FunctionValue,
  type UrlValue,
  type Value,
} from './value.js';

/** A URL object after a call was given it as an argument: as the function of the project leaves it. */
export function afterCall(
  m: Machine,
  url: UrlValue,
  index: number,
  position: number,
  activation: Activation,
): Alternatives {
  const call = callOf(activation.module, index);
  const args = call.args.map((a) => entryOf(a, activation));
  if (args.slice(0, position).some((a) => a.spread)) return sure(unknownPath(url, activation, call.at));
  args[position] = { spread: false, value: lazyValue(url) };
  return flatMap(calleeOf(m, call.callee, activation), ({ value, receiver }) =>
    value.kind === 'function'
      ? afterFunction(m, url, value, args, receiver, { call, index, activation }, position)
      : sure(url),
  );
}

function afterFunction(
  m: Machine,
  url: UrlValue,
  fn: FunctionValue,
  args: readonly Argument[],
  receiver: Value | undefined,
  from: NonNullable<Activation['from']>,
  position: number,
): Alternatives {
  const { module } = fn.activation;
  const summary = module.functions[fn.fn];
  const parameter = summary?.parameters[position + fn.bound.length];
  if (!summary || !parameter || parameter.rest) return sure(url);
  if (isRecursive(module, fn.fn, from)) return sure(unknownPath(url, from.activation, from.call.at));
  const key = url.href.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join('');
  const run = enterFunction(m, fn, args, receiverOf(receiver), from, `passed:${position}:${key}`);
  if (parameter.last === undefined) return passedFurther(m, url, parameter.binding, run);
  const after = evaluate(m, { kind: 'reference', binding: parameter.last, at: parameter.at }, run);
  const isUnchanged = after.every(({ value }) => value.kind === 'url' && isSame(value, url));
  // The version that the end of a function sees is none that an earlier return leaves.
  if (isUnchanged || (summary.returns.length < 2 && isOneObject(module, parameter.binding, parameter.last)))
    return map(after, (value): Value => (value.kind === 'url' ? value : unknownUrl(run, parameter.at)));
  return sure(unknownPath(url, run, parameter.at));
}

/** A function that changes nothing itself may hand the URL to one that does. */
function passedFurther(m: Machine, url: UrlValue, binding: string, run: Activation): Alternatives {
  const { calls } = run.module;
  let values: Alternatives = sure(url);
  for (const [index, call] of calls.entries()) {
    if (call.within !== run.fn) continue;
    const position = call.args.findIndex(
      ({ value, spread }) => !spread && value.kind === 'reference' && value.binding === binding,
    );
    if (position === -1) continue;
    const isSure = Object.keys(call.guards).length === 0;
    values = flatMap(values, (held) =>
      held.kind === 'url'
        ? map(afterCall(m, held, index, position, run), (value) =>
            isSure || (value.kind === 'url' && isSame(value, held)) ? value : unknownPath(held, run, call.at),
          )
        : sure(held),
    );
  }
  return values;
}

/** Whether all that a parameter was on the way to a version is the object that it was given. */
function isOneObject(module: ModuleSummary, given: string, last: string): boolean {
  const value = module.bindings[last]?.value;
  const isVersion = (e: Expr): boolean => e.kind === 'reference' && isOneObject(module, given, e.binding);
  if (last === given) return true;
  if (value?.kind === 'assigned') return isVersion(value.target);
  return value?.kind === 'choice' && value.options.every((o) => isVersion(o.value));
}

const isSame = (a: UrlValue, b: UrlValue): boolean =>
  JSON.stringify(textsOf(a)) === JSON.stringify(textsOf(b));

const textsOf = ({ href }: UrlValue): unknown[] =>
  href.map((p) => (p.kind === 'text' ? p.text : [p.name, p.at]));

/** A URL of which the path may be another one now. */
const unknownPath = (url: UrlValue, { module }: Activation, at: readonly [number, number]): UrlValue => ({
  kind: 'url',
  href: [...originOf(url.href), { kind: 'text', text: '/' }, hole('mutated', 'pathname', module, at)],
});

const unknownUrl = ({ module }: Activation, at: readonly [number, number]): UrlValue => ({
  kind: 'url',
  href: [hole('mutated', 'url', module, at)],
});
