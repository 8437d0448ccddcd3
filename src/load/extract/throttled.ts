import type { Expr } from '../../model/module-summary.js';
import { onlyOfLodash } from '../../values/builtins/lodash.js';
import { calleeOf } from '../../values/callee.js';
import { pathOf } from '../../values/path-of.js';
import type { Activation, ExternalValue } from '../../values/value.js';
import { entryOf } from '../../values/value.js';
import { between, constant, constantValue, within } from '../quantity.js';
import type { OptionReader } from '../options.js';
import type { LimiterUse, Term } from '../term.js';
import { alternative, delay, nothing, partsOf } from '../term.js';
import type { CallHere } from './calls.js';
import { numberOf } from './numbers.js';
import { codeOptions } from './options-in-code.js';
import { heldBy, type Placed } from './presence.js';
import { startReading } from './reader.js';
import type { Run } from './run.js';
import { timeOf } from './begun-rounds.js';
import { after, closed, inOrder, isEmpty, keptRun, waited } from './run.js';
import type { Walker } from './walker.js';

/**
 * Calls of what lodash's `throttle`, `debounce` and `once` gave to the module. A call after a pause may run it at once, one in
 * the pause at its end: two lie close together where a call follows right after that, which is not to be expected.
 */
export function throttledRun(w: Walker, { call, activation }: CallHere, run: Run): Run {
  const made = isEmpty(run) ? undefined : makingOf(w, call.callee, activation);
  if (made?.edges === 'once') return runOnce(made.id, run);
  const waitMs = made?.waitMs;
  if (made === undefined || waitMs === undefined || constantValue(waitMs) === 0) return run;
  // Who waits gets what the last run gave, which may be there.
  if (call.awaited !== 'no' && !isAside(run.term)) return waited(alternative(closed(run), nothing));
  const keys = made.edges === 'both' ? within(1, 2) : constant(1);
  const shape = { kind: 'cache', ttlMs: waitMs, keys } as const;
  const limiter: LimiterUse = { id: made.id, shape, instance: 'process' };
  const pause = made.edges === 'leading' ? nothing : delay(between(constant(0), waitMs));
  return keptRun(after(pause, run), { limiter, from: 'question' });
}

/** What the first call of `_.once` begins, and all others get: they may have to wait for it. */
function runOnce(id: string, run: Run): Run {
  const body = closed(run);
  const time = timeOf(body);
  if (time === undefined) return run;
  const shape = { kind: 'cache', ttlMs: constant(Infinity), keys: constant(1) } as const;
  const limiter: LimiterUse = { id, shape, instance: 'process' };
  return waited(inOrder({ kind: 'limited', limiter, body }, { kind: 'unexpected', body: time }));
}

/** Whether nothing of it is waited for. */
const isAside = (term: Term): boolean =>
  term.kind === 'background' ||
  ((term.kind === 'sequence' || term.kind === 'alternative') && partsOf(term).every(isAside));

/** Whether it runs at once, at the end of a pause, or both; or the first time alone. */
type Edges = 'leading' | 'trailing' | 'both' | 'once';

function edgesOf(options: OptionReader, name: string): Edges {
  if (options.flag(2, 'trailing') === false) return 'leading';
  const isLeading = options.flag(2, 'leading');
  return isLeading === false || (name === 'debounce' && isLeading === undefined) ? 'trailing' : 'both';
}

/** Which of them a function of a package is, as lodash has it, or a package of its own. */
function nameOf({ module, steps }: ExternalValue): string | undefined {
  const path = pathOf(steps);
  const ofAll = /^lodash(?:-es)?$/.test(module) ? path.replace(/^default\.?/, '') : undefined;
  const name = onlyOfLodash(module, path) ?? ofAll;
  return name === 'throttle' || name === 'debounce' || name === 'once' ? name : undefined;
}

/** The call that made a function, where it is one of these and runs once. */
function makingOf(
  w: Walker,
  callee: Expr,
  activation: Activation,
): { readonly id: string; readonly waitMs: ReturnType<typeof numberOf>; readonly edges: Edges } | undefined {
  let place = heldBy({ expr: callee, activation });
  for (let hops = 0; place?.expr.kind === 'reference' && hops < 4; hops++) place = heldBy(place);
  if (place?.expr.kind !== 'call') return undefined;
  const { module, fn } = place.activation;
  const made = module.calls[place.expr.call];
  if (made === undefined || made.within !== 0 || fn !== 0 || made.frames.length > 0) return undefined;
  startReading(w.m);
  const [maker] = calleeOf(w.m, made.callee, place.activation).map(({ value }) => value.value);
  const name = maker?.kind === 'external' ? nameOf(maker) : undefined;
  const id = `${module.file}#${made.at[0]}`;
  if (name === 'once') return { id, waitMs: undefined, edges: 'once' };
  const wait = made.args[1]?.value;
  if (name === undefined || wait === undefined) return undefined;
  const { activation: around } = place;
  const options = codeOptions(
    w,
    made.args.map((arg) => entryOf(arg, around)),
    around,
  );
  // What is ended early runs, or begins anew, at once.
  if (isEnded(place)) return undefined;
  return {
    id,
    waitMs: numberOf(w, wait, around),
    edges: edgesOf(options, name),
  };
}

/** Whether the file calls `flush` or `cancel` of what a call gave. */
const isEnded = ({ expr, activation: { module } }: Placed): boolean =>
  module.calls.some(({ callee }) => {
    if (callee.kind !== 'member' || callee.key.kind !== 'literal' || callee.object.kind !== 'reference')
      return false;
    const held = module.bindings[callee.object.binding]?.value;
    const isSame = held?.kind === 'call' && expr.kind === 'call' && held.call === expr.call;
    return isSame && /^(?:flush|cancel)$/.test(String(callee.key.value));
  });
