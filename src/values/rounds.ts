import type { Expr, Frame, TestId } from '../model/module-summary.js';
import { compact, flatMap, map } from './alternatives.js';
import { evaluate } from './evaluate.js';
import { askAside, type Machine } from './machine.js';
import { overridden } from './overridden.js';
import { withStores } from './stores.js';
import {
  lazyValue,
  stringValue,
  sure,
  type Activation,
  type Alternative,
  type Alternatives,
  type HoleValue,
  type Lazy,
  type ObjectValue,
  type StringValue,
  type UrlValue,
  type Value,
} from './value.js';

type Rounds = NonNullable<Extract<Expr, { kind: 'choice' }>['rounds']>;

/** More rounds of one loop than this are not run one by one. */
const mostRounds = 1_024;
/** What a round may cost, on average; what fills a table is said in it. */
const stepsPerRound = 400;
/** What the loops of a whole program may cost beyond the questions that lead to them. */
const stepsForAll = 2_000_000;

const spent = new WeakMap<Machine, number>();

/**
 * A table or a text after a loop that makes it: `for (const [k, v] of Object.entries(known)) table.set(k, f(v))`,
 * `for (const part of known) path = join(path, part)`. Each round is seen as an activation of its own, in which the
 * loop's variables have one value. Undefined where the rounds, or what they make, aren't fully known.
 */
export function afterRounds(
  m: Machine,
  rounds: Rounds,
  before: Expr,
  activation: Activation,
): Alternatives | undefined {
  const starts = resultsOf(compact(evaluate(m, before, activation)));
  const each = starts && roundsOf(m, rounds, activation);
  if (!starts || !each) return undefined;
  const used = spent.get(m) ?? 0;
  if (used > stepsForAll) return undefined;
  if (m.isGlance) {
    // What a glance doesn't see must not be remembered.
    m.steps = m.limit + 1;
    return undefined;
  }
  const from = m.spent;
  const made = askAside(m, () => madeBy(m, rounds, starts, each), each.length * stepsPerRound);
  spent.set(m, used + m.spent - from);
  return made;
}

/** An object after such a loop over a collection that nobody knows: what it holds may be there, or be another. */
export function afterUnknownRounds(
  m: Machine,
  rounds: Rounds,
  before: Expr,
  activation: Activation,
): Alternatives | undefined {
  const { over } = rounds;
  const bound = over.kind === 'each' ? over.of : over.to;
  const [unknown] = evaluate(m, bound, activation).flatMap((a) => unknownIn(a.value) ?? []);
  if (!unknown) return undefined;
  const values = evaluate(m, before, activation);
  if (!values.every((a) => a.value.kind === 'object')) return undefined;
  return map(values, (value) =>
    value.kind === 'object' ? { ...value, props: overridden(value.props, unknown), open: unknown } : value,
  );
}

/** What a collection holds that nobody knows. */
function unknownIn(collection: Value): HoleValue | undefined {
  if (collection.kind === 'array' || collection.kind === 'object') return collection.open;
  return collection.kind === 'hole' ? collection : undefined;
}

/** Each of the values before the loop goes through the rounds by itself: what they depend on stays one of several. */
function madeBy(
  m: Machine,
  rounds: Rounds,
  starts: Results,
  each: readonly Activation[],
): Alternatives | undefined {
  let made: Results = map(starts, asExact);
  for (const round of each) {
    const next = resultsOf(compact(flatMap(made, (value) => afterRound(m, rounds, value, round))));
    if (!next || isTable(next) !== isTable(starts)) return undefined;
    made = next;
  }
  const isExact = starts.some(({ value }) => value.kind === 'object' && value.isExact === true);
  return isExact ? made : map(made, asOpen);
}

function afterRound(m: Machine, { head, back }: Rounds, before: Value, round: Activation): Alternatives {
  const memo = new Map<string, Alternatives>([[head, sure(before)]]);
  const own = { ...round, id: m.nextId++, memo, madeBy: m.reads?.current };
  return evaluate(m, { kind: 'reference', binding: back, at: [0, 0] }, own);
}

/** Between the rounds nobody else sets entries of a map. */
const asExact = (value: Result): Result =>
  value.kind === 'object' && value.builtin === 'Map' && !value.open ? { ...value, isExact: true } : value;

function asOpen(value: Result): Result {
  if (value.kind !== 'object') return value;
  const { isExact: _, ...result } = value;
  return result;
}

