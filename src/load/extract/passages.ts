import { functionsAt } from '../../values/builtins/callbacks.js';
import type { ExternalValue, Step } from '../../values/value.js';
import { limiters } from '../limiters/index.js';
import type { LimiterModel, Passage } from '../limiters/model.js';
import type { LimiterUse, Term } from '../term.js';
import { nothing } from '../term.js';
import { isChangedLater, isStopped } from './changed-limiters.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { waitForIdle } from './idle.js';
import { lengthOf } from './lengths.js';
import { makingOf } from './making.js';
import { inBurst } from './loops.js';
import { numberOf, unknownNumber } from './numbers.js';
import { codeOptions } from './options-in-code.js';
import type { Run } from './run.js';
import { heldRun, inside, isNothing, together, waited } from './run.js';
import { tasksRun, tasksTerm } from './tasks.js';
import { thunksOf } from './thunks.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

/** Whether a limiter's package is called: such calls are worth looking at. */
export const isLimiter = (callee: ExternalValue): boolean =>
  limiters.some((model) => model.library === callee.module && startsAs(model, callee.steps) !== undefined);

/** Whether something is a limiter itself, and not what came through one. */
export const isLimiterItself = (value: ExternalValue): boolean =>
  limiters.some((model) => model.library === value.module && startsAs(model, value.steps)?.length === 1);

/** What a call does that passes through a limiter; undefined where it passes none that is known. */
export function throughLimiter(w: Walker, here: CallHere, callee: ExternalValue): Run | undefined {
  for (const model of limiters) {
    if (model.library !== callee.module) continue;
    const rest = startsAs(model, callee.steps);
    if (rest === undefined) continue;
    for (const passage of model.passages) {
      const run = passed(w, here, model, passage, rest);
      if (run) return isHeldUp(w, here, model, rest[0]) ? heldRun(run) : run;
    }
  }
  return undefined;
}

/** What waits at a limiter that stands still, or lets less through than later, comes when others say so. */
const isHeldUp = (
  w: Walker,
  { activation }: CallHere,
  model: LimiterModel,
  made: Step | undefined,
): boolean =>
  (made?.kind === 'call' || made?.kind === 'new') &&
  (isStopped(w, model, made, activation) || isChangedLater(w, model, made));

/** The steps after the limiter's export; undefined when the steps don't begin with it. */
function startsAs(model: LimiterModel, steps: readonly Step[]): readonly Step[] | undefined {
  const bare = steps[0]?.kind === 'member' && steps[0].name === 'default' ? steps.slice(1) : steps;
  if (model.exported === 'default') return bare;
  return bare[0]?.kind === 'member' && bare[0].name === model.exported ? bare.slice(1) : undefined;
}

function passed(
  w: Walker,
  here: CallHere,
  model: LimiterModel,
  passage: Passage,
  steps: readonly Step[],
): Run | undefined {
  if (passage.kind === 'each')
    return steps.length === 0 ? waited(eachTerm(w, here, model, passage)) : undefined;
  if (passage.kind === 'tasks')
    return steps.length === 0 ? waited(tasksTerm(w, here, model, passage.list)) : undefined;
  // A queue of tasks is made: nothing runs yet.
  if (passage.kind === 'worker' && steps.length === 0) return waited(nothing);
  const [made, ...rest] = steps;
  if (made === undefined || made.kind !== (model.made === 'new' ? 'new' : 'call')) return undefined;
  const use = (): LimiterUse | undefined => useOf(w, model, made, here);
  const member = 'member' in passage ? passage.member : undefined;
  const [first, second, ...more] = rest;
  const after =
    member === undefined
      ? rest
      : first?.kind === 'member' && first.name === member
        ? rest.slice(1)
        : undefined;
  if (after === undefined) return undefined;
  switch (passage.kind) {
    case 'callback':
      if (after.length === 0) return callbackRun(w, here, passage, use());
      if (
        model.library === 'p-limit' &&
        first?.kind === 'member' &&
        first.name === 'map' &&
        second === undefined
      )
        return mapRun(w, here, use());
      return undefined;
    case 'wrapper': {
      const [wrapped, ...others] = after;
      // `throttle(fn)` itself runs nothing.
      if (wrapped === undefined && functionsAt({ m: w.m, args: here.args, site: here }, 0).length > 0)
        return waited(nothing);
      if (wrapped?.kind !== 'call' || others.length > 0 || more.length > 1) return undefined;
      const terms = functionsAt({ m: w.m, args: wrapped.args, site: here }, 0).map((fn) =>
        functionTerm(w, here, fn, here.args, 'wrapped'),
      );
      return waited(inside(use(), together(...terms)));
    }
    case 'worker': {
      const isTask = first?.kind === 'member' && passage.tasks.test(first.name) && second === undefined;
      return isTask ? tasksRun(w, here, made.args, passage, use()) : undefined;
    }
    case 'idle': {
      const isWait = first?.kind === 'member' && passage.members.test(first.name) && second === undefined;
      // With a function it only says what is to be done then.
      const limiter =
        isWait && functionsAt({ m: w.m, args: here.args, site: here }, 0).length === 0 ? use() : undefined;
      return limiter && waitForIdle(limiter, passage.atMost === true);
    }
    case 'gate': {
      const limiter = after.length === 0 ? use() : undefined;
      if (!limiter) return undefined;
      const { callee } = here.call;
      const of = callee.kind === 'member' ? wordsOf(callee.object, here.activation.module) : '';
      const release = passage.release === undefined ? undefined : `${of}.${passage.release}`;
      return { ...waited(nothing), gate: { limiter, release } };
    }
    default:
      return undefined;
  }
}

