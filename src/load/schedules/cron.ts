import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleModel } from './model.js';

/** `new CronJob(time, onTick, onComplete, start, zone)` and `CronJob.from({ cronTime, onTick })`. */
export const cron: ScheduleModel = {
  id: 'cron',
  packages: /^cron$/,
  paths: /^(?:default\.)?(?:CronJob(?:\.from)?|CronTask)$/,
  byHand: /^fireOnTick$/,
  read: ({ path, options }) => {
    const named = path.endsWith('.from');
    const text = named ? options.text(0, 'cronTime') : options.text(0);
    const skips = named && options.flag(0, 'waitForCompletion') === true;
    const immediate = named ? options.flag(0, 'runOnInit') : options.flag(6);
    const trigger =
      text === undefined
        ? undefined
        : calendarTrigger(text, 'cron', {
            timeZone: named ? options.text(0, 'timeZone') : options.text(4),
            guard: skips ? 'skip' : 'overlap',
            immediate: immediate === true,
          });
    return {
      ...(trigger ? { trigger } : { event: 'cron' }),
      functions: named ? options.functions(0, 'onTick') : options.functions(1),
      how: `cron ${text ?? '?'}`,
    };
  },
};
