import { constant } from '../quantity.js';
import type { LimiterModel } from './model.js';

/** Loops over a collection; each exists with a limit (`mapLimit`) and one item at a time (`mapSeries`). */
const loops = [
  'all',
  'any',
  'concat',
  'detect',
  'each',
  'eachOf',
  'every',
  'filter',
  'find',
  'flatMap',
  'forEach',
  'forEachOf',
  'groupBy',
  'map',
  'mapValues',
  'reject',
  'select',
  'some',
  'times',
];

const base = { library: 'async', version: '3.2.6', made: 'call' } as const;

/** `async.mapLimit(items, limit, fn)` and its kin. */
export const asyncLimits: readonly LimiterModel[] = loops.map((loop) => ({
  ...base,
  id: `async#${loop}Limit`,
  exported: `${loop}Limit`,
  passages: [{ kind: 'each', items: 0, callback: 2, isCount: loop === 'times' }],
  shape: (options) => {
    const lanes = options.number(1);
    return lanes && { kind: 'concurrency', lanes };
  },
}));

export const asyncSeries: readonly LimiterModel[] = loops.map((loop) => ({
  ...base,
  id: `async#${loop}Series`,
  exported: `${loop}Series`,
  passages: [{ kind: 'each', items: 0, callback: 1, isCount: loop === 'times' }],
  shape: () => ({ kind: 'concurrency', lanes: constant(1) }),
}));

/** `async.series(tasks)`, `async.parallelLimit(tasks, limit)`: without a limit all start at once. */
export const asyncTasks: readonly LimiterModel[] = ['series', 'parallel', 'parallelLimit'].map(
  (exported) => ({
    ...base,
    id: `async#${exported}`,
    exported,
    passages: [{ kind: 'tasks', list: 0 }],
    shape: (options) => {
      const lanes = exported === 'series' ? constant(1) : options.number(1);
      return lanes && { kind: 'concurrency', lanes };
    },
  }),
);

/** `async.queue(worker, concurrency)` and the same by priorities: one worker unless the code says more. */
export const asyncQueues: readonly LimiterModel[] = ['queue', 'priorityQueue'].map((exported) => ({
  ...base,
  id: `async#${exported}`,
  exported,
  passages: [
    { kind: 'worker', tasks: /^(?:push|unshift)(?:Async)?$/ },
    { kind: 'idle', members: /^drain$/ },
    { kind: 'idle', members: /^(?:empty|unsaturated)$/, atMost: true },
  ],
  changes: { properties: ['concurrency'] },
  stops: /^pause$/,
  shape: (options) => ({ kind: 'concurrency', lanes: options.number(1) ?? constant(1) }),
}));
