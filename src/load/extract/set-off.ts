import type { Call, Expr, FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import { spanKey } from '../../model/span-key.js';
import type { Activation } from '../../values/value.js';
import { spanIn } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { Term } from '../term.js';
import { inBurst } from './loops.js';
import { testOffset, waitsBetween } from './module-variables.js';
import { emptyBranch } from './single-flight.js';
import { isStart, slotOf } from './slots.js';
import { functionName, placeIn } from './reader.js';
import { siteKey } from './sinks.js';
import type { Visit, Walker } from './walker.js';
import { wordsOf } from './words.js';

/** Walks what something sets off again and again: a handler, a schedule, the body of an endless loop. */
export function again<T>(w: Walker, activation: Activation, walk: () => T): T {
  w.stack.push({ activation, recursion: 'none', again: true });
  const walked = walk();
  w.stack.pop();
  return walked;
}

/** What goes on by itself from here on: loops around set it off as often, and so does what runs again and again. */
export function setOff(w: Walker, term: Term): Term {
  const inLoops = w.around.reduceRight<Term>((inner, count) => inBurst(count, inner), term);
  const count = adding(w, 'timers');
  return count ? inBurst(count, inLoops) : inLoops;
}

/** The functions that are being run, up to what runs again and again; none where nothing does. */
export function inRun(w: Walker): readonly Visit[] {
  const from = w.stack.findLastIndex((visit) => visit.again === true);
  return from < 0 ? [] : w.stack.slice(from);
}

/** How many there are of what each run adds to; undefined where it is added once, or in place of the one before. */
export function adding(w: Walker, what: string): Quantity | undefined {
  const [from, ...visits] = inRun(w);
  const last = w.stack.at(-1);
  if (from === undefined || last === undefined || visits.some((visit) => isKeptSingle(w, visit)))
    return undefined;
  const { module, fn, summary } = last.activation;
  return w.book.use({
    name: `${functionName(last.activation, fn)}.${what}`,
    unit: 'count',
    least: 0,
    file: module.file,
    at: summary.at[0],
    place: placeIn(module, summary.at),
  });
}

/** Whether what a function calls on the way is not called while it still goes on from before. */
function isKeptSingle(w: Walker, { activation }: Visit): boolean {
  const { module, fn } = activation;
  const own = module.calls.filter(
    (call, index) => call.within === fn && w.interest.sites.has(siteKey(module.file, index)),
  );
  const leading = own.filter((call) => w.path.has(spanKey(spanIn(module, call.at))));
  // An endless loop is in the way itself, with all that it calls.
  const all = leading.length > 0 ? leading : own;
  const from = Math.min(...all.map(({ at }) => at[0]));
  return (
    all.length > 0 && all.every((call) => isCleared(activation, call) || isGuarded(activation, call, from))
  );
}

export const clears = /^(?:(?:window|globalThis|global)\.)?clear(?:Interval|Timeout)$/;
const clearing = (module: ModuleSummary, fn: FunctionIndex): readonly Call[] =>
  module.calls.filter(({ within, callee }) => within === fn && clears.test(wordsOf(callee, module)));

/** `clearInterval(timer); timer = setInterval(…)`: the one before ends. */
function isCleared(activation: Activation, call: Call): boolean {
  const { module } = activation;
  const isOfSlot = (expr: Expr | undefined): boolean => {
    const slot = expr && slotOf(activation, expr);
    return (
      slot?.values.some(({ value }) => value.kind === 'call' && module.calls[value.call] === call) ?? false
    );
  };
  return clearing(module, call.within).some(
    ({ args, at, guards }) =>
      at[1] <= call.at[0] &&
      isOfSlot(args[0]?.value) &&
      Object.keys(guards).every((test) => {
        const summary = module.tests[test];
        return test in call.guards || (summary?.kind === 'condition' && isOfSlot(summary.condition));
      }),
  );
}

/** `if (running) return; running = true; …`: a flag that is lowered only where the timer is cleared. */
function isGuarded(activation: Activation, call: Call, from: number): boolean {
  const { module, fn } = activation;
  return Object.entries(call.guards).some(([test, branch]) => {
    const summary = module.tests[test];
    const asked = testOffset(test);
    if (summary?.kind !== 'condition' || asked === undefined || waitsBetween(module, fn, asked, from))
      return false;
    const { condition } = summary;
    const slot = slotOf(activation, condition.kind === 'operator' ? condition.operands[0] : condition);
    if (!slot) return false;
    const isSame = (expr: Expr): boolean => slotOf(activation, expr)?.name === slot.name;
    return (
      emptyBranch(condition, isSame) === branch &&
      slot.values.some(({ within }) => within === fn) &&
      slot.values.every(
        ({ within }) => within === fn || isStart(module, within) || clearing(module, within).length > 0,
      )
    );
  });
}