/** An activation in one round of a loop: its variables have one value. */
export const inRound = (m: Machine, activation: Activation, test: TestId, element: Lazy): Activation => ({
  ...activation,
  id: m.nextId++,
  elements: new Map(activation.elements ?? []).set(test, element),
  memo: new Map(),
  madeBy: m.reads?.current,
});

/** What rounds make: a table, or a text or URL that each of them changes, which may be one of several. */
type Result = ObjectValue | StringValue | UrlValue | HoleValue;
type Results = Alternatives<Result>;

/** More texts than this that a loop may make are not told apart. */
const mostResults = 12;

/**
 * A table is one, and no longer hangs on the decisions by which rounds came to it; of texts there may be several, of
 * which some are unknown.
 */
function resultsOf(values: Alternatives): Results | undefined {
  if (values.length === 0 || values.length > mostResults || !values.every(isResult)) return undefined;
  const [first] = values;
  if (!isTable(values)) return values;
  return first && values.length === 1 ? sure(first.value) : undefined;
}

const isTable = (values: Alternatives): boolean => values.some(({ value }) => value.kind === 'object');

const isResult = (a: Alternative): a is Results[number] =>
  a.value.kind === 'object' || a.value.kind === 'string' || a.value.kind === 'url' || a.value.kind === 'hole';

/** What runs in loops, seen in each of their rounds, as far as these are known. */
export function inRounds(
  m: Machine,
  frames: readonly Frame[],
  activation: Activation,
): readonly Activation[] {
  let all: readonly Activation[] = [activation];
  for (const frame of frames) {
    const over = frame.kind === 'loop' && frame.leaves !== true ? overOf(frame) : undefined;
    if (frame.kind === 'loop' && over)
      all = all.flatMap((a) => roundsOf(m, { over, test: frame.test }, a) ?? [a]);
    if (all.length > mostRounds) return [activation];
  }
  return all;
}

function overOf({ bound, loop, counter }: Extract<Frame, { kind: 'loop' }>): Rounds['over'] | undefined {
  if (bound?.kind === 'each' && loop !== 'for-await')
    return { ...bound, ...(loop === 'for-in' ? { keys: true } : {}) };
  return bound?.kind === 'counter' && counter !== undefined ? { ...bound, counter } : undefined;
}

/** An activation for each round; undefined where nobody knows which there are. */
function roundsOf(
  m: Machine,
  { over, test }: Pick<Rounds, 'over' | 'test'>,
  activation: Activation,
): readonly Activation[] | undefined {
  if (over.kind === 'counter')
    return countedBy(m, over, activation)?.map((value) =>
      inRound(m, activation, over.counter, lazyValue({ kind: 'number', value })),
    );
  const values = evaluate(m, over.of, activation);
  const [collection] = values.length === 1 ? values : [];
  const elements = collection && listed(m, collection.value, over.keys === true);
  return elements && elements.length <= mostRounds
    ? elements.map((element) => inRound(m, activation, test, element))
    : undefined;
}

/** The numbers that a counter takes. */
function countedBy(
  m: Machine,
  { from, operator, to, step }: Extract<Rounds['over'], { kind: 'counter' }>,
  activation: Activation,
): readonly number[] | undefined {
  const [first, last, by] = [from, to, step].map((e) => onlyNumber(evaluate(m, e, activation)));
  if (first === undefined || last === undefined || by === undefined) return undefined;
  const out: number[] = [];
  for (let count = first; isWithin(count, operator, last); count += by)
    if (out.push(count) > mostRounds) return undefined;
  return out;
}

function isWithin(count: number, operator: string, last: number): boolean {
  if (operator === '<') return count < last;
  if (operator === '<=') return count <= last;
  if (operator === '>') return count > last;
  return operator === '>=' ? count >= last : count !== last;
}

function onlyNumber([only, ...others]: Alternatives): number | undefined {
  return others.length === 0 && only?.value.kind === 'number' ? only.value.value : undefined;
}

function listed(m: Machine, collection: Value, keys: boolean): readonly Lazy[] | undefined {
  if (keys && (collection.kind === 'undefined' || collection.kind === 'null')) return [];
  if (collection.kind === 'array') return keys || collection.open ? undefined : collection.items;
  if (collection.kind !== 'object' || collection.open) return undefined;
  if (keys) return [...withStores(m, collection).keys()].map((key) => lazyValue(stringValue(key)));
  if (collection.builtin !== 'Map') return undefined;
  return [...collection.props].map(([key, value]) =>
    lazyValue({ kind: 'array', items: [lazyValue(stringValue(key)), value], open: undefined }),
  );
}
