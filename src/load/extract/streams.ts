import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { functionsAt } from '../../values/builtins/callbacks.js';
import { calleeOf } from '../../values/member.js';
import type { Argument, ExternalValue, Lazy, Step } from '../../values/value.js';
import { entryOf } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { constant, constantValue, quotient } from '../quantity.js';
import type { Term } from '../term.js';
import type { CallHere } from './calls.js';
import type { Channel } from './channels.js';
import { messageTerm } from './channels.js';
import { functionTerm } from './calls.js';
import { lengthOf } from './lengths.js';
import { inBurst } from './loops.js';
import { durationIn, numberOf } from './numbers.js';
import { codeOptions } from './options-in-code.js';
import type { Run } from './run.js';
import { inOrder, isNothing, together, waited } from './run.js';
import { addWork, emitFlow } from './triggers.js';
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
  const source = sourceOf(w, callee.steps);
  if ((source === undefined && subject === undefined) || name === 'next') return undefined;
  const stages =
    name === 'pipe' ? stagesOf(w, here) : [{ term: ownTerm(w, here), lanes: Infinity, groups: undefined }];
  const body = inOrder(...stages.map(({ term }) => term));
  if (isNothing(body)) return waited(body);
  if (source === undefined) {
    if (subject) heardFrom(w, here, subject, stages, body);
    return waited(together());
  }
  if (source.kind === 'clock') {
    const { everyMs, immediate } = source;
    const ms = constantValue(everyMs);
    emitFlow(w, {
      trigger: { kind: 'periodic', everyMs, immediate, guard: 'overlap', reach: 'process' },
      term: body,
      how: `interval${ms === undefined ? '' : ` ${ms} ms`}`,
    });
    return waited(together());
  }
  const groups = stages.find(({ groups: size }) => size)?.groups;
  const count = groups ? quotient(source.count, groups) : source.count;
  const lanes = stages.map((stage) => stage.lanes).filter((n) => n !== Infinity);
  const [narrow] = lanes;
  if (narrow === undefined) return waited(inBurst(count, body));
  const wide = typeof narrow === 'number' ? constant(narrow) : narrow;
  return waited({ kind: 'lanes', lanes: wide, count, body });
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
}

function stagesOf(w: Walker, here: CallHere): Stage[] {
  const { module } = here.activation;
  return here.call.args.flatMap(({ value }): Stage[] => {
    const operator = value.kind === 'call' ? module.calls[value.call] : undefined;
    if (value.kind !== 'call' || operator === undefined) return [];
    const callee = calleeOf(w.m, operator.callee, here.activation)[0]?.value.value;
    if (callee?.kind !== 'external' || !packages.test(callee.module)) return [];
    const last = callee.steps.at(-1);
    const name = last?.kind === 'member' ? last.name : '';
    const args = operator.args.map((arg) => entryOf(arg, here.activation));
    const options = codeOptions(w, args, here.activation);
    const inner: CallHere = { call: operator, index: value.call, activation: here.activation, args };
    const stated = Object.hasOwn(flattening, name) ? (flattening[name] ?? options.number(1)) : Infinity;
    const groups = name === 'bufferCount' ? options.number(0) : undefined;
    return [{ term: ownTerm(w, inner), lanes: stated ?? Infinity, groups }];
  });
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
      return first && { kind: 'elements', count: lengthOf(w, first.expr, first.activation) };
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
    default:
      return undefined;
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
