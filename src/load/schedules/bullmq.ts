import { calendarTrigger } from './calendar-trigger.js';
import type { CodeOptions } from '../options.js';
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
    const name = (isWorker ? options : before)?.text(0) ?? 'queue';
    const functions = [0, 1, 2].flatMap((at) => options.functions(at));
    return { defines: `queue ${name}`, event: name, functions, how: `queue ${name}` };
  },
};

/** A job scheduler: one series for all processes. */
export const bullScheduler: ScheduleModel = {
  id: 'bullmq#scheduler',
  packages,
  paths: /^(?:default\.)?(?:Queue\.)?new\.(?:upsertJobScheduler|add)$/,
  read: ({ path, options, before }) => {
    const name = before?.text(0) ?? 'queue';
    const isAdd = path.endsWith('.add');
    const trigger = isAdd ? repeated(options, [2, 'repeat']) : repeated(options, [1]);
    if (isAdd && trigger === undefined) return undefined;
    return {
      ...(trigger ? { trigger } : { event: name }),
      orders: `queue ${name}`,
      functions: [],
      how: `queue ${name}, repeated`,
    };
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
