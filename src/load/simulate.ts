import { dayMs } from './calendar/calendar.js';
import { timetables } from './calendar/timetable.js';
import type { EventQueue } from './event-queue.js';
import { createEventQueue } from './event-queue.js';
import type { Flow } from './flow.js';
import type { Gate } from './gate.js';
import { createGate } from './gate.js';
import { groupsOf } from './groups.js';
import { every, within } from './instants.js';
import type { Reading } from './profile-of.js';
import { latency } from './profile-of.js';
import type { Quantity } from './quantity.js';
import { countOf, symbol } from './quantity.js';
import type { LimiterUse, Term } from './term.js';
import { racersOf, usesOf } from './term.js';
import { once, watch } from './watch.js';
import { weightOf } from './weight.js';
import type { Effort } from './window.js';

const maxEvents = 400_000;
/** Events that cost as much as the evaluation of a window. */
const eventsPerEvaluation = 16;
/** Parts of runs that are started side by side or ask a limiter: where there are more, most of them wait. */
const maxStarted = 150_000;

/** Requests of a program that was run: their times in order, each `copies` times. */
export interface Run {
  readonly times: readonly number[];
  readonly copies: number;
}

/** When a run ends before its time. */
export interface Ends {
  /** Where more than `enough` requests in `w` ms are all that is asked: with the first such window. */
  readonly goal?: { readonly w: number; readonly enough: number } | undefined;
  readonly effort?: Effort | undefined;
}

/**
 * Runs flows at the reading's values, every symbol at its upper end, with limiters at work, from time 0 to `horizon`.
 * Undefined when that takes too many steps.
 */
export function simulate(
  flows: readonly Flow[],
  reading: Reading,
  horizon: number,
  { goal, effort = { left: Infinity } }: Ends = {},
): Run | undefined {
  const queue = createEventQueue();
  const times: number[] = [];
  const gates = new Map<string, Gate>();
  const machine: Machine = {
    queue,
    reading,
    times,
    gates,
    started: 0,
    value: (quantity) => countOf(quantity, reading.environment).high,
  };
  const replicas = machine.value(symbol('replicas'));
  if (!Number.isFinite(replicas)) return undefined;
  const isOwn = ({ trigger }: Flow): boolean => trigger.kind !== 'event' && trigger.reach === 'process';
  // Processes that share nothing all do the same.
  const alike = flows.every(
    (flow) => isOwn(flow) && usesOf(flow.term).every(({ instance }) => instance !== 'global'),
  );
  if (!alike && replicas > maxReplicas) return undefined;
  for (const flow of flows) {
    const copies = isOwn(flow) && !alike ? replicas : 1;
    for (let copy = 0; copy < copies; copy++) startFlow(flow, machine, copy, replicas, horizon);
  }
  const copiesOfAll = alike ? replicas : 1;
  const isMet = goal ? watch(times, goal.w, goal.enough / copiesOfAll) : () => false;
  const isTooMuch = (): boolean => times.length >= maxTogether || machine.started > maxStarted;
  const most = Math.min(maxEvents, effort.left * eventsPerEvaluation);
  const events = { left: most };
  const isThrough = queue.run(horizon, events, () => isTooMuch() || isMet());
  effort.left -= (most - events.left) / eventsPerEvaluation;
  if (!isThrough || isTooMuch()) return undefined;
  return { times, copies: copiesOfAll };
}

/** More than these need not be looked at one by one: those behind them wait, or the run is given up. */
const maxTogether = 50_000;
const maxReplicas = 100;

interface Machine {
  readonly queue: EventQueue;
  readonly reading: Reading;
  readonly times: number[];
  readonly gates: Map<string, Gate>;
  started: number;
  readonly value: (quantity: Quantity) => number;
}

/** Which limiters a run meets: those of its process, and its own. */
interface Activation {
  readonly process: number;
  readonly own: Map<string, Gate>;
  readonly limiters: readonly LimiterUse[];
}

function startFlow(flow: Flow, machine: Machine, copy: number, replicas: number, horizon: number): void {
  const { trigger, term } = flow;
  const { queue, value } = machine;
  let processes = 0;
  let [running, pending] = [0, 0];
  const begin = (done: () => void): void => {
    const process = trigger.kind === 'event' ? processes++ % replicas : copy;
    perform(term, machine, { process, own: new Map(), limiters: [] }, done);
  };
  const guard = trigger.kind === 'periodic' || trigger.kind === 'calendar' ? trigger.guard : 'overlap';
  const due = (): void => {
    if (guard !== 'overlap' && running > 0) {
      pending = guard === 'queue' ? pending + 1 : guard === 'late' ? 1 : 0;
      return;
    }
    running++;
    begin(() => {
      running--;
      if (pending > 0) {
        pending--;
        queue.at(queue.now, due);
      }
    });
  };
  if (trigger.kind === 'after-completion') {
    const again = (): void => begin(() => queue.at(queue.now + value(trigger.gapMs), again));
    queue.at(0, again);
    return;
  }
  queue.atEach(startsOf(flow, machine, horizon), due);
}

