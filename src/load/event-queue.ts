/** Events in order of time; those of one time in the order in which they were asked for. */
export interface EventQueue {
  now: number;
  readonly at: (time: number, act: () => void) => void;
  /** Each time of a list in order of time: before all else of that time, and behind earlier lists. */
  readonly atEach: (times: Iterator<number>, act: () => void) => void;
  /** Handles everything up to `end`, or until `isOver`; false when so many events as were left are not enough. */
  readonly run: (end: number, events: { left: number }, isOver: () => boolean) => boolean;
}

interface Event {
  readonly time: number;
  readonly order: number;
  readonly act: () => void;
}

export function createEventQueue(): EventQueue {
  const heap: Event[] = [];
  let order = 0;
  let lists = 0;
  const queue: EventQueue = {
    now: 0,
    at: (time, act) => insert(heap, { time: Math.max(time, queue.now), order: order++, act }),
    // One at a time: a list may be long, and the end near.
    atEach: (times, act) => {
      const own = lists++ - Number.MAX_SAFE_INTEGER;
      const next = (): void => {
        const time = times.next();
        if (time.done === true) return;
        const go = (): void => (next(), act());
        insert(heap, { time: Math.max(time.value, queue.now), order: own, act: go });
      };
      next();
    },
    run: (end, events, isOver) => {
      for (; ; events.left--) {
        const next = heap[0];
        if (next === undefined || next.time > end || isOver()) return true;
        if (events.left <= 0) return false;
        removeFirst(heap);
        queue.now = next.time;
        next.act();
      }
    },
  };
  return queue;
}

const isBefore = (a: Event, b: Event): boolean => a.time < b.time || (a.time === b.time && a.order < b.order);

function insert(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !isBefore(event, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = event;
}

function removeFirst(heap: Event[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const least = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
    if (least === undefined || !isBefore(least, last)) break;
    heap[at] = least;
    at = least === left ? 2 * at + 1 : 2 * at + 2;
  }
  heap[at] = last;
}
