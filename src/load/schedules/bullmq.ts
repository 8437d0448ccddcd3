import { calendarTrigger } from './calendar-trigger.js';
import type { CodeOptions } from '../options.js';
import { constant } from '../quantity.js';
import type { Trigger } from '../trigger.js';
import { jobRetries, type Stated } from './bullmq-retries.js';
import type { JobRetries, ScheduleModel } from './model.js';

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

/** A job scheduler: one series for all processes. A job that fails runs again as its options say, or those of the queue. */
export const bullScheduler: ScheduleModel = {
  id: 'bullmq#scheduler',
  packages,
  paths: /^(?:default\.)?(?:Queue\.)?new\.(?:upsertJobScheduler|add|addBulk)$/,
  read: ({ module, path, options, before, symbol }) => {
    const name = before?.text(0) ?? '*';
    const isScheduler = path.endsWith('.upsertJobScheduler');
    // Bull takes `add(data, options)` too.
    const at = options.count > 2 || options.text(0) !== undefined ? 2 : 1;
    const trigger = isScheduler ? repeated(options, [1]) : repeated(options, [at, 'repeat']);
    const queue = `queue ${name}`;
    const how = `queue ${name}, repeated`;
    const retriesOf = (...own: readonly Stated[]): JobRetries | undefined =>
      jobRetries(module, own, before, () => symbol(`${name === '*' ? 'job' : name}.attempts`));
    if (trigger || isScheduler)
      return {
        ...(trigger ? { trigger } : { event: name === '*' ? 'queue' : name }),
        orders: queue,
        functions: [],
        retries: isScheduler ? retriesOf([options, 2, 'opts']) : retriesOf([options, at]),
        how,
      };
    const sent = { sends: queue, functions: [], how: queue };
    if (path.endsWith('.addBulk'))
      return {
        ...sent,
        each: 0,
        retries: retriesOf(...options.elements(0).map((job): Stated => [job, 0, 'opts'])),
      };
    return { ...sent, afterMs: options.duration(at, 'delay'), retries: retriesOf([options, at]) };
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
