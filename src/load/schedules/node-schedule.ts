import { calendarOfFields, isCalendar } from '../calendar/calendar.js';
import { pathOf } from '../../values/path-of.js';
import type { Value } from '../../values/value.js';
import type { CodeOptions } from '../options.js';
import { constantValue } from '../quantity.js';
import type { Trigger } from '../trigger.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleCall, ScheduleModel } from './model.js';

/** `scheduleJob([name], expression | rule | { rule, tz }, fn)`. */
export const nodeSchedule: ScheduleModel = {
  id: 'node-schedule',
  packages: /^node-schedule$/,
  paths: /^(?:default\.)?(?:scheduleJob|Job\.schedule)$/,
  byHand: /^invoke$/,
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
    return value === undefined ? listed(options, at, name, add) : String(value + add);
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

/** `[0, 30]` and `new Range(0, 59, 15)` as a cron field. */
function listed(options: CodeOptions, at: number, name: string, add: number): string | undefined {
  const fields = options.values(at, name).map((value) => {
    if (value.kind === 'array' && value.open === undefined)
      return value.items
        .map((_, i) => {
          const number = options.number(at, name, String(i));
          const known = number && constantValue(number);
          return known === undefined
            ? ranged(options.values(at, name, String(i))[0], add)
            : String(known + add);
        })
        .reduce((list, one) => (list === undefined || one === undefined ? undefined : `${list},${one}`));
    return ranged(value, add);
  });
  const [only, ...more] = fields;
  return more.length === 0 ? only : undefined;
}

function ranged(value: Value | undefined, add: number): string | undefined {
  const made = value?.kind === 'external' ? value.steps.at(-1) : undefined;
  if (value?.kind !== 'external' || made?.kind !== 'new' || !/Range/.test(pathOf(value.steps)))
    return undefined;
  const [from, to, step = 1] = made.args.map(({ value: given }) =>
    given.kind === 'expr' && given.expr.kind === 'literal' ? Number(given.expr.value) : NaN,
  );
  if (from === undefined || to === undefined || [from, to, step].some(Number.isNaN)) return undefined;
  return `${from + add}-${to + add}/${step}`;
}
