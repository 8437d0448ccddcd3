import { cronExpressions } from './nest-expressions.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleModel } from './model.js';

/** Decorators of methods: `@Cron(expression, options)`, `@Interval(ms)`, `@Timeout(ms)`. */
export const nestSchedule: ScheduleModel = {
  id: 'nest-schedule',
  packages: /^@nestjs\/schedule$/,
  paths: /^(?:Cron|Interval|Timeout)$/,
  read: ({ path, options }) => {
    if (path === 'Timeout')
      return { trigger: { kind: 'once', reach: 'process' }, functions: [], how: '@Timeout' };
    if (path === 'Interval') {
      const everyMs = options.number(1) ?? options.number(0);
      if (everyMs === undefined) return { event: 'interval', functions: [], how: '@Interval' };
      return {
        trigger: { kind: 'periodic', everyMs, immediate: false, guard: 'overlap', reach: 'process' },
        functions: [],
        how: '@Interval',
      };
    }
    const word = options.text(0);
    const text = word === undefined ? undefined : (cronExpressions[word] ?? word);
    const trigger =
      text === undefined
        ? undefined
        : calendarTrigger(text, 'cron', {
            timeZone: options.text(1, 'timeZone'),
            guard: options.flag(1, 'waitForCompletion') === true ? 'skip' : 'overlap',
          });
    return { ...(trigger ? { trigger } : { event: 'cron' }), functions: [], how: `@Cron ${text ?? '?'}` };
  },
};
