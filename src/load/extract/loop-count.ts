import type { Expr, Frame } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { SharedWork } from '../term.js';
import { between, constant, constantValue, quotient, sum } from '../quantity.js';
import { attemptWords } from './attempts.js';
import { keysOf, lengthOf } from './lengths.js';
import { isOfRefilled, limitIn } from './loop-limit.js';
import { numberOf, unknownNumber } from './numbers.js';
import { functionName, placeIn, withoutClass, type Reader } from './reader.js';
import { drainOf, isRefilled, isSame } from './shared-drains.js';
import { isSteady } from './steady-loops.js';
import { isTriedAgain } from './tried-again.js';
import type { Walker } from './walker.js';
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

export function countOfLoop(w: Walker, frame: LoopFrame, activation: Activation): LoopCount {
  if (isEndless(frame, activation) && frame.leaves !== true) return { kind: 'endless' };
  const isAgain = isTriedAgain(w, frame, activation);
  const { count, isLeft, shared } = roundsOf(w, frame, activation, isAgain);
  if (isAgain && !shared) return { kind: 'attempts', attempts: count };
  return { kind: 'times', count: isLeft ? early(count) : count, shared };
}

interface Rounds {
  readonly count: Quantity;
  /** It may run only once. */
  readonly isLeft?: boolean;
  readonly shared?: SharedWork | undefined;
}

function roundsOf(reader: Reader, frame: LoopFrame, activation: Activation, isAgain: boolean): Rounds {
  const { bound } = frame;
  const isLeft = frame.leaves === true;
  const unknown = (what: string): Quantity => unknownRounds(reader, frame, activation, what);
  if (bound?.kind === 'each') {
    if (isRefilled(activation, frame, isSame(bound.of))) return { count: unknown('rounds') };
    const keys = frame.loop === 'for-in' ? keysOf(reader, bound.of, activation) : undefined;
    const shared = drainOf(reader, frame, activation)?.shared;
    return { count: keys ?? lengthOf(reader, bound.of, activation), isLeft, shared };
  }
  if (bound?.kind === 'counter')
    return isOfRefilled(frame, activation, bound.to) || !isSteady(activation.module, frame, bound)
      ? { count: unknown('rounds') }
      : { count: counted(reader, bound, activation), isLeft };
  const drain = drainOf(reader, frame, activation);
  if (drain?.count) return { count: drain.count, isLeft, shared: drain.shared };
  const limit = limitIn(reader, frame, activation);
  if (limit) return { count: limit, isLeft: true };
  const drained = drainedBy(reader, frame, activation);
  if (drained) return { count: drained, shared: drain?.shared };
  return { count: unknown(isAgain || attemptWords.test(bound?.text ?? '') ? 'attempts' : 'pages') };
}

/** `while (queue.length)`, of which each round takes one, or `queue.splice(0, 50)`. */
function drainedBy(reader: Reader, frame: LoopFrame, activation: Activation): Quantity | undefined {
  const { bound } = frame;
  const text = bound?.kind === 'condition' ? bound.text.trim() : '';
  const name = /^\(?([\w.$]+)\.(?:length|size)\b(?:\s*(?:>|!==?)\s*0)?\)?$/.exec(text)?.[1];
  const isIt = (expr: Expr): boolean => wordsOf(expr, activation.module) === name;
  if (name === undefined || isRefilled(activation, frame, isIt)) return undefined;
  const all = symbolNamed(reader, frame, activation, `${name}.length`, 0);
  const size = takenAtOnce(reader, frame, activation, name);
  return size === undefined ? all : quotient(all, size);
}

/** Whether a loop's own head never ends it. */
function isEndless(frame: LoopFrame, activation: Activation): boolean {
  const { bound } = frame;
  if (bound !== undefined && bound.kind !== 'condition') return false;
  const text = bound?.text.trim() ?? '';
  return /^(?:|true|1|!0)$/.test(text) || isFlag(frame, activation);
}

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

/** A loop that can be left may run only once. */
const early = (count: Quantity): Quantity => between({ kind: 'minimum', of: [constant(1), count] }, count);

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
