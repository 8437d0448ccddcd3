import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { functionsAt } from '../../values/builtins/callbacks.js';
import { calleeOf } from '../../values/callee.js';
import type { Activation, Argument, ExternalValue, Lazy, Step } from '../../values/value.js';
import { entryOf } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant, constantValue, product, quotient, sum, symbol } from '../quantity.js';
import type { Term } from '../term.js';
import { alternative, background, delay, nothing } from '../term.js';
import type { CallHere } from './calls.js';
import type { Channel } from './channels.js';
import { withParts } from '../with-parts.js';
import { messageTerm } from './channels.js';
import { functionTerm } from './calls.js';
import { deferredElements, elementsGiven, elementsOf, roundsOf } from './stream-elements.js';
import { listening } from './listeners.js';
import { inBurst, inTurn } from './loops.js';
import { durationIn, numberOf } from './numbers.js';
import { codeOptions } from './options-in-code.js';
import type { Run } from './run.js';
import { inOrder, isNothing, together, waited } from './run.js';
import { groupsOf, pacedBy } from './stream-clock.js';
import { upTo } from '../numbered-runs.js';
import { addWork, emitFlow, rateSymbol } from './triggers.js';
import { wordsOf } from './words.js';
import type { Flow } from '../flow.js';
import type { Walker } from './walker.js';

const packages = /^rxjs(?:\/.*)?$/;
/** How many inner streams run at once: `undefined` where the second argument says it, all of them without one. */
const flattening: Readonly<Record<string, number | undefined>> = {
  mergeMap: undefined,
  flatMap: undefined,
  concatMap: 1,
  exhaustMap: 1,
  switchMap: Infinity,
};

type Source =
  /** Elements that come when something outside says so. */
  | { readonly kind: 'events'; readonly name: string }
  | { readonly kind: 'elements'; readonly count: Quantity }
  | { readonly kind: 'clock'; readonly everyMs: Quantity; readonly immediate: boolean };

/** Whether a call takes elements from a stream. */
export const isStream = ({ module, steps }: ExternalValue): boolean => {
  const last = steps.at(-1);
  return (
    packages.test(module) && last?.kind === 'member' && /^(?:pipe|subscribe|forEach|next)$/.test(last.name)
  );
};

/** What a stream does with its elements: `from(users).pipe(mergeMap(fn, 5))`, `interval(1000).subscribe(fn)`. Undefined for anything else. */
export function streamRun(w: Walker, here: CallHere, callee: ExternalValue): Run | undefined {
  if (!packages.test(callee.module)) return undefined;
  const last = callee.steps.at(-1);
  const name = last?.kind === 'member' ? last.name : '';
  const isPlain = callee.steps.every(({ kind }) => kind === 'member');
  // An operator runs nothing by itself: the stream that it is part of does.
  if (isPlain) return isPiped(w, here) ? waited(together()) : undefined;
  if (!/^(?:pipe|subscribe|forEach|next)$/.test(name)) return undefined;
  const subject = subjectOf(callee.steps);
  if (subject && name === 'next')
    return waited(messageTerm(w.messages, { channel: subject, isWaitedFor: false }));
  const source = subject ? undefined : sourceOf(w, callee.steps);
  if ((source === undefined && subject === undefined) || name === 'next') return undefined;
  const stages =
    name === 'pipe'
      ? stagesOf(w, here)
      : [{ term: ownTerm(w, here), lanes: Infinity, groups: undefined, gives: constant(1) }];
  const earlier = stagesBefore(w, callee.steps);
  const before = earlier.map(({ gives }) => gives).filter((count) => constantValue(count) !== 1);
  const late = (term: Term): Term => inOrder(passing(earlier), term);
  const each = late(passed(stages, product(...before)));
  const anew = subscribedAgain(w, here, callee.steps);
  if (anew) emitFlow(w, { ...anew, term: inOrder(anew.term, each) });
  if (isNothing(each)) return waited(each);
  if (source === undefined) {
    if (subject) heardFrom(w, here, subject, stages, listening(w, callee, each));
    return waited(together());
  }
  if (source.kind === 'clock') {
    const given = [...operatorsBefore(w, callee.steps), ...(name === 'pipe' ? operatorsIn(w, here) : [])];
    const clocked = given.map((operator) => ({
      name: operator.name,
      options: codeOptions(w, operator.here.args, operator.here.activation),
    }));
    const { most, ...paced } = pacedBy(clocked, source.everyMs, source.immediate);
    const ms = constantValue(paced.everyMs);
    emitFlow(w, {
      ...upTo(most, { kind: 'periodic', ...paced, reach: 'process' }, each),
      how: `interval${ms === undefined ? '' : ` ${ms} ms`}`,
    });
    return waited(together());
  }
  if (source.kind === 'events') {
    const perMinute = rateSymbol(w, here, source.name);
    emitFlow(w, { trigger: { kind: 'event', perMinute }, term: each, how: `stream of ${source.name}` });
    return waited(together());
  }
  return waited(late(passed(stages, product(source.count, ...before))));
}