function callbackRun(
  w: Walker,
  here: CallHere,
  { argument, givesOwn }: Extract<Passage, { kind: 'callback' }>,
  limiter: LimiterUse | undefined,
): Run | undefined {
  const given = givesOwn ? undefined : here.args.slice(argument + 1);
  const terms = functionsAt({ m: w.m, args: here.args, site: here }, argument).map((fn) =>
    functionTerm(w, here, fn, given, 'limited'),
  );
  if (terms.length > 0) return waited(inside(limiter, together(...terms)));
  const thunks = thunksOf(w, here, here.call.args[argument]?.value);
  if (thunks === undefined) return undefined;
  const body = inside(limiter, functionTerm(w, here, thunks.fn, [], 'limited'));
  return waited(isNothing(body) ? nothing : inBurst(thunks.count, body));
}

/** `limit.map(items, fn)`. */
function mapRun(w: Walker, here: CallHere, limiter: LimiterUse | undefined): Run | undefined {
  const items = here.call.args[0]?.value;
  const [fn] = functionsAt({ m: w.m, args: here.args, site: here }, 1);
  if (items === undefined || fn === undefined) return undefined;
  const term = inside(limiter, functionTerm(w, here, fn, undefined, 'limited'));
  return waited(isNothing(term) ? nothing : inBurst(lengthOf(w, items, here.activation), term));
}

/** `pMap(items, fn, options)`: lanes over the items, or all of them at once. */
function eachTerm(
  w: Walker,
  here: CallHere,
  model: LimiterModel,
  passage: Extract<Passage, { kind: 'each' }>,
): Term {
  const items = here.call.args[passage.items]?.value;
  const [fn] = functionsAt({ m: w.m, args: here.args, site: here }, passage.callback);
  if (items === undefined || fn === undefined) return nothing;
  const body = functionTerm(w, here, fn, undefined, 'each');
  if (isNothing(body)) return nothing;
  const { activation } = here;
  const count = passage.isCount
    ? (numberOf(w, items, activation) ??
      unknownNumber(w, items, activation, wordsOf(items, activation.module)))
    : lengthOf(w, items, activation);
  const shape = model.shape(codeOptions(w, here.args, here.activation));
  return shape?.kind === 'concurrency'
    ? { kind: 'lanes', lanes: shape.lanes, count, body }
    : inBurst(count, body);
}

/** The limiter that a step made: where it stands decides how many of it there are. */
export function useOf(
  w: Walker,
  model: LimiterModel,
  made: Extract<Step, { kind: 'call' | 'new' }>,
  here: CallHere,
): LimiterUse | undefined {
  const shape = model.shape(codeOptions(w, made.args, made.call?.activation ?? here.activation));
  if (shape === undefined || isChangedLater(w, model, made)) return undefined;
  const id = `${made.at.file}#${made.at.start}`;
  if (made.call === undefined) return { id, shape, instance: 'process' };
  const { instance, isMany, where } = makingOf(w, made.call);
  return { id: `${id}${where}`, shape, instance, ...(isMany && { isMany }) };
}
