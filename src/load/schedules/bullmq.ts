import { calendarTrigger } from './calendar-trigger.js';
import type { CodeOptions } from '../options.js';
import { constant } from '../quantity.js';
import type { Trigger } from '../trigger.js';
import type { ScheduleModel } from './model.js';

const packages = /^(?:bullmq|bull)$/;

/** `new Worker(queue, fn)`: runs for each job of the queue. */
export const bullWorker: ScheduleModel = {
  id: 'bullmq#worker',
  packages,
  paths: /^(?:default\.)?(?:Worker|(?:new|Queue\.new|default\.new)\.process)$/,
  read: ({ path, options, before }) => {
    const isWorker = path.endsWith('Worker');
    const name = (isWorker ? options : before)?.text(0);
    const functions = [0, 1, 2].flatMap((at) => options.functions(at));
    const cap = options.number(2, 'limiter', 'max');
    const intervalMs = options.number(2, 'limiter', 'duration');
    const own = isWorker ? (options.number(2, 'concurrency') ?? constant(1)) : undefined;
    return {
      defines: `queue ${name ?? '*'}`,
      event: name ?? 'queue',
      functions,
      how: `queue ${name ?? '?'}`,
      // A job in a function of its own, and with a width: `process('mail', 5, fn)`.
      lanes: own ?? options.number(0) ?? options.number(1) ?? constant(1),
      ...(cap && intervalMs && { window: { kind: 'window', cap, intervalMs, overshoot: 1 } }),
    };
  },
};

/** A job scheduler: one series for all processes. */
export const bullScheduler: ScheduleModel = {
  id: 'bullmq#scheduler',
  packages,
  paths: /^(?:default\.)?(?:Queue\.)?new\.(?:upsertJobScheduler|add|addBulk)$/,
  read: ({ path, options, before }) => {
    const name = before?.text(0) ?? '*';
    const isScheduler = path.endsWith('.upsertJobScheduler');
    const trigger = isScheduler
      ? repeated(options, [1])
      : (repeated(options, [2, 'repeat']) ?? repeated(options, [1, 'repeat']));
    const queue = `queue ${name}`;
    const how = `queue ${name}, repeated`;
    if (trigger || isScheduler)
      return {
        ...(trigger ? { trigger } : { event: name === '*' ? 'queue' : name }),
        orders: queue,
        functions: [],
        how,
      };
    const isBulk = path.endsWith('.addBulk');
    const afterMs = options.duration(2, 'delay') ?? options.duration(1, 'delay');
    return { sends: queue, functions: [], how: queue, ...(isBulk ? { each: 0 } : { afterMs }) };
  },
};

function repeated(
  options: CodeOptions,
  [argument, ...path]: readonly [number, ...string[]],
): Trigger | undefined {
  const everyMs = options.number(argument, ...path, 'every');
  if (everyMs) return { kind: 'periodic', everyMs, immediate: false, guard: 'overlap', reach: 'cluster' };
  const text = options.text(argument, ...path, 'pattern') ?? options.text(argument, ...path, 'cron');
  if (text === undefined) return undefined;
  return (
    calendarTrigger(text, 'unix', { timeZone: options.text(argument, ...path, 'tz'), reach: 'cluster' }) ??
    calendarTrigger(text, 'unix-seconds', {
      timeZone: options.text(argument, ...path, 'tz'),
      reach: 'cluster',
    })
  );
}