/** What stages do with elements that come together: what one hands on goes through the next ones, which it doesn't wait for. */
function passed([first, ...rest]: readonly Stage[], count: Quantity): Term {
  if (first === undefined) return nothing;
  if (first.groups) return passed(rest, quotient(count, first.groups));
  if (isNothing(first.term)) return passed(rest, product(count, first.gives));
  const after = passed(rest, first.gives);
  if (first.lanes === Infinity) return inBurst(count, inOrder(first.term, after));
  const lanes = typeof first.lanes === 'number' ? constant(first.lanes) : first.lanes;
  const body = isNothing(after) ? first.term : inOrder(first.term, background(after));
  return { kind: 'lanes', lanes, count, body };
}

/** `new Subject()`: who calls `next` says something to all that subscribe. */
function subjectOf(steps: readonly Step[]): Channel | undefined {
  const at = steps.findIndex(({ kind }) => kind === 'new');
  const [maker, made] = [steps[at - 1], steps[at]];
  if (maker?.kind !== 'member' || made?.kind !== 'new' || !/^\w*Subject$/.test(maker.name)) return undefined;
  return { kind: 'stream', name: `${made.at.file}#${made.at.start}` };
}

/** Elements of a subject share the lanes of what is done with them. */
function heardFrom(w: Walker, here: CallHere, channel: Channel, stages: readonly Stage[], body: Term): void {
  const [narrow] = stages.map(({ lanes }) => lanes).filter((n) => n !== Infinity);
  const lanes = typeof narrow === 'number' ? constant(narrow) : narrow;
  const id = `${here.activation.module.file}#${here.call.at[0]}`;
  const term: Term =
    lanes === undefined
      ? body
      : {
          kind: 'limited',
          limiter: { id, shape: { kind: 'concurrency', lanes }, instance: 'process' },
          body,
        };
  addWork(w, here, { channel, term, event: 'next', how: 'stream' });
}

interface Stage {
  readonly term: Term;
  readonly lanes: Quantity | number;
  /** Elements that are handed on together. */
  readonly groups: Quantity | undefined;
  /** How many elements it hands on for each that it gets. */
  readonly gives: Quantity;
}

/** An operator among the arguments of `pipe`. */
interface Operator {
  readonly name: string;
  readonly here: CallHere;
}

function operatorsOf(w: Walker, given: readonly { expr: Expr; activation: Activation }[]): Operator[] {
  return given.flatMap(({ expr, activation }): Operator[] => {
    const call = expr.kind === 'call' ? activation.module.calls[expr.call] : undefined;
    if (expr.kind !== 'call' || call === undefined) return [];
    const callee = calleeOf(w.m, call.callee, activation)[0]?.value.value;
    if (callee?.kind !== 'external' || !packages.test(callee.module)) return [];
    const last = callee.steps.at(-1);
    const args = call.args.map((arg) => entryOf(arg, activation));
    return [
      { name: last?.kind === 'member' ? last.name : '', here: { call, index: expr.call, activation, args } },
    ];
  });
}

const operatorsIn = (w: Walker, { call, activation }: CallHere): Operator[] =>
  operatorsOf(
    w,
    call.args.map(({ value }) => ({ expr: value, activation })),
  );

const stagesOf = (w: Walker, here: CallHere): Stage[] =>
  operatorsIn(w, here).map((operator) => stageOf(w, operator));

function stageOf(w: Walker, operator: Operator): Stage {
  const { name, here } = operator;
  const options = codeOptions(w, here.args, here.activation);
  const stated = Object.hasOwn(flattening, name) ? (flattening[name] ?? options.number(1)) : Infinity;
  const own = ownTerm(w, here);
  return {
    term: name === 'expand' ? inTurn(roundsOf(w, here), own) : own,
    lanes: stated ?? Infinity,
    groups: name === 'bufferCount' ? groupsOf(options) : undefined,
    gives: givenBy(w, operator),
  };
}

function givenBy(w: Walker, { name, here }: Operator): Quantity {
  if (name === 'expand') return sum(constant(1), roundsOf(w, here));
  return /^(?:merge|concat|switch|exhaust)(?:Map|All)$|^flatMap$/.test(name)
    ? elementsGiven(w, here, name)
    : constant(1);
}

