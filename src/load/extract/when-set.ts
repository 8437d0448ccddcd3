import type { Call, Expr, Frame, FunctionIndex, TestId, Under } from '../../model/module-summary.js';
import { partsIn } from '../../values/sub-expressions.js';
import type { Activation } from '../../values/value.js';
import { constant, constantValue, sum, type Quantity } from '../quantity.js';
import { isWell } from './failures.js';
import { isNow, type Compared } from './freshness.js';
import { mayThrowAfterAnswer } from './late-throws.js';
import { testOffset, waitsBetween } from './module-variables.js';
import { numberOf } from './numbers.js';
import { enteredBy } from './presence.js';
import { settling } from './single-flight.js';
import type { Put } from './slots.js';
import type { Walker } from './walker.js';

interface Decided {
  readonly test: TestId;
  readonly branch: string;
}

/** How long what is assigned is fresh, where it is surely assigned with the question, or when its answer is there. */
export function timeSet(
  w: Walker,
  { key, ttl, margin }: Compared,
  put: Put,
  decided: Decided,
  activation: Activation,
): { readonly ttlMs: Quantity; readonly from: 'question' | 'answer' } | undefined {
  const { module, fn } = activation;
  const value = key === undefined ? put.value : propertyOf(put.value, key);
  const [now, lasts] = ttl
    ? [value, ttl]
    : value?.kind === 'plus'
      ? [value.left, value.right]
      : [undefined, undefined];
  if (now === undefined || lasts === undefined || !isNow(now, module, put.within)) return undefined;
  const around = now.kind === 'call' ? module.calls[now.call] : put.under;
  const setAt = put.at ?? ('at' in now ? now.at?.[0] : undefined);
  const setUntil = Math.max(setAt ?? 0, endOf(put.value), endOf(now));
  if (!isSurelySet(w, activation, { put, around, setUntil }, decided)) return undefined;
  const asked = testOffset(decided.test);
  const isAtOnce =
    put.within === fn &&
    setAt !== undefined &&
    asked !== undefined &&
    !waitsBetween(module, fn, asked, setAt);
  // A time that was read before the answer came is not that of the answer.
  if (!isAtOnce && now.kind !== 'call') return undefined;
  const ttlMs = numberOf(w, lasts, activation);
  const early = margin && numberOf(w, margin, activation);
  const earlyMs = margin === undefined ? 0 : early && constantValue(early);
  if (ttlMs === undefined || earlyMs === undefined) return undefined;
  return {
    ttlMs: earlyMs === 0 ? ttlMs : sum(ttlMs, constant(-earlyMs)),
    from: isAtOnce ? 'question' : 'answer',
  };
}

/** Where the text of an expression ends, as far as its parts say. */
export const endOf = (expr: Expr): number =>
  Math.max('at' in expr && expr.at ? expr.at[1] : 0, ...partsIn(expr).map(endOf));

interface Setting {
  readonly put: Put;
  readonly around: Partial<Under> | undefined;
  /** Where the text ends that sets it. */
  readonly setUntil: number;
}

/** By the function that asks, or by what it passes to `then` of all that it asks for. */
export function isSurelySet(
  w: Walker,
  activation: Activation,
  { put: { within }, around, setUntil }: Setting,
  { test, branch }: Decided,
): boolean {
  const { module, fn } = activation;
  const { guards = {}, frames = [] } = around ?? {};
  if (!isStraight(frames)) return false;
  const open = Object.entries(guards).filter(([other, way]) => !isWell(w, other, way, activation));
  if (within === fn)
    return guards[test] === branch && open.every(([other]) => other === test) && isReached(setUntil);
  const called = setByCall(w, activation, within, { test, branch });
  if (called) return isReached(called.call.at[1]) && isReachedIn(called.run);
  const settled = settling(module, within);
  if (settled?.within !== fn || settled.guards[test] !== branch || open.length > 0) return false;
  if (settled.callee.kind !== 'member' || settled.callee.key.kind !== 'literal') return false;
  const from = settled.at[0];
  const others = module.calls.filter(
    (call) =>
      call.within === fn && call.guards[test] === branch && (call.at[0] < from || call.at[1] > settled.at[1]),
  );
  return (
    settled.callee.key.value === 'then' &&
    others.every(({ at }) => at[0] === from) &&
    isReached(settled.at[1])
  );

  /** Whether nothing behind an answer keeps the function from coming so far. */
  function isReached(to: number): boolean {
    const asked = testOffset(test);
    if (w.isTrusting || asked === undefined) return w.isTrusting === true;
    return !mayThrowAfterAnswer(w, activation, [asked, to]);
  }

  /** The same in the function that sets it. */
  function isReachedIn(run: Activation): boolean {
    if (!Object.entries(guards).every(([other, way]) => isWell(w, other, way, run))) return false;
    return w.isTrusting === true || !mayThrowAfterAnswer(w, run, [run.summary.at[0], setUntil]);
  }
}

/** `if (!this.token) await this.login()`: the one call on a branch that is waited for and runs the function which sets something. */
function setByCall(
  w: Walker,
  activation: Activation,
  within: FunctionIndex,
  { test, branch }: Decided,
): { readonly call: Call; readonly run: Activation } | undefined {
  const { module, fn } = activation;
  for (const [index, call] of module.calls.entries()) {
    if (call.within !== fn || call.awaited !== 'await' || call.guards[test] !== branch) continue;
    if (!isStraight(call.frames) || !isDecidedAlone(call.guards, test)) continue;
    const [run, ...others] = enteredBy(w, { expr: { kind: 'call', call: index, at: call.at }, activation });
    if (run?.fn === within && run.module === module && others.length === 0) return { call, run };
  }
  return undefined;
}

const isDecidedAlone = (guards: Readonly<Record<TestId, string>>, test: TestId): boolean =>
  Object.keys(guards).every((other) => other === test);

const isStraight = (frames: readonly Frame[]): boolean =>
  frames.every((frame) => frame.kind === 'branch' || (frame.kind === 'try' && frame.part === 'try'));

function propertyOf(expr: Expr, key: string): Expr | undefined {
  if (expr.kind !== 'object') return undefined;
  const entries = expr.entries.filter(
    (entry) => entry.kind !== 'property' || (entry.key.kind === 'literal' && entry.key.value === key),
  );
  const [only] = entries;
  return entries.length === 1 && only?.kind === 'property' ? only.value : undefined;
}
