import type { Call, Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { functionKey } from '../../values/machine.js';
import { outcomeOf } from '../../values/outcome.js';
import type { Activation, FunctionValue } from '../../values/value.js';
import type { Term } from '../term.js';
import { goesOnAside } from '../term.js';
import type { Guard } from '../trigger.js';
import { isVariable, ownerAt, testOffset, waitsBetween } from './module-variables.js';
import { startReading } from './reader.js';
import { inOrder } from './run.js';
import { emptyBranch, settling } from './single-flight.js';
import { siteKey } from './sinks.js';
import { isStart, laterIn, slotOf, type Slot } from './slots.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** A flag, and all that is put into it once the program has begun. */
interface Flag {
  readonly is: (expr: Expr) => boolean;
  readonly later: Slot['values'];
}

interface Guarded {
  readonly guard: Guard;
  readonly term: Term;
}

/**
 * What a function does each time, and whether it leaves at once while its last run goes on. What its run doesn't wait for
 * itself, but lowers the flag at the end of, counts as part of it; other work goes on whatever the flag says.
 */
export function guarded(w: Walker, { activation, fn }: FunctionValue, term: Term): Guarded {
  const aside = asideUntilLowered(w, activation, fn, 0);
  if (aside === undefined) return { guard: 'overlap', term };
  let held = term;
  for (let i = 0; i < aside; i++) held = held.kind === 'background' ? held.body : inOrder(...stepsOf(held));
  return goesOnAside(held) ? { guard: 'overlap', term } : { guard: 'skip', term: held };
}

const stepsOf = (term: Term): readonly Term[] =>
  term.kind === 'sequence'
    ? term.steps.map((step) => (step.kind === 'background' ? step.body : step))
    : [term];

/** How many functions that aren't waited for lead to the work that a flag holds; undefined where none does. */
function asideUntilLowered(
  w: Walker,
  around: Activation,
  fn: FunctionIndex,
  depth: number,
): number | undefined {
  const { module } = around;
  const own = module.calls.flatMap((call, index) =>
    call.within === fn && w.interest.sites.has(siteKey(module.file, index)) ? [{ call, index }] : [],
  );
  const [only] = own;
  if (only === undefined) return undefined;
  const calls = own.map(({ call }) => call);
  const found = heldBy(w, around, fn, calls);
  if (found !== undefined || own.length > 1 || depth > 2) return found;
  // `setInterval(() => void poll(), ms)`: what is called may have the flag.
  startReading(w.m);
  const { entered } = outcomeOf(w.m, { module, index: only.index, activation: around });
  const [target] = entered;
  if (target === undefined || entered.length > 1 || only.call.frames.length > 0) return undefined;
  const inside = asideUntilLowered(w, target, target.fn, depth + 1);
  return inside === undefined ? undefined : inside + (only.call.awaited === 'no' ? 1 : 0);
}

/** `if (running) return; running = true; …; running = false;` around all calls of interest: waited for, or not. */
function heldBy(w: Walker, around: Activation, fn: FunctionIndex, own: readonly Call[]): 0 | 1 | undefined {
  const { module } = around;
  for (const [test, branch] of Object.entries(own[0]?.guards ?? {})) {
    const summary = module.tests[test];
    const asked = testOffset(test);
    if (summary?.kind !== 'condition' || asked === undefined) continue;
    const { condition } = summary;
    const flag = flagOf(w, around, condition.kind === 'operator' ? condition.operands[0] : condition);
    if (flag === undefined || emptyBranch(condition, flag.is) !== branch) continue;
    if (!own.every((call) => call.guards[test] === branch) || !isRaised(module, fn, flag, asked, own))
      continue;
    const lowered = flag.later.filter(({ value }) => mayBeEmpty(value));
    const ends = own.map((call) => endOf(module, fn, call));
    if (
      lowered.every(
        ({ within, at = -1 }) => within === fn && ends.every((end) => end <= at) && !isInLoop(own, at),
      )
    )
      return 0;
    if (lowered.every(({ within }) => isAfterAll(w, module, within, fn, own))) return 1;
  }
  return undefined;
}

function flagOf(w: Walker, around: Activation, expr: Expr | undefined): Flag | undefined {
  const { module } = around;
  if (expr?.kind === 'reference') {
    const base = baseBinding(expr.binding);
    const owner = ownerAt(module, base);
    const versions = Object.entries(module.bindings).flatMap(([id, { value, within, assignedAt }]) =>
      baseBinding(id) === base && value.kind !== 'choice' ? [{ value, within, at: assignedAt }] : [],
    );
    const ofOwner = versions.filter(({ within, at }) => within === owner && at === undefined);
    const isAtStart = ofOwner.length === 1 || !waitsBetween(module, owner, 0, Infinity);
    const later = isAtStart ? versions.filter((version) => !ofOwner.includes(version)) : versions;
    return { is: (other) => isVariable(other, base), later };
  }
  let method = around;
  while (method.summary.kind === 'arrow' && method.parent) method = method.parent;
  const slot = slotOf(method, expr);
  const values = slot && laterIn(w, method, slot);
  return (
    values && {
      is: (other) => slotOf(method, other)?.name === slot.name,
      later: values.filter(({ within }) => !isStart(module, within)),
    }
  );
}

/** Whether the flag goes up before the calls, and before anything is waited for. */
function isRaised(
  module: ModuleSummary,
  fn: FunctionIndex,
  { later }: Flag,
  asked: number,
  own: readonly Call[],
): boolean {
  const from = Math.min(...own.map(({ at }) => at[0]));
  return later.some(
    ({ value, within, at }) =>
      within === fn &&
      at !== undefined &&
      at > asked &&
      at <= from &&
      !mayBeEmpty(value) &&
      !waitsBetween(module, fn, asked, at),
  );
}

const mayBeEmpty = (value: Expr): boolean =>
  value.kind === 'literal' ? !value.value : !isSomething.has(value.kind);
const isSomething: ReadonlySet<Expr['kind']> = new Set(['object', 'array', 'call']);

/** Where a function goes on after a call and all that it does; never where it doesn't wait for it. */
function endOf(module: ModuleSummary, fn: FunctionIndex, { at: [start, end] }: Call): number {
  const waiting = module.calls.find(
    ({ callee, at, within, awaited }) =>
      awaited === 'await' &&
      within === fn &&
      end <= at[1] &&
      (at[0] === start || (at[0] < start && /^Promise\.all(?:Settled)?$/.test(wordsOf(callee, module)))),
  );
  return waiting ? waiting.at[1] : Infinity;
}

const isInLoop = (calls: readonly Call[], offset: number): boolean =>
  calls.some(({ frames }) => frames.some(({ kind, at }) => kind === 'loop' && offset < at[1]));

/** Whether a function runs at the end of one chain of calls, and does nothing of interest itself: `.finally(() => …)`. */
function isAfterAll(
  w: Walker,
  module: ModuleSummary,
  lowering: FunctionIndex,
  fn: FunctionIndex,
  own: readonly Call[],
): boolean {
  const settled = settling(module, lowering);
  return (
    settled?.within === fn &&
    !w.interest.functions.has(functionKey(module, lowering)) &&
    own.every(({ at: [start, end] }) => start === settled.at[0] && end <= settled.at[1])
  );
}
