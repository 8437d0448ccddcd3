import type { Expr, Frame, ModuleSummary } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { SharedWork } from '../term.js';
import { between, constant, constantValue, quotient, sum } from '../quantity.js';
import { attemptWords } from './attempts.js';
import { keysOf, lengthOf } from './lengths.js';
import { numberOf, unknownNumber } from './numbers.js';
import { isPolled } from './polls.js';
import { functionName, placeIn, withoutClass, type Reader } from './reader.js';
import { drainOf, isRefilled, isSame } from './shared-drains.js';
import { isSteady, isSteps } from './steady-loops.js';
import { wordsOf } from './words.js';

export type LoopFrame = Extract<Frame, { kind: 'loop' }>;

/** How often a loop's body runs. */
export type LoopCount =
  | {
      readonly kind: 'times';
      readonly count: Quantity;
      /** Where others take their rounds from as well. */
      readonly shared?: SharedWork | undefined;
    }
  /** Nothing in the code ends it. */
  | { readonly kind: 'endless' }
  /** It runs again only after a failure, so often in all. */
  | { readonly kind: 'attempts'; readonly attempts: Quantity };

export function countOfLoop(reader: Reader, frame: LoopFrame, activation: Activation): LoopCount {
  const { bound } = frame;
  const { module } = activation;
  const leaves = frame.leaves === true;
  if (bound?.kind === 'each') {
    const keys = frame.loop === 'for-in' ? keysOf(reader, bound.of, activation) : undefined;
    if (isRefilled(activation, frame, isSame(bound.of)))
      return { kind: 'times', count: unknownRounds(reader, frame, activation, 'rounds') };
    const shared = drainOf(reader, frame, activation)?.shared;
    return { ...early(keys ?? lengthOf(reader, bound.of, activation), leaves), shared };
  }
  if (bound?.kind === 'counter') {
    if (isOfRefilled(frame, activation, bound.to) || !isSteady(module, frame, bound))
      return { kind: 'times', count: unknownRounds(reader, frame, activation, 'rounds') };
    const count = counted(reader, bound, activation);
    const words = [bound.from, bound.to].map((expr) => wordsOf(expr, module)).join(' ');
    if (leaves && attemptWords.test(words + textAround(frame, activation)))
      return attemptsOrRounds(module, frame, count);
    return early(count, leaves);
  }
  const text = bound?.text ?? '';
  const isEndless = text === '' || /^(?:true|1|!0)$/.test(text.trim()) || isFlag(frame, activation);
  if (isEndless && !leaves) return { kind: 'endless' };
  const drain = drainOf(reader, frame, activation);
  if (drain?.count) return { ...early(drain.count, leaves), shared: drain.shared };
  const limit = limitIn(reader, frame, activation);
  const leaving = isEndless && leaves ? attemptsLeft(reader, frame, activation) : undefined;
  if (leaving) return attemptsOrRounds(module, frame, leaving);
  if (
    (attemptWords.test(text) && (leaves || text.includes('&&'))) ||
    (limit !== undefined && leaves && attemptWords.test(textAround(frame, activation)))
  ) {
    const attempts = limit ?? unknownRounds(reader, frame, activation, 'attempts');
    return attemptsOrRounds(module, frame, attempts);
  }
  if (limit) return early(limit, true);
  const drained = /^\(?([\w.$]+)\.(?:length|size)\b(?:\s*(?:>|!==?)\s*0)?\)?$/.exec(text.trim());
  const isDrained = (expr: Expr): boolean => wordsOf(expr, module) === drained?.[1];
  if (drained?.[1] !== undefined && !isRefilled(activation, frame, isDrained)) {
    const all = symbolNamed(reader, frame, activation, `${drained[1]}.length`, 0);
    const size = takenAtOnce(reader, frame, activation, drained[1]);
    const count = size === undefined ? all : quotient(all, size);
    return { kind: 'times', count, shared: drain?.shared };
  }
  return { kind: 'times', count: unknownRounds(reader, frame, activation, 'pages') };
}

