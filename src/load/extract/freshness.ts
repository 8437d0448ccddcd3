import type { Expr, ModuleSummary, TestId } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { keptForGood } from './kept-for-good.js';
import { keptIn, keptUnder, type AskedAgain, type KeptAgain } from './kept.js';
import { testOffset, waitsBetween } from './module-variables.js';
import { isThere } from './presence.js';
import { laterIn, type Put, type Slot } from './slots.js';
import type { Walker } from './walker.js';
import { timeSet } from './when-set.js';
import { wordsOf } from './words.js';

/** What a comparison says of a time that a variable of the module holds, or a member of one. */
export interface Compared {
  readonly holds: 'fresh' | 'stale';
  readonly slot: Slot;
  readonly key: string | undefined;
  /** How long it is fresh; undefined where the time is that until which it is. */
  readonly ttl: Expr | undefined;
  /** How much earlier it is no longer good enough. */
  readonly margin?: Expr | undefined;
}

/**
 * `if (cache && Date.now() - cache.at < TTL) return cache.value`: what runs on the other branch asks again, and sets the
 * time when it has the answer. Undefined for other tests, and where anything else changes the variable.
 */
export function askedAgain(
  w: Walker,
  test: TestId,
  branch: string,
  activation: Activation,
): AskedAgain | undefined {
  const kept = (by: Walker): KeptAgain | undefined =>
    keptForAWhile(by, test, branch, activation) ?? keptForGood(by, test, branch, activation);
  const sure = kept(w);
  const found = sure ?? kept({ ...w, isTrusting: true });
  if (sure !== undefined || found === undefined) return sure;
  const { limiter } = found;
  return { ...found, limiter: { ...limiter, shape: { ...limiter.shape, isUnsure: true } } };
}

function keptForAWhile(
  w: Walker,
  test: TestId,
  branch: string,
  activation: Activation,
): KeptAgain | undefined {
  const { module, fn } = activation;
  const summary = module.tests[test];
  if (summary?.kind !== 'condition' || waitsBefore(module, fn, test)) return undefined;
  const found = comparedIn(summary.condition, activation);
  const stale = found?.compared.holds === 'fresh' ? 'else' : 'then';
  if (found === undefined || branch !== stale) return undefined;
  const { compared, beside } = found;
  const later = laterIn(w, activation, compared.slot, compared.key) ?? [];
  const [time, ...others] = later;
  const set =
    time && others.length === 0 ? timeSet(w, compared, time, { test, branch }, activation) : undefined;
  if (time === undefined || set === undefined) return undefined;
  const { ttlMs, from } = set;
  const setAt = placeOfValue(time.value);
  if (!beside.every((slot) => isSetBeside(w, activation, slot, { test, time, setAt }))) return undefined;
  return keptUnder(activation, compared.slot, ttlMs, from);
}

/** A time that was read before the function waited is none at which it was decided. */
function waitsBefore(module: ModuleSummary, fn: number, test: TestId): boolean {
  const offset = testOffset(test);
  return offset === undefined || waitsBetween(module, fn, 0, offset);
}

/** All parts of a conjunction say that it is fresh, or all parts of a disjunction that it is stale: by the time, or by what is kept with it. */
function comparedIn(
  condition: Expr,
  activation: Activation,
): { readonly compared: Compared; readonly beside: readonly Slot[] } | undefined {
  const parts = partsOf(condition, condition.kind === 'and' ? 'and' : 'or');
  const all = parts.map((part) => comparison(part, activation));
  const [compared, ...more] = all.filter((one) => one !== undefined);
  if (compared === undefined || more.length > 0) return undefined;
  const holds = parts.length === 1 ? compared.holds : condition.kind === 'and' ? 'fresh' : 'stale';
  const others = parts.filter((_, i) => all[i] === undefined);
  const slots = others.map((part) => slotAsked(part, activation, holds === 'fresh'));
  if (compared.holds !== holds || slots.some((slot) => slot === undefined)) return undefined;
  const beside = slots.filter((slot) => slot !== undefined).filter(({ name }) => name !== compared.slot.name);
  return beside.length < slots.length && compared.key === undefined ? undefined : { compared, beside };
}

function partsOf(expr: Expr, by: 'and' | 'or'): readonly Expr[] {
  if (by === 'and' && expr.kind === 'and') return [...partsOf(expr.left, by), ...partsOf(expr.right, by)];
  if (by === 'or' && expr.kind === 'default' && expr.operator === '||')
    return [...partsOf(expr.left, by), ...partsOf(expr.right, by)];
  return [expr];
}

/** `cache`, or `!cache`: what is kept is there, once it is set. */
function slotAsked(expr: Expr, activation: Activation, isWanted: boolean): Slot | undefined {
  if (isWanted) return keptIn(activation, expr);
  const [of] = expr.kind === 'operator' && expr.operator === '!' ? expr.operands : [];
  return keptIn(activation, of);
}

