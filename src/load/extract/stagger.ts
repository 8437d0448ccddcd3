import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { between, constant, constantValue, product, sum, symbolsOf } from '../quantity.js';
import type { Term } from '../term.js';
import { background, delay, sequentialLoop } from '../term.js';
import { argumentOf, numberIn, numberOf } from './numbers.js';
import { placeIn, valuesOf, type Reader } from './reader.js';
import { inOrder } from './run.js';
import { idOf, type SymbolUse } from './symbol-book.js';

/** A pause that is longer in each round: `offset + index * gap`. */
interface Growing {
  readonly index: SymbolUse;
  readonly gap: Quantity;
  readonly offset: Quantity;
}

/** The pause `index * 200` as a product of the round's index, which the loop around gives a meaning; undefined for others. */
export function growingPause(reader: Reader, expr: Expr, activation: Activation): Quantity | undefined {
  const found = growing(reader, expr, activation, 0);
  if (found === undefined) return undefined;
  const steps = product(reader.book.use(found.index), found.gap);
  return found.offset.kind === 'constant' && found.offset.value === 0 ? steps : sum(found.offset, steps);
}

function growing(reader: Reader, expr: Expr, activation: Activation, depth: number): Growing | undefined {
  if (depth > 6) return undefined;
  const { module } = activation;
  const below = (part: Expr | undefined): Growing | undefined =>
    part && growing(reader, part, activation, depth + 1);
  switch (expr.kind) {
    case 'operator': {
      const [left, right] = expr.operands;
      if (expr.operator !== '*' || left === undefined || right === undefined) return undefined;
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        const index = below(one);
        const by = index && numberOf(reader, other, activation);
        if (by) return { index: index.index, gap: product(index.gap, by), offset: product(index.offset, by) };
      }
      return undefined;
    }
    case 'plus': {
      for (const [one, other] of [
        [expr.left, expr.right],
        [expr.right, expr.left],
      ] as const) {
        const index = below(one);
        const by = index && numberOf(reader, other, activation);
        if (by) return { ...index, offset: sum(index.offset, by) };
      }
      return undefined;
    }
    case 'reference': {
      const value = module.bindings[expr.binding]?.value;
      if (value?.kind === 'choice') {
        return counterAt(reader, value.test, activation);
      }
      return value && ['operator', 'plus', 'reference', 'parameter'].includes(value.kind)
        ? below(value)
        : undefined;
    }
    case 'parameter': {
      const at = callbackAt(module, expr.fn, expr.index);
      if (at !== undefined) return indexAt(module, at);
      const given = argumentOf(activation, expr.fn, expr.index);
      return given && growing(reader, given.expr, given.activation, depth + 1);
    }
    case 'type-cast':
    case 'await':
      return below(expr.value);
    default:
      return undefined;
  }
}

const indexAt = (module: ModuleSummary, at: number): Growing => ({
  index: { ...useAt(module, at), place: placeIn(module, [at, at]) },
  gap: constant(1),
  offset: constant(0),
});

const useAt = (module: ModuleSummary, at: number): Omit<SymbolUse, 'place'> => ({
  name: `index@${at}`,
  unit: 'count',
  least: 0,
  file: module.file,
  at,
});

const eachNames = /^(?:map|forEach|flatMap)$/;

/** Where a function begins that a collection runs for each element, if the parameter is the element's index. */
function callbackAt(module: ModuleSummary, fn: number, parameter: number): number | undefined {
  const isEach = module.calls.some(
    ({ callee, args: [given] }) =>
      callee.kind === 'member' &&
      callee.key.kind === 'literal' &&
      eachNames.test(String(callee.key.value)) &&
      given?.value.kind === 'function' &&
      given.value.fn === fn,
  );
  return parameter === 1 && isEach ? module.functions[fn]?.at[0] : undefined;
}

/** The variable of a loop that counts up: where it begins, and a step for each round before. */
function counterAt(reader: Reader, test: string, activation: Activation): Growing | undefined {
  for (const { frames } of activation.module.calls) {
    const frame = frames.find((f) => f.kind === 'loop' && test === `${f.test}:head`);
    if (frame?.kind !== 'loop' || frame.bound?.kind !== 'counter') continue;
    const { from, step } = frame.bound;
    const first = numberIn(valuesOf(reader, from, activation));
    const begin = first && constantValue(first);
    if (begin === undefined || step.kind !== 'literal' || typeof step.value !== 'number' || step.value <= 0)
      return undefined;
    const { index } = indexAt(activation.module, frame.at[0]);
    return { index, gap: constant(step.value), offset: constant(begin) };
  }
  return undefined;
}

/** Rounds that start together, of a body that may pause longer in each: then they are spread over time. */
export function spread(module: ModuleSummary, at: number, count: Quantity, body: Term): Term | undefined {
  const index = idOf(useAt(module, at));
  if (!mentions(body, index)) return undefined;
  const isAside = body.kind === 'background';
  const inner = isAside ? body.body : body;
  const [first, ...others] = inner.kind === 'sequence' ? inner.steps : [inner];
  const rest = inOrder(...others);
  const pause = first?.kind === 'delay' ? stepsOf(first.ms, index) : undefined;
  if (pause === undefined || mentions(rest, index)) return undefined;
  const all = inOrder(
    delay(pause.offset),
    sequentialLoop(sum(count, constant(-1)), inOrder(background(rest), delay(pause.gap))),
    rest,
  );
  return isAside ? background(all) : all;
}

/** A body in which the index is any of those that there are. */
export function withAnyIndex(module: ModuleSummary, at: number, count: Quantity, body: Term): Term {
  const index = idOf(useAt(module, at));
  if (!mentions(body, index)) return body;
  const last = sum(count, constant(-1));
  return replaced(body, index, between(constant(0), { kind: 'maximum', of: [constant(0), last] }));
}

const mentions = (term: Term, index: string): boolean => JSON.stringify(term).includes(JSON.stringify(index));

function stepsOf(ms: Quantity, index: string): { gap: Quantity; offset: Quantity } | undefined {
  const [offset, steps] =
    ms.kind === 'sum' ? [ms.terms[0], ms.terms[1]] : [constant(0), ms as Quantity | undefined];
  if (offset === undefined || steps?.kind !== 'product' || symbolsOf(offset).has(index)) return undefined;
  const [first, gap] = steps.factors;
  return first?.kind === 'symbol' && first.name === index && gap && !symbolsOf(gap).has(index)
    ? { gap, offset }
    : undefined;
}

function replaced<T>(value: T, index: string, by: Quantity): T {
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, index, by)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  if (record['kind'] === 'symbol' && record['name'] === index) return by as T;
  return Object.fromEntries(
    Object.entries(record).map(([key, item]) => [key, replaced(item, index, by)]),
  ) as T;
}
