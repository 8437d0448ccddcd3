import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleModel } from './model.js';

/** `cron.schedule(expression, fn, options)`, and `createTask` once it is started: runs overlap unless `noOverlap` leaves them out. */
export const nodeCron: ScheduleModel = {
  id: 'node-cron',
  packages: /^node-cron$/,
  paths: /^(?:default\.)?(?:schedule|createTask(?:\(\)\.start)?)$/,
  byHand: /^(?:execute|now)$/,
  read: ({ path, options: own, before }) => {
    // A task that is only made runs when it is started.
    if (path.endsWith('createTask')) return { orders: 'task', functions: [], how: 'task' };
    const options = path.endsWith('start') ? before : own;
    if (options === undefined) return undefined;
    const text = options.text(0);
    const trigger =
      text === undefined
        ? undefined
        : calendarTrigger(text, 'node-cron', {
            timeZone: options.text(2, 'timezone'),
            guard: options.flag(2, 'noOverlap') === true ? 'skip' : 'overlap',
            immediate: options.flag(2, 'runOnInit') === true,
          });
    return {
      most: options.number(2, 'maxExecutions'),
      ...(trigger ? { trigger } : { event: 'cron' }),
      functions: options.functions(1),
      how: `cron ${text ?? '?'}`,
    };
  },
};
