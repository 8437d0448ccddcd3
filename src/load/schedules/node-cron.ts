import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleModel } from './model.js';

/** `cron.schedule(expression, fn, options)`: runs overlap unless `noOverlap` leaves them out. */
export const nodeCron: ScheduleModel = {
  id: 'node-cron',
  packages: /^node-cron$/,
  paths: /^(?:default\.)?(?:schedule|createTask)$/,
  read: ({ options }) => {
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
      ...(trigger ? { trigger } : { event: 'cron' }),
      functions: options.functions(1),
      how: `cron ${text ?? '?'}`,
    };
  },
};
