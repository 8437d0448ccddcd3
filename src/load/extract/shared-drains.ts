import type { Call, Expr, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { functionKey } from '../../values/machine.js';
import type { Activation } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { SharedWork } from '../term.js';
import { lengthOf } from './lengths.js';
import type { LoopFrame } from './loop-count.js';
import { originsOf } from './member-changes.js';
import { isVariable, ownerAt } from './module-variables.js';
import { numberOf } from './numbers.js';
import type { Reader } from './reader.js';
import { emptyBranch } from './single-flight.js';
import { wordsOf } from './words.js';

/** A loop whose rounds take elements of a list, one each, until there are no more of them. */
export interface Drain {
  /** How many rounds all loops over the list have together; undefined where the loop's own head says it. */
  readonly count: Quantity | undefined;
  /** The list, or the place in it, where others take from it too. */
  readonly shared: SharedWork | undefined;
}

type Reference = Extract<Expr, { kind: 'reference' }>;

/** What a call adds elements to. */
function filledBy({ callee, args }: Call): Expr | undefined {
  if (callee.kind !== 'member' || callee.key.kind !== 'literal') return undefined;
  const name = String(callee.key.value);
  const adds = /^(?:push|unshift|add|set|append)$/.test(name) || (name === 'splice' && args.length > 2);
  return adds ? callee.object : undefined;
}

/** Whether a loop adds to the list that its rounds take from, here or in what it calls back: what is there at first isn't all. */
export function isRefilled(
  { module }: Activation,
  { at: [from, to] }: LoopFrame,
  isList: (expr: Expr) => boolean,
): boolean {
  return module.calls.some((call) => {
    const filled = call.at[0] >= from && call.at[1] <= to ? filledBy(call) : undefined;
    return filled !== undefined && isList(filled);
  });
}

/** Whether an expression is the variable that another one is, whatever its version. */
export const isSame =
  (list: Expr) =>
  (expr: Expr): boolean =>
    list.kind === 'reference' && isVariable(expr, baseBinding(list.binding));

export function drainOf(reader: Reader, frame: LoopFrame, activation: Activation): Drain | undefined {
  const { module, fn } = activation;
  if (frame.bound?.kind === 'each') {
    const { of } = frame.bound;
    return of.kind === 'reference' && isIterator(module, of)
      ? { count: undefined, shared: sharedOf(activation, of) }
      : undefined;
  }
  const inside = module.calls.filter(
    ({ at, within, frames }) =>
      within === fn &&
      at[0] >= frame.at[0] &&
      at[1] <= frame.at[1] &&
      frames.at(-1)?.kind !== 'try' &&
      frames.length > 0,
  );
  return byElement(reader, frame, inside, activation) ?? byIndex(reader, frame, inside, activation);
}

/** What is kept outside of the function that takes from it. */
function sharedOf({ module, fn }: Activation, of: Reference): SharedWork | undefined {
  const base = baseBinding(of.binding);
  const owner = ownerAt(module, base);
  return owner === fn ? undefined : { owner: functionKey(module, owner), name: `${module.file}#${base}` };
}

/** `const rest = list.values()`: what one loop has taken the others don't get. */
const isIterator = (module: ModuleSummary, { binding }: Reference): boolean => {
  const value = module.bindings[binding]?.value;
  const callee = value?.kind === 'call' ? module.calls[value.call]?.callee : undefined;
  if (callee?.kind !== 'member') return false;
  return callee.key.kind === 'literal'
    ? /^(?:values|entries|keys)$/.test(String(callee.key.value))
    : wordsOf(callee.key, module) === 'Symbol.iterator';
};

/** `for (let user = queue.shift(); user; user = queue.shift())`, `while (queue.length) { const user = queue.pop(); … }`. */
function byElement(
  reader: Reader,
  frame: LoopFrame,
  inside: readonly Call[],
  activation: Activation,
): Drain | undefined {
  const { module } = activation;
  const {
    at: [from, to],
    bound,
  } = frame;
  const take = inside.find(
    ({ callee, guards }) =>
      callee.kind === 'member' &&
      callee.object.kind === 'reference' &&
      callee.key.kind === 'literal' &&
      /^(?:shift|pop)$/.test(String(callee.key.value)) &&
      Object.keys(guards).length <= 1,
  );
  if (take === undefined || hasWaited(inside, from, take.at[0])) return undefined;
  if (take.callee.kind !== 'member' || take.callee.object.kind !== 'reference') return undefined;
  const list = take.callee.object;
  if (isRefilled(activation, frame, isSame(list))) return undefined;
  const shared = sharedOf(activation, list);
  const text = bound?.kind === 'condition' ? bound.text.trim() : '';
  if (/\.(?:length|size)\b/.test(text)) return shared && { count: undefined, shared };
  const isTaken = (expr: Expr): boolean =>
    originsOf(module, expr, () => false).some((of) => of.kind === 'call' && module.calls[of.call] === take);
  const isAsked = Object.entries(module.tests).some(([test, summary]) => {
    if (summary.kind !== 'condition') return false;
    const empty = emptyBranch(summary.condition, isTaken);
    const rest = inside.filter((call) => call !== take && call.guards[test] !== undefined);
    return empty !== undefined && rest.length > 0 && rest.every((call) => call.guards[test] !== empty);
  });
  const isHead = text === '' || /^(?:true|1)$/.test(text) || take.at[0] < to;
  return isAsked && isHead && take.at[0] >= from
    ? { count: lengthOf(reader, list, activation), shared }
    : undefined;
}

/** `while (next < users.length) { const user = users[next++]; … }`, of a place that others move on as well. */
function byIndex(
  reader: Reader,
  frame: LoopFrame,
  inside: readonly Call[],
  activation: Activation,
): Drain | undefined {
  const { module, fn } = activation;
  const [from, to] = frame.at;
  for (const [id, { value, within, assignedAt, under }] of Object.entries(module.bindings)) {
    const base = baseBinding(id);
    if (
      !isStep(value, base) ||
      within !== fn ||
      assignedAt === undefined ||
      assignedAt < from ||
      assignedAt > to
    )
      continue;
    const puts = Object.entries(module.bindings).filter(
      ([other, b]) => baseBinding(other) === base && b.value.kind !== 'choice',
    );
    const start = puts.find(([other]) => other === base)?.[1].value;
    if (
      start?.kind !== 'literal' ||
      start.value !== 0 ||
      !puts.every(([other, b]) => other === base || isStep(b.value, base))
    )
      continue;
    for (const [test, summary] of Object.entries(module.tests)) {
      if (summary.kind !== 'condition' || summary.condition.kind !== 'operator') continue;
      const { operator, operands, at } = summary.condition;
      const [left, end] = operands;
      if (at[0] < from || at[1] > to || !left || !end || !/^(?:<|>=)$/.test(operator)) continue;
      if (!isPlace(module, left, base)) continue;
      const on = operator === '<' ? 'then' : 'else';
      const around = Object.entries(under?.guards ?? {});
      const isWhole = around.every(([one, way]) => one === test && way === on) && around.length <= 1;
      const isAtOnce = !hasWaited(inside, from, assignedAt);
      if (!isWhole || !isAtOnce || !inside.some(({ guards }) => guards[test] === on)) continue;
      if (end.kind === 'member' && isRefilled(activation, frame, isSame(end.object))) continue;
      const count = numberOf(reader, end, activation);
      const shared = sharedOf(activation, { kind: 'reference', binding: base, at: [0, 0] });
      return count && { count, shared };
    }
  }
  return undefined;
}

/** What others take meanwhile was there when it was asked for. */
const hasWaited = (inside: readonly Call[], from: number, place: number): boolean =>
  inside.some(({ awaited, at }) => awaited === 'await' && at[0] >= from && at[1] <= place);

const isStep = (value: Expr, base: string): boolean =>
  value.kind === 'plus' &&
  isVariable(value.left, base) &&
  value.right.kind === 'literal' &&
  value.right.value === 1;

/** The place itself, or what it was when it was moved on: `const i = next++`. */
const isPlace = (module: ModuleSummary, expr: Expr, base: string): boolean => {
  if (isVariable(expr, base)) return true;
  const value = expr.kind === 'reference' ? module.bindings[expr.binding]?.value : undefined;
  return value !== undefined && isVariable(value, base);
};