/** The time until the last of what earlier stages hand on comes out of them; the first may come at once. */
const passing = (stages: readonly Stage[]): Term =>
  stages.every(({ term }) => isNothing(term))
    ? nothing
    : alternative(nothing, timeOf(passed(stages, constant(1))));

/** A term that takes the same time and sends nothing. */
const timeOf = (term: Term): Term =>
  term.kind === 'call' ? delay(term.latency ?? symbol('latency')) : withParts(term, timeOf);

/** What pipes before do with each element. Their requests are counted where they stand. */
const stagesBefore = (w: Walker, steps: readonly Step[]): readonly Stage[] =>
  operatorsBefore(w, steps).map((operator) => stageOf(w, operator));

function operatorsBefore(w: Walker, steps: readonly Step[]): readonly Operator[] {
  return steps.flatMap((step, i) => {
    const member = steps[i - 1];
    if (step.kind !== 'call' || member?.kind !== 'member' || member.name !== 'pipe') return [];
    const given = step.args.flatMap(({ value }) => (value.kind === 'expr' ? [value] : []));
    return operatorsOf(w, given);
  });
}

/** `defer(fn).pipe(repeat())`: the function runs again when its stream has ended, for as long as the process does. */
function subscribedAgain(w: Walker, here: CallHere, steps: readonly Step[]): Flow | undefined {
  const { module } = here.activation;
  const isRepeat = here.call.args.some(
    ({ value }) => value.kind === 'call' && /^repeat(?:When)?\(\)$/.test(wordsOf(value, module)),
  );
  const made = steps.find(({ kind }) => kind === 'call');
  if (!isRepeat || made?.kind !== 'call') return undefined;
  const functions = functionsAt({ m: w.m, args: made.args, site: here }, 0);
  const term = together(...functions.map((fn) => functionTerm(w, here, fn, undefined, 'repeated')));
  const trigger = { kind: 'after-completion', gapMs: constant(0), reach: 'process' } as const;
  return { trigger, term, how: 'repeat of a stream' };
}

function ownTerm(w: Walker, here: CallHere): Term {
  const functions = functionsAt({ m: w.m, args: here.args, site: here }, 0);
  return together(...functions.map((fn) => functionTerm(w, here, fn, undefined, 'stream')));
}

function sourceOf(w: Walker, steps: readonly Step[]): Source | undefined {
  const at = steps.findIndex(({ kind }) => kind === 'call');
  const [maker, made] = [steps[at - 1], steps[at]];
  if (maker?.kind !== 'member' || made?.kind !== 'call') return undefined;
  const expr = (i: number): Extract<Lazy, { kind: 'expr' }> | undefined => {
    const given: Argument | undefined = made.args[i];
    return given?.value.kind === 'expr' ? given.value : undefined;
  };
  const [first, second] = [expr(0), expr(1)];
  switch (maker.name) {
    case 'from':
      return first && { kind: 'elements', count: elementsOf(w, first.expr, first.activation) };
    case 'of':
      return { kind: 'elements', count: constant(made.args.length) };
    case 'range': {
      const count = second && numberOf(w, second.expr, second.activation);
      return count && { kind: 'elements', count };
    }
    case 'interval': {
      const everyMs = first && durationIn(w, first);
      return everyMs && { kind: 'clock', everyMs, immediate: false };
    }
    case 'timer': {
      const everyMs = second && durationIn(w, second);
      if (everyMs) return { kind: 'clock', everyMs, immediate: true };
      return made.args.length === 1 ? { kind: 'elements', count: constant(1) } : undefined;
    }
    case 'defer':
      return { kind: 'elements', count: deferredElements(w, made) };
    case 'forkJoin':
    case 'fromFetch':
    case 'ajax':
      return { kind: 'elements', count: constant(1) };
    default:
      return { kind: 'events', name: maker.name };
  }
}

/** Whether a call is an argument of a stream's `pipe` that is looked at there. */
function isPiped(w: Walker, { index, activation }: CallHere): boolean {
  const { module } = activation;
  const pipe = pipesOf(module).find(({ args }) =>
    args.some(({ value }) => value.kind === 'call' && value.call === index),
  );
  const callee = pipe && calleeOf(w.m, pipe.callee, activation)[0]?.value.value;
  return (
    callee?.kind === 'external' &&
    packages.test(callee.module) &&
    (sourceOf(w, callee.steps) !== undefined || subjectOf(callee.steps) !== undefined)
  );
}

const isPipe = (callee: Expr): boolean =>
  callee.kind === 'member' && callee.key.kind === 'literal' && callee.key.value === 'pipe';

const pipesOf = (module: ModuleSummary): ModuleSummary['calls'] =>
  module.calls.filter(({ callee }) => isPipe(callee));
