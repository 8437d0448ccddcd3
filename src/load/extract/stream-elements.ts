import type { Expr } from '../../model/module-summary.js';
import { functionsAt } from '../../values/builtins/callbacks.js';
import { enterFunction } from '../../values/call.js';
import { calleeOf } from '../../values/callee.js';
import { outcomeOf } from '../../values/outcome.js';
import type { Activation, Step } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { between, constant } from '../quantity.js';
import type { CallHere } from './calls.js';
import { lengthOf } from './lengths.js';
import { placeIn, startReading } from './reader.js';
import type { Walker } from './walker.js';

const maxDepth = 6;
const one = constant(1);

/** How many elements come out of `mergeMap(fn)` for each that goes in: those of what the function gives. */
export function elementsGiven(w: Walker, here: CallHere, name: string): Quantity {
  const { call, index, activation } = here;
  const functions = functionsAt({ m: w.m, args: here.args, site: here }, 0);
  if (functions.length > 0)
    return anyOf(
      functions.map((fn) => {
        const entered = enterFunction(w.m, fn, undefined, undefined, { call, index, activation }, 'stream');
        return returnedBy(w, entered, 0);
      }),
    );
  return symbolHere(w, here, `${name}.elements`, 0);
}

/** How many rounds `expand` goes, for each element that it gets. */
export const roundsOf = (w: Walker, here: CallHere): Quantity => symbolHere(w, here, 'expand.rounds', 1);

/** How many elements the stream has that `defer(fn)` makes. */
export function deferredElements(w: Walker, { args, call: site }: Made): Quantity {
  const call = site?.activation.module.calls[site.index];
  if (site === undefined || call === undefined) return one;
  const from = { ...site, call };
  const functions = functionsAt({ m: w.m, args, site }, 0);
  return anyOf(
    functions.map((fn) => returnedBy(w, enterFunction(w.m, fn, undefined, undefined, from, 'stream'), 0)),
  );
}

type Made = Extract<Step, { args: unknown }>;

function symbolHere(
  w: Walker,
  { activation: { module }, call }: CallHere,
  name: string,
  least: number,
): Quantity {
  const [at, place] = [call.at[0], placeIn(module, call.at)];
  return w.book.use({ name, unit: 'count', least, file: module.file, at, place });
}

/** How many elements a stream has that is made of this: one for a promise, those of a collection. */
export function elementsOf(w: Walker, expr: Expr, activation: Activation, depth = 0): Quantity {
  const { module } = activation;
  const again = (part: Expr): Quantity => elementsOf(w, part, activation, depth + 1);
  if (depth > maxDepth) return lengthOf(w, expr, activation);
  if (expr.kind === 'type-cast') return again(expr.value);
  if (expr.kind === 'choice') return anyOf(expr.options.map(({ value }) => again(value)));
  if (expr.kind === 'reference') {
    const value = module.bindings[expr.binding]?.value;
    return value?.kind === 'call' || value?.kind === 'reference'
      ? again(value)
      : lengthOf(w, expr, activation);
  }
  if (expr.kind !== 'call') return lengthOf(w, expr, activation);
  return ofCall(w, expr, activation, depth) ?? lengthOf(w, expr, activation);
}

function ofCall(
  w: Walker,
  expr: Extract<Expr, { kind: 'call' }>,
  activation: Activation,
  depth: number,
): Quantity | undefined {
  const { module } = activation;
  const call = module.calls[expr.call];
  if (call === undefined || w.sinks.has(module.file, expr.call)) return one;
  const { callee } = call;
  const name = callee.kind === 'member' && callee.key.kind === 'literal' ? String(callee.key.value) : '';
  if (/^(?:then|catch|finally)$/.test(name)) return one;
  startReading(w.m);
  const external = calleeOf(w.m, callee, activation)[0]?.value.value;
  if (external?.kind === 'external' && /^rxjs/.test(external.module)) {
    const last = external.steps.at(-1);
    const [first] = call.args;
    switch (last?.kind === 'member' ? last.name : '') {
      case 'from':
        return first && elementsOf(w, first.value, activation, depth + 1);
      case 'of':
        return constant(call.args.length);
      case 'EMPTY':
        return constant(0);
      default:
        return undefined;
    }
  }
  const { entered } = outcomeOf(w.m, { module, index: expr.call, activation });
  return entered.length === 0 ? undefined : anyOf(entered.map((target) => returnedBy(w, target, depth + 1)));
}

const returnedBy = (w: Walker, activation: Activation, depth: number): Quantity =>
  activation.summary.isAsync === true && activation.summary.isGenerator !== true
    ? one
    : anyOf(activation.summary.returns.map(({ value }) => elementsOf(w, value, activation, depth)));

function anyOf(counts: readonly Quantity[]): Quantity {
  const distinct = [...new Map(counts.map((count) => [JSON.stringify(count), count])).values()];
  const [first] = distinct;
  if (first === undefined) return constant(0);
  return distinct.length === 1 ? first : between(constant(0), { kind: 'maximum', of: distinct });
}