/** When runs are due. */
function* startsOf({ trigger }: Flow, { value }: Machine, horizon: number): Generator<number> {
  switch (trigger.kind) {
    case 'once':
      yield 0;
      return;
    case 'event': {
      const rate = value(trigger.perMinute);
      if (rate > 0 && Number.isFinite(rate)) yield* bounded(within(every(60_000 / rate), -1, horizon));
      return;
    }
    case 'periodic':
      if (trigger.immediate) yield 0;
      yield* bounded(within(every(value(trigger.everyMs)), 0, horizon));
      return;
    case 'calendar': {
      const [instants] = timetables([trigger.calendar], dayMs)[0]?.instants ?? [];
      if (instants !== undefined) yield* bounded(within(instants, -1, horizon));
      return;
    }
    case 'after-completion':
      return;
  }
}

function* bounded(times: Iterable<number>): Generator<number> {
  let count = 0;
  for (const time of times) {
    if (++count > maxEvents) return;
    yield time;
  }
}

function perform(term: Term, machine: Machine, run: Activation, done: () => void): void {
  const { queue, value, reading } = machine;
  const of = (part: Term, then: () => void): void => perform(part, machine, run, then);
  switch (term.kind) {
    case 'call':
      if (reading.selects(term.request, run.limiters)) machine.times.push(queue.now);
      queue.at(queue.now + value(term.latency ?? latency), done);
      return;
    case 'delay':
      queue.at(queue.now + value(term.ms), done);
      return;
    case 'sequence':
      inOrder(queue, term.steps.length, (i, next) => of(term.steps[i] ?? term, next), done);
      return;
    case 'parallel':
      together(machine, term.branches.length, (i, next) => of(term.branches[i] ?? term, next), done);
      return;
    case 'race': {
      const first = once(() => queue.at(queue.now, done));
      for (const branch of racersOf(term.branches, true)) of(branch, first);
      return;
    }
    case 'alternative': {
      // The branch with the most requests: the worst of what may happen.
      const requests = (option: Term): number => weightOf(option, machine, run.limiters);
      const heaviest = [...term.options].sort((a, b) => requests(b) - requests(a))[0];
      if (heaviest === undefined) done();
      else of(heaviest, done);
      return;
    }
    case 'sequential-loop':
      inOrder(queue, value(term.count), (_, next) => of(term.body, next), done);
      return;
    case 'parallel-loop':
      together(machine, value(term.count), (_, next) => of(term.body, next), done);
      return;
    case 'lanes': {
      const gate = createGate({ kind: 'concurrency', lanes: term.lanes }, value, queue);
      together(
        machine,
        value(term.count),
        (_, next) => gate.enter((leave) => of(term.body, () => (leave(), next())), next),
        done,
      );
      return;
    }
    case 'chunk':
      perform(groupsOf(term, value), machine, run, done);
      return;
    case 'retry':
    case 'step':
      of(term.body, done);
      return;
    case 'limited':
      pass(term.limiter, term.body, machine, run, done);
      return;
    case 'idle':
      gateOf(term.limiter, machine, run).whenIdle(done);
      return;
    case 'background':
      of(term.body, () => undefined);
      done();
      return;
    case 'on-failure':
    case 'unexpected':
    case 'unknown':
      done();
  }
}

function pass(limiter: LimiterUse, body: Term, machine: Machine, run: Activation, done: () => void): void {
  if (machine.started++ > maxStarted) return;
  const inside = { ...run, limiters: [...run.limiters, limiter] };
  if (limiter.isMany) {
    // Each has little to do.
    perform(body, machine, inside, done);
    return;
  }
  gateOf(limiter, machine, run).enter(
    (leave) => perform(body, machine, inside, () => (leave(), done())),
    done,
  );
}

function gateOf(limiter: LimiterUse, machine: Machine, run: Activation): Gate {
  const gates = limiter.instance === 'run' ? run.own : machine.gates;
  const key = limiter.instance === 'process' ? `${run.process}:${limiter.id}` : limiter.id;
  const known = gates.get(key);
  if (known) return known;
  const gate = createGate(limiter.shape, machine.value, machine.queue);
  gates.set(key, gate);
  return gate;
}

/** Each step begins in an event of its own, so that long loops don't nest. */
function inOrder(
  queue: EventQueue,
  count: number,
  step: (i: number, next: () => void) => void,
  done: () => void,
): void {
  const next = (i: number): void => {
    if (i >= count) done();
    else step(i, () => queue.at(queue.now, () => next(i + 1)));
  };
  next(0);
}

function together(
  machine: Machine,
  count: number,
  start: (i: number, next: () => void) => void,
  done: () => void,
): void {
  if (!(count > 0)) {
    done();
    return;
  }
  let left = Math.min(count, maxTogether);
  const begin = left;
  machine.started += begin;
  // The run is given up: what it would start now takes more time and memory than all before.
  if (machine.started > maxStarted) return;
  const { queue } = machine;
  for (let i = 0; i < begin; i++) start(i, () => (--left === 0 ? queue.at(queue.now, done) : undefined));
}
