import type { Expr, TestId } from '../model/module-summary.js';
import { map } from './alternatives.js';
import { evaluate } from './evaluate.js';
import { askAside, type Machine } from './machine.js';
import { overridden } from './overridden.js';
import {
  lazyValue,
  stringValue,
  sure,
  type Activation,
  type Alternatives,
  type Lazy,
  type ObjectValue,
  type Value,
} from './value.js';

type Rounds = NonNullable<Extract<Expr, { kind: 'choice' }>['rounds']>;

/** More rounds of one loop than this are not run one by one. */
const mostRounds = 1_024;
/** What a round may cost, on average; what fills a table is said in it. */
const stepsPerRound = 400;
/** What the loops of a whole program may cost beyond the questions that lead to them. */
const stepsForAll = 600_000;

const spent = new WeakMap<Machine, number>();

/**
 * A table after a loop that fills it: `for (const [k, v] of Object.entries(known)) table.set(k, f(v))`. Each round is
 * seen as an activation of its own, in which the loop's variables have one value. Undefined where the rounds, or what
 * they set, aren't fully known.
 */
export function afterRounds(
  m: Machine,
  rounds: Rounds,
  before: Expr,
  activation: Activation,
): Alternatives | undefined {
  const start = onlyObject(evaluate(m, before, activation));
  const elements = start && elementsOf(m, rounds, activation);
  if (!start || !elements) return undefined;
  const used = spent.get(m) ?? 0;
  if (used > stepsForAll) return undefined;
  if (m.isGlance) {
    // What a glance doesn't see must not be remembered.
    m.steps = m.limit + 1;
    return undefined;
  }
  const from = m.spent;
  const table = askAside(
    m,
    () => filled(m, rounds, start, elements, activation),
    elements.length * stepsPerRound,
  );
  spent.set(m, used + m.spent - from);
  return table;
}

/** An object after such a loop over a collection that nobody knows: what it holds may be there, or be another. */
export function afterUnknownRounds(
  m: Machine,
  rounds: Rounds,
  before: Expr,
  activation: Activation,
): Alternatives | undefined {
  const unknown = evaluate(m, rounds.of, activation).find((a) => a.value.kind === 'hole')?.value;
  if (unknown?.kind !== 'hole') return undefined;
  const values = evaluate(m, before, activation);
  if (!values.every((a) => a.value.kind === 'object')) return undefined;
  return map(values, (value) =>
    value.kind === 'object' ? { ...value, props: overridden(value.props, unknown), open: unknown } : value,
  );
}

function filled(
  m: Machine,
  rounds: Rounds,
  start: ObjectValue,
  elements: readonly Lazy[],
  activation: Activation,
): Alternatives | undefined {
  let table: ObjectValue = start.builtin === 'Map' && !start.open ? { ...start, isExact: true } : start;
  for (const element of elements) {
    const round = inRound(m, activation, rounds.test, element);
    round.memo.set(rounds.head, sure<Value>(table));
    const next = onlyObject(evaluate(m, { kind: 'reference', binding: rounds.back, at: [0, 0] }, round));
    if (!next || (next.open && !table.open)) return undefined;
    table = next;
  }
  const { isExact: _, ...result } = table;
  return sure<Value>(start.isExact ? table : result);
}

/** An activation in one round of a loop: its variables have one value. */
export const inRound = (m: Machine, activation: Activation, test: TestId, element: Lazy): Activation => ({
  ...activation,
  id: m.nextId++,
  elements: new Map(activation.elements ?? []).set(test, element),
  memo: new Map(),
});

function onlyObject(values: Alternatives): ObjectValue | undefined {
  const [only] = values;
  return values.length === 1 && only?.value.kind === 'object' ? only.value : undefined;
}

function elementsOf(m: Machine, { of, keys }: Rounds, activation: Activation): readonly Lazy[] | undefined {
  const values = evaluate(m, of, activation);
  const [collection] = values.length === 1 ? values : [];
  const elements = collection && listed(collection.value, keys === true);
  return elements && elements.length <= mostRounds ? elements : undefined;
}

function listed(collection: Value, keys: boolean): readonly Lazy[] | undefined {
  if (collection.kind === 'array') return keys || collection.open ? undefined : collection.items;
  if (collection.kind !== 'object' || collection.open) return undefined;
  const entries = [...collection.props];
  if (keys) return entries.map(([key]) => lazyValue(stringValue(key)));
  if (collection.builtin !== 'Map') return undefined;
  return entries.map(([key, value]) =>
    lazyValue({ kind: 'array', items: [lazyValue(stringValue(key)), value], open: undefined }),
  );
}
