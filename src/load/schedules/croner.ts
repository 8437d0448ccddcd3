import type { CodeOptions } from '../options.js';
import type { ScheduleModel } from './model.js';
import { calendarTrigger } from './calendar-trigger.js';

/** `new Cron(pattern, options, fn)`, the last two in any order: `protect` runs late what it finds busy. */
export const croner: ScheduleModel = {
  id: 'croner',
  packages: /^croner$/,
  paths: /^(?:default\.)?(?:Cron)?$|(?:^|\.)new\.schedule$/,
  byHand: /^trigger$/,
  read: (call) => {
    const isLater = call.path.endsWith('new.schedule');
    const options = isLater ? call.before : call.options;
    if (options === undefined) return undefined;
    const text = options.text(0);
    const at = options.functions(1).length > 0 ? 1 : 2;
    const settings = at === 1 ? 2 : 1;
    const trigger =
      text === undefined
        ? undefined
        : calendarTrigger(text, 'croner', {
            timeZone: options.text(settings, 'timezone'),
            guard: isProtected(options, settings) ? 'late' : 'overlap',
            bothDays: options.flag(settings, 'domAndDow'),
          });
    return {
      ...(trigger ? { trigger } : { event: 'cron' }),
      functions: isLater ? call.options.functions(0) : options.functions(at),
      how: `cron ${text ?? '?'}`,
    };
  },
};

/** `protect` may be a flag, or a function that is told of runs that were left out. */
const isProtected = (options: CodeOptions, at: number): boolean =>
  options.flag(at, 'protect') === true || options.functions(at, 'protect').length > 0;
