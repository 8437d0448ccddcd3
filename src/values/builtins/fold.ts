import { flatMap } from '../alternatives.js';
import { invoke, listArguments } from '../call.js';
import { force } from '../evaluate.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import {
  lazyValue,
  sure,
  undefinedValue,
  type Alternatives,
  type Argument,
  type ArrayValue,
  type HoleValue,
  type Lazy,
  type Value,
} from '../value.js';
import type { BuiltinCall } from './context.js';

/** Longer lists are not folded. */
const mostItems = 24;

/** One call of the function that `reduce` is given. */
export interface Round {
  readonly args: readonly Argument[];
  readonly tag: string;
}

/** `list.reduce(f, initial)`. */
export function reduced(self: ArrayValue, call: BuiltinCall, isRight: boolean): Alternatives | undefined {
  if (self.open) return foldOpen({ ...self, open: self.open }, call, isRight);
  if (self.items.length > mostItems) return sure(unknown(call));
  return fold(inOrder(self.items, isRight), call);
}

/** The rounds of a fold over the items that are known; undefined where there are none. */
export function roundsOf(
  self: ArrayValue,
  call: BuiltinCall,
  isRight: boolean,
): readonly Round[] | undefined {
  if (self.items.length === 0 || self.items.length > mostItems) return undefined;
  const rounds: Round[] = [];
  fold(inOrder(self.items, isRight), call, rounds);
  return rounds;
}

const inOrder = (items: readonly Lazy[], isRight: boolean): readonly Lazy[] =>
  isRight ? [...items].reverse() : items;

const unknown = ({ site: { activation, index } }: BuiltinCall): Value =>
  hole('runtime', 'reduced', activation.module, callOf(activation.module, index).at);

/** What is the same after one unknown element as after two is so after any number of them. */
function foldOpen(
  self: ArrayValue & { readonly open: HoleValue },
  call: BuiltinCall,
  isRight: boolean,
): Alternatives {
  const rest = sure<Value>({ ...self.open, name: 'reduced' });
  const other = lazyValue({ ...self.open, name: '' });
  const initial = listArguments(call.m, call.args).items[1];
  if (!initial || self.items.length > mostItems) return rest;
  const functions = foldFunctions(self, initial, call, isRight);
  if (functions) return functions;
  const once = fold([...self.items, other], call) ?? [];
  const shapes = shapesOf(once);
  const again = shapesOf(fold([...self.items, other, other], call) ?? []);
  const isFixed =
    shapes.size > 0 && shapes.size === again.size && [...shapes.keys()].every((s) => again.has(s));
  return isFixed && !shapes.has('') ? [...shapes.values()] : rest;
}

/** Functions around a function, as chains of middleware are: what is called with those that are known, and without any. */
function foldFunctions(
  self: ArrayValue,
  initial: Lazy,
  call: BuiltinCall,
  isRight: boolean,
): Alternatives | undefined {
  const inmost = force(call.m, initial);
  if (!areFunctions(inmost)) return undefined;
  const around = self.items.length > 0 ? (fold(inOrder(self.items, isRight), call) ?? []) : [];
  return areFunctions(around) ? [...around, ...inmost] : inmost;
}

const areFunctions = (values: Alternatives): boolean =>
  values.length > 0 && values.every(({ value }) => value.kind === 'function' || value.kind === 'external');

/** Strings by their texts, with holes between them; what is no string has no shape. */
const shapesOf = (values: Alternatives): Map<string, Alternatives[number]> =>
  new Map(
    values.map((a) => [
      a.value.kind === 'string' ? a.value.parts.map((p) => (p.kind === 'text' ? p.text : '\0')).join('') : '',
      a,
    ]),
  );

/** Folds known items; the accumulator of each round is the result of the one before. */
function fold(all: readonly Lazy[], call: BuiltinCall, rounds: Round[] = []): Alternatives | undefined {
  const { activation, index } = call.site;
  const from = { call: callOf(activation.module, index), index, activation };
  const [callback, initial] = listArguments(call.m, call.args).items;
  if (!callback) return undefined;
  const items = initial ? all : all.slice(1);
  let accumulator: Lazy = initial ?? all[0] ?? lazyValue(undefinedValue);
  items.forEach((item, i) => {
    const place = lazyValue({ kind: 'number', value: initial ? i : i + 1 });
    const args = [accumulator, item, place].map((value) => ({ spread: false, value }));
    const round: Round = { args, tag: `fold:${i}` };
    rounds.push(round);
    const values = flatMap(force(call.m, callback), (fn) =>
      invoke(call.m, fn, args, undefined, activation, round.tag, from),
    );
    accumulator = { kind: 'values', values };
  });
  return force(call.m, accumulator);
}