/** Where in the text a value stands that is surely one; undefined for others. */
const placeOfValue = (value: Expr | undefined): number | undefined => {
  if (value?.kind === 'plus') return placeOfValue(value.left);
  if (value?.kind === 'await') return placeOfValue(value.value);
  return value && kept.has(value.kind) && 'at' in value ? value.at?.[0] : undefined;
};
const kept: ReadonlySet<Expr['kind']> = new Set(['await', 'call', 'member', 'reference', 'object', 'array']);

/** Whether something is set, to what is no emptiness, wherever a time is: all that is decided before decides of both. */
function isSetBeside(
  w: Walker,
  activation: Activation,
  slot: Slot,
  { test, time, setAt }: { readonly test: TestId; readonly time: Put; readonly setAt: number | undefined },
): boolean {
  const { module } = activation;
  const fn = time.within;
  const later = laterIn(w, activation, slot) ?? [];
  const [from, decided] = [placeOfValue(later[0]?.value), testOffset(test)];
  if (later.length !== 1 || later[0]?.within !== fn) return false;
  if (from === undefined || setAt === undefined || decided === undefined) return false;
  const put = later[0].value;
  if (!isThere(w, { expr: put, activation }, true)) return false;
  const now = module.calls.find(({ at, within }, call) => {
    return within === fn && at[0] >= setAt && isNow({ kind: 'call', call, at }, module, fn);
  });
  return Object.entries(module.tests).every(([other, summary]) => {
    const { condition } = summary.kind === 'condition' ? summary : {};
    const at = testOffset(other) ?? (condition && 'at' in condition ? condition.at?.[0] : undefined);
    const isBetween =
      at !== undefined &&
      at > Math.max(decided, module.functions[fn]?.at[0] ?? 0) &&
      at < Math.max(from, setAt);
    return !isBetween || (now?.guards[other] !== undefined && at < Math.min(from, setAt));
  });
}

/** `Date.now() - at < TTL`, `Date.now() < at + TTL`, `Date.now() < until`, and what is the other way round. */
function comparison(expr: Expr, activation: Activation): Compared | undefined {
  const { module, fn } = activation;
  if (expr.kind !== 'operator' || !/^[<>]=?$/.test(expr.operator)) return undefined;
  const [left, right] = expr.operands;
  if (left === undefined || right === undefined) return undefined;
  const [small, large] = expr.operator.startsWith('<') ? [left, right] : [right, left];
  const age = (side: Expr): Expr | undefined =>
    side.kind === 'operator' &&
    side.operator === '-' &&
    side.operands[0] &&
    isNow(side.operands[0], module, fn)
      ? side.operands[1]
      : undefined;
  const of = (
    holds: Compared['holds'],
    time: Expr,
    ttl: Expr | undefined,
    margin?: Expr,
  ): Compared | undefined => {
    const place = placeOf(time, activation);
    return place && { ...place, holds, ttl, margin };
  };
  const [spare, lack] = [timeLeft(large, module, fn), timeLeft(small, module, fn)];
  if (spare) return of('fresh', spare, undefined, small);
  if (lack) return of('stale', lack, undefined, large);
  const [young, old] = [age(small), age(large)];
  if (young) return of('fresh', young, large);
  if (old) return of('stale', old, small);
  for (const [now, until, holds] of [
    [small, large, 'fresh'],
    [large, small, 'stale'],
  ] as const) {
    if (now.kind === 'plus' && isNow(now.left, module, fn)) return of(holds, until, undefined, now.right);
    if (!isNow(now, module, fn)) continue;
    const [first, margin] = until.kind === 'operator' && until.operator === '-' ? until.operands : [];
    if (first && margin) return of(holds, first, undefined, margin);
    return until.kind === 'plus' ? of(holds, until.left, until.right) : of(holds, until, undefined);
  }
  return undefined;
}

/** `until` of `until - Date.now()`. */
function timeLeft(side: Expr, module: ModuleSummary, fn: number): Expr | undefined {
  const [until, now] = side.kind === 'operator' && side.operator === '-' ? side.operands : [];
  return now && isNow(now, module, fn) ? until : undefined;
}

function placeOf(
  time: Expr,
  activation: Activation,
): { readonly slot: Slot; readonly key: string | undefined } | undefined {
  const own = keptIn(activation, time);
  if (own) return { slot: own, key: undefined };
  if (time.kind !== 'member' || time.key.kind !== 'literal') return undefined;
  const slot = keptIn(activation, time.object);
  return slot && { slot, key: String(time.key.value) };
}

export function isNow(expr: Expr, module: ModuleSummary, fn: number): boolean {
  if (expr.kind === 'call') return /^(?:Date|performance)\.now\(\)$/.test(wordsOf(expr, module));
  const binding = expr.kind === 'reference' ? module.bindings[expr.binding] : undefined;
  return binding?.within === fn && binding.value.kind === 'call' && isNow(binding.value, module, fn);
}
