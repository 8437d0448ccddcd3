import { calendarOfFields, isCalendar } from '../calendar/calendar.js';
import { constantValue } from '../quantity.js';
import type { Trigger } from '../trigger.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleCall, ScheduleModel } from './model.js';

/** `scheduleJob([name], expression | rule | { rule, tz }, fn)`. */
export const nodeSchedule: ScheduleModel = {
  id: 'node-schedule',
  packages: /^node-schedule$/,
  paths: /^(?:default\.)?(?:scheduleJob|Job\.schedule)$/,
  read: (call) => {
    const { options } = call;
    const named = options.functions(2).length > 0;
    const at = named ? 1 : 0;
    const text = options.text(at) ?? options.text(at, 'rule');
    const timeZone = options.text(at, 'tz');
    const trigger =
      text === undefined ? ruled(call, at, timeZone) : calendarTrigger(text, 'node-schedule', { timeZone });
    return {
      ...(trigger ? { trigger } : { event: 'job' }),
      functions: options.functions(at + 1),
      how: `schedule ${text ?? 'by a rule'}`,
    };
  },
};

/** A recurrence rule: `second` is 0 unless it is set, all else is every. Months from 0. */
function ruled({ options }: ScheduleCall, at: number, timeZone: string | undefined): Trigger | undefined {
  const field = (name: string, fallback: string, add = 0): string | undefined => {
    if (!options.has(at, name)) return fallback;
    const number = options.number(at, name);
    const value = number && constantValue(number);
    return value === undefined ? undefined : String(value + add);
  };
  const [seconds, minutes, hours, days, months, weekdays] = [
    field('second', '0'),
    field('minute', '*'),
    field('hour', '*'),
    field('date', '*'),
    field('month', '*', 1),
    field('dayOfWeek', '*'),
  ];
  if (!seconds || !minutes || !hours || !days || !months || !weekdays) return undefined;
  const none = ['second', 'minute', 'hour', 'date', 'month', 'dayOfWeek'].every(
    (name) => !options.has(at, name),
  );
  if (none) return undefined;
  const calendar = calendarOfFields(
    'recurrence rule',
    'node-schedule',
    { seconds, minutes, hours, days, months, weekdays },
    timeZone,
  );
  return isCalendar(calendar)
    ? { kind: 'calendar', calendar, immediate: false, guard: 'overlap', reach: 'process' }
    : undefined;
}
