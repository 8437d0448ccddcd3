/**
 * Runs terms as a program would: every request takes a time of its own, loops wait, lanes are refilled in order.
 * Written without anything of the estimator, so that it can contradict it.
 */
import type { Quantity } from '../../../src/load/quantity.js';
import type { Term } from '../../../src/load/term.js';

export interface World {
  readonly now: () => number;
  readonly after: (ms: number, act: () => void) => void;
  readonly runUntil: (end: number) => void;
}

/** Events in order of time; equal times in the order in which they were asked for. */
export function createWorld(): World {
  let now = 0;
  let order = 0;
  const heap: { time: number; order: number; act: () => void }[] = [];
  const less = (a: number, b: number): boolean =>
    heap[a]!.time < heap[b]!.time || (heap[a]!.time === heap[b]!.time && heap[a]!.order < heap[b]!.order);
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  const push = (time: number, act: () => void): void => {
    heap.push({ time, order: order++, act });
    for (let i = heap.length - 1; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!less(i, parent)) break;
      swap(i, parent);
      i = parent;
    }
  };
  const pop = (): { time: number; act: () => void } | undefined => {
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    heap[0] = last;
    for (let i = 0; ;) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = i;
      if (left < heap.length && less(left, least)) least = left;
      if (right < heap.length && less(right, least)) least = right;
      if (least === i) break;
      swap(i, least);
      i = least;
    }
    return top;
  };
  return {
    now: () => now,
    after: (ms, act) => push(now + ms, act),
    runUntil: (end) => {
      while (heap.length > 0 && heap[0]!.time <= end) {
        const next = pop()!;
        now = next.time;
        next.act();
      }
      now = Math.max(now, end);
    },
  };
}

export interface Runtime {
  readonly world: World;
  readonly random: () => number;
  /** The time that the next request takes. */
  readonly latency: () => number;
  readonly value: (quantity: Quantity) => number;
  readonly log: (request: number) => void;
  /** Whether the next request fails (used by retries). */
  readonly fails?: () => boolean;
}

export function execute(term: Term, run: Runtime, done: () => void): void {
  const { world } = run;
  switch (term.kind) {
    case 'call':
      run.log(term.request);
      world.after(run.latency(), done);
      return;
    case 'idle':
      // The terms that are drawn here wait for no limiter.
      done();
      return;
    case 'delay':
      world.after(run.value(term.ms), done);
      return;
    case 'sequence':
      inOrder(term.steps.length, (i, next) => execute(term.steps[i]!, run, next), done);
      return;
    case 'parallel':
      together(term.branches.length, (i, next) => execute(term.branches[i]!, run, next), done);
      return;
    case 'race': {
      let isDone = term.branches.length === 0;
      if (isDone) done();
      for (const branch of term.branches)
        execute(branch, run, () => {
          if (!isDone) done();
          isDone = true;
        });
      return;
    }
    case 'alternative':
      execute(term.options[Math.floor(run.random() * term.options.length)]!, run, done);
      return;
    case 'sequential-loop':
      inOrder(run.value(term.count), (_, next) => execute(term.body, run, next), done);
      return;
    case 'parallel-loop':
      together(run.value(term.count), (_, next) => execute(term.body, run, next), done);
      return;
    case 'lanes':
      throughLanes(
        run.value(term.lanes),
        run.value(term.count),
        (next) => execute(term.body, run, next),
        done,
      );
      return;
    case 'chunk': {
      const count = run.value(term.count);
      const size = run.value(term.size);
      const gap = run.value(term.gapMs);
      const groups = Math.ceil(count / size);
      inOrder(
        groups,
        (group, next) =>
          together(
            Math.min(size, count - group * size),
            (_, one) => execute(term.body, run, one),
            () => (group < groups - 1 || term.trailingGap ? world.after(gap, next) : next()),
          ),
        done,
      );
      return;
    }
    case 'retry': {
      const attempts = run.value(term.attempts);
      const attempt = (n: number): void =>
        execute(term.body, run, () => {
          if (n >= attempts || run.fails?.() !== true) return done();
          const wait = term.waitsMs[n - 1] ?? term.waitsMs.at(-1);
          world.after(wait === undefined ? 0 : run.value(wait), () => attempt(n + 1));
        });
      attempt(1);
      return;
    }
    case 'limited':
    case 'step':
      execute(term.body, run, done);
      return;
    case 'background':
      execute(term.body, run, () => undefined);
      done();
      return;
    case 'unexpected':
    case 'on-failure':
      if (run.fails?.() === true) execute(term.body, run, done);
      else done();
      return;
    case 'unknown':
      done();
  }
}

function inOrder(count: number, step: (i: number, next: () => void) => void, done: () => void): void {
  let depth = 0;
  const next = (i: number): void => {
    if (i >= count) return done();
    // Steps that end at once must not pile up on the stack.
    let synchronous = true;
    let finished = false;
    step(i, () => {
      if (synchronous && depth < 200) finished = true;
      else next(i + 1);
    });
    synchronous = false;
    if (finished) {
      depth++;
      next(i + 1);
      depth--;
    }
  };
  next(0);
}

function together(count: number, start: (i: number, next: () => void) => void, done: () => void): void {
  if (count <= 0) return done();
  let left = count;
  for (let i = 0; i < count; i++) start(i, () => (--left === 0 ? done() : undefined));
}

function throughLanes(
  lanes: number,
  count: number,
  start: (next: () => void) => void,
  done: () => void,
): void {
  if (count <= 0) return done();
  let [started, left] = [0, count];
  const begin = (): void => {
    started++;
    start(() => {
      const last = --left === 0;
      if (started < count) begin();
      if (last) done();
    });
  };
  for (let i = 0; i < lanes && started < count; i++) begin();
}

/** Most of the sorted times in any half-open window of `w`. */
export function densest(times: readonly number[], w: number): number {
  let [best, from] = [0, 0];
  for (let to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! >= w - 1e-6) from++;
    best = Math.max(best, to - from + 1);
  }
  return best;
}

/** Most of the times in a window that begins at a multiple of `w`. */
export function densestAligned(times: readonly number[], w: number): number {
  const windows = new Map<number, number>();
  for (const time of times) {
    const k = Math.floor((time + 1e-6) / w);
    windows.set(k, (windows.get(k) ?? 0) + 1);
  }
  return Math.max(0, ...windows.values());
}