/** `list.length`, of a list to which the loop adds. */
const isOfRefilled = (frame: LoopFrame, activation: Activation, end: Expr | undefined): boolean =>
  end?.kind === 'member' && isRefilled(activation, frame, isSame(end.object));

const running =
  /(?:^|\.)(?:#?_?(?:is|should|keep)?_?)?(?:running|stop|stopped|stopping|active|alive|aborted|shutdown|shuttingdown|closed|closing|exiting|quit|enabled|started|terminated|cancelled|canceled|destroyed|disposed|killed)$/i;

/** A condition that nothing in the loop changes, or that tells whether the process is to go on: only something else ends it. */
function isFlag(frame: LoopFrame, activation: Activation): boolean {
  if (frame.bound?.kind !== 'condition') return false;
  const changed = textAround(frame, activation).split(' ');
  return frame.bound.text.split('&&').every((part) => {
    const words = part.replace(/[\s!()]/g, '');
    return running.test(words) || words === 'true' || (/^[\w$]+$/.test(words) && !changed.includes(words));
  });
}

/** How many elements each round takes off the collection that the loop empties: `queue.splice(0, 50)`. */
function takenAtOnce(
  reader: Reader,
  frame: LoopFrame,
  activation: Activation,
  collection: string,
): Quantity | undefined {
  const { module } = activation;
  const taking = module.calls.find(
    ({ at, callee }) =>
      at[0] >= frame.at[0] &&
      at[1] <= frame.at[1] &&
      callee.kind === 'member' &&
      callee.key.kind === 'literal' &&
      callee.key.value === 'splice' &&
      wordsOf(callee.object, module) === collection,
  );
  const size = taking?.args[1]?.value;
  return size && numberOf(reader, size, activation);
}

/** Rounds that only a failure goes on to, unless what an answer says decides. */
const attemptsOrRounds = (module: ModuleSummary, frame: LoopFrame, attempts: Quantity): LoopCount =>
  isPolled(module, frame) ? early(attempts, true) : { kind: 'attempts', attempts };

/** A loop that can be left may run only once. */
const early = (count: Quantity, leaves: boolean): Extract<LoopCount, { kind: 'times' }> => ({
  kind: 'times',
  count: leaves ? between({ kind: 'minimum', of: [constant(1), count] }, count) : count,
});

function counted(
  reader: Reader,
  bound: Extract<LoopFrame['bound'], { kind: 'counter' }>,
  activation: Activation,
): Quantity {
  const { module } = activation;
  const of = (expr: Expr): Quantity | undefined => numberOf(reader, expr, activation);
  const step = of(bound.step);
  const size = step === undefined ? undefined : constantValue(step);
  const down = size !== undefined && size < 0;
  const [first, last] = down ? [bound.to, bound.from] : [bound.from, bound.to];
  const low = of(first) ?? constant(0);
  const start = constantValue(low) ?? 0;
  const words = wordsOf(last, module);
  const end = of(last) ?? unknownNumber(reader, last, activation, words === '' ? 'rounds' : words);
  const inclusive = bound.operator.includes('=') && !bound.operator.startsWith('!') ? 1 : 0;
  const offset = inclusive - start;
  const range = offset === 0 ? end : sum(end, constant(offset));
  const by = step === undefined ? constant(1) : size === undefined ? step : constant(Math.abs(size));
  return constantValue(by) === 1 ? range : quotient(range, by);
}

/** The number that a loop's own condition compares with: `while (page <= 10)`, `while (left-- > 0)`, `while (left--)`. */
function limitIn(reader: Reader, frame: LoopFrame, activation: Activation): Quantity | undefined {
  const { module } = activation;
  // Where it is asked at the end, one more may have been counted before it is.
  if (frame.bound?.kind !== 'condition' || frame.loop === 'do-while') return undefined;
  const { text } = frame.bound;
  const conditions = Object.values(module.tests).flatMap((test) =>
    test.kind === 'condition' && test.text === text ? [test.condition] : [],
  );
  const within = conditions.filter(
    (condition) =>
      'at' in condition &&
      condition.at !== undefined &&
      condition.at[0] >= frame.at[0] &&
      condition.at[1] <= frame.at[1],
  );
  for (const condition of within) {
    if (condition.kind === 'reference') {
      const left = startOf(reader, condition, activation, 'down');
      if (left !== undefined) return constant(left);
    }
    if (condition.kind !== 'operator' || !/^[<>]=?$/.test(condition.operator)) continue;
    const [left, right] = condition.operands;
    if (isOfRefilled(frame, activation, right)) continue;
    const isDown = condition.operator.startsWith('>');
    const from = left && startOf(reader, left, activation, isDown ? 'down' : 'up');
    const to = right && numberOf(reader, right, activation);
    if (from === undefined || to === undefined) continue;
    const inclusive = condition.operator.endsWith('=') ? 1 : 0;
    if (!isDown) return inclusive === from ? to : sum(to, constant(inclusive - from));
    const end = constantValue(to);
    if (end !== undefined) return constant(from - end + inclusive);
  }
  return undefined;
}

/** `for (let attempt = 1; ; attempt++)` that gives up with `if (attempt >= attempts) throw`: the runs up to the limit. */
function attemptsLeft(reader: Reader, frame: LoopFrame, activation: Activation): Quantity | undefined {
  for (const test of Object.values(activation.module.tests)) {
    if (test.kind !== 'condition' || test.condition.kind !== 'operator') continue;
    const { at, operator, operands } = test.condition;
    const [left, right] = operands;
    if (at[0] < frame.at[0] || at[1] > frame.at[1] || !/^[<>]=?$/.test(operator)) continue;
    if (left?.kind !== 'reference' || right === undefined) continue;
    if (!attemptWords.test(wordsOf(left, activation.module))) continue;
    const from = startOf(reader, left, activation);
    const to = from === undefined ? undefined : numberOf(reader, right, activation);
    if (from === undefined || to === undefined) continue;
    return sum(to, constant((operator === '>' || operator === '<=' ? 2 : 1) - from));
  }
  return undefined;
}

/** What a variable of a loop starts with, where each round only adds a whole number to it, or takes one off. */
function startOf(
  reader: Reader,
  expr: Expr,
  activation: Activation,
  way: 'up' | 'down' = 'up',
): number | undefined {
  if (expr.kind !== 'reference') return undefined;
  const { module } = activation;
  const head = module.bindings[expr.binding]?.value;
  if (head?.kind !== 'choice') return undefined;
  const first = head.options.find(({ branch }) => branch === 'first')?.value;
  const again = head.options.find(({ branch }) => branch === 'again')?.value;
  if (first === undefined || again === undefined || !isSteps(module, again, expr.binding, way))
    return undefined;
  const from = numberOf(reader, first, activation);
  return from && constantValue(from);
}

function unknownRounds(reader: Reader, frame: LoopFrame, activation: Activation, what: string): Quantity {
  const least =
    frame.loop === 'do-while' || frame.bound?.kind !== 'condition' || frame.bound.text === '' ? 1 : 0;
  const name = `${functionName(activation, activation.fn)}.${what}`;
  return symbolNamed(reader, frame, activation, name, least, withoutClass(name));
}

function symbolNamed(
  reader: Reader,
  frame: LoopFrame,
  { module }: Activation,
  name: string,
  least: number,
  aliases: readonly string[] = [],
): Quantity {
  return reader.book.use({
    name,
    aliases,
    unit: 'count',
    least,
    file: module.file,
    at: frame.at[0],
    place: placeIn(module, frame.at),
  });
}

/** Names of the variables that the loop changes from round to round. */
function textAround(frame: LoopFrame, { module }: Activation): string {
  return Object.entries(module.bindings)
    .filter(([, { value }]) => value.kind === 'choice' && value.test === `${frame.test}:head`)
    .map(([, { name }]) => ` ${name}`)
    .join('');
}
