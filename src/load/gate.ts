import type { EventQueue } from './event-queue.js';
import type { Quantity } from './quantity.js';
import type { LimiterShape } from './term.js';

/** One limiter at work: what waits is let through in order, as soon as every part of its shape allows it. */
export interface Gate {
  /** Asks for passage; `start` gets what is to be called when the work is done, `kept` is called where none is needed. */
  readonly enter: (start: (leave: () => void) => void, kept: () => void) => void;
  /** Calls when all that came in has left. */
  readonly whenIdle: (then: () => void) => void;
}

interface Rule {
  /** The earliest time at which one more may pass; Infinity until somebody leaves. */
  readonly opensAt: (now: number) => number;
  readonly pass: (now: number) => void;
  readonly leave: () => void;
}

export function createGate(
  shape: LimiterShape,
  value: (quantity: Quantity) => number,
  queue: EventQueue,
): Gate {
  if (shape.kind === 'cache') return keeping(shape, value, queue);
  const rules = rulesOf(shape, value);
  const waiting: ((leave: () => void) => void)[] = [];
  let first = 0;
  let wakesAt = Infinity;
  let inside = 0;
  const idling: (() => void)[] = [];
  const pump = (): void => {
    while (first < waiting.length) {
      const opens = Math.max(...rules.map((rule) => rule.opensAt(queue.now)));
      if (opens > queue.now) {
        if (opens < wakesAt) {
          wakesAt = opens;
          queue.at(opens, () => {
            wakesAt = Infinity;
            pump();
          });
        }
        return;
      }
      for (const rule of rules) rule.pass(queue.now);
      const start = waiting[first++];
      if (first > 1000 && first * 2 > waiting.length) {
        waiting.splice(0, first);
        first = 0;
      }
      start?.(() => {
        for (const rule of rules) rule.leave();
        if (--inside === 0) for (const then of idling.splice(0)) then();
        pump();
      });
    }
  };
  return {
    enter: (start) => {
      inside++;
      waiting.push(start);
      pump();
    },
    whenIdle: (then) => void (inside === 0 ? then() : idling.push(then)),
  };
}

/** The answer to one question is kept for a while, or at least until it is there. */
function keeping(
  { ttlMs, asksMeanwhile }: Extract<LimiterShape, { kind: 'cache' }>,
  value: (quantity: Quantity) => number,
  queue: EventQueue,
): Gate {
  let [until, asked] = [-Infinity, 0];
  return {
    enter: (start, kept) => {
      if (queue.now < until || (asked > 0 && !asksMeanwhile)) {
        kept();
        return;
      }
      asked++;
      start(() => {
        asked--;
        until = queue.now + value(ttlMs);
      });
    },
    whenIdle: (then) => then(),
  };
}

function rulesOf(shape: LimiterShape, value: (quantity: Quantity) => number): Rule[] {
  switch (shape.kind) {
    case 'all':
      return shape.of.flatMap((part) => rulesOf(part, value));
    case 'concurrency':
      return [lanes(value(shape.lanes))];
    case 'spacing':
      return [spacing(value(shape.gapMs))];
    case 'window': {
      const sliding = shape.overshoot === 0 && (shape.resets ?? 1) === 1;
      const [cap, interval] = [value(shape.cap), value(shape.intervalMs)];
      return [sliding ? slidingWindow(cap, interval) : anchoredWindow(cap, interval)];
    }
    case 'bucket':
      return [bucket(value(shape.size), value(shape.amount), value(shape.intervalMs), shape.steps)];
    case 'cache':
      return [];
  }
}

const nothing = (): void => undefined;

function lanes(count: number): Rule {
  let busy = 0;
  return {
    opensAt: (now) => (busy < count ? now : Infinity),
    pass: () => void busy++,
    leave: () => void busy--,
  };
}

function spacing(gap: number): Rule {
  let next = -Infinity;
  return { opensAt: () => next, pass: (now) => void (next = now + gap), leave: nothing };
}

/** A window that begins with the first passage after the last one ended. */
function anchoredWindow(cap: number, interval: number): Rule {
  let [begin, used] = [-Infinity, 0];
  return {
    opensAt: (now) => (used < cap || now >= begin + interval ? now : begin + interval),
    pass: (now) => {
      if (now >= begin + interval) [begin, used] = [now, 0];
      used++;
    },
    leave: nothing,
  };
}

/** At most `cap` in any `interval` before now. */
function slidingWindow(cap: number, interval: number): Rule {
  const past: number[] = [];
  let at = 0;
  return {
    opensAt: (now) => (past.length < cap ? now : (past[at] ?? -Infinity) + interval),
    pass: (now) => {
      past[at] = now;
      at = (at + 1) % cap;
    },
    leave: nothing,
  };
}

function bucket(size: number, amount: number, interval: number, steps: boolean): Rule {
  let [level, filledAt] = [Number.isFinite(size) ? size : 0, 0];
  const fill = (now: number): void => {
    const intervals = (now - filledAt) / interval;
    const done = steps ? Math.floor(intervals + 1e-9) : intervals;
    level = Math.min(size, level + done * amount);
    filledAt = steps ? filledAt + done * interval : now;
  };
  return {
    opensAt: (now) => {
      fill(now);
      if (level >= 1 - 1e-9) return now;
      return steps ? filledAt + interval : now + ((1 - level) / amount) * interval;
    },
    pass: (now) => {
      fill(now);
      level--;
    },
    leave: nothing,
  };
}
