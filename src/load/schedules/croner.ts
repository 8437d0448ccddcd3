import type { ScheduleCall, ScheduleModel } from './model.js';
import { calendarTrigger } from './calendar-trigger.js';

/** `new Cron(pattern, options, fn)`, the last two in any order: `protect` runs late what it finds busy. */
export const croner: ScheduleModel = {
  id: 'croner',
  packages: /^croner$/,
  paths: /^(?:default\.)?(?:Cron)?$/,
  read: (call) => {
    const { options } = call;
    const text = options.text(0);
    const at = options.functions(1).length > 0 ? 1 : 2;
    const settings = at === 1 ? 2 : 1;
    const trigger =
      text === undefined
        ? undefined
        : calendarTrigger(text, 'croner', {
            timeZone: options.text(settings, 'timezone'),
            guard: isProtected(call, settings) ? 'late' : 'overlap',
            bothDays: options.flag(settings, 'domAndDow'),
          });
    return {
      ...(trigger ? { trigger } : { event: 'cron' }),
      functions: options.functions(at),
      how: `cron ${text ?? '?'}`,
    };
  },
};

/** `protect` may be a flag, or a function that is told of runs that were left out. */
const isProtected = ({ options }: ScheduleCall, at: number): boolean =>
  options.flag(at, 'protect') === true || options.functions(at, 'protect').length > 0;
