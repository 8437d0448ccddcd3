import { isCalendar, parseCalendar } from '../calendar/calendar.js';
import type { DialectName } from '../calendar/dialects.js';
import { durationOf } from '../duration.js';
import { constant } from '../quantity.js';
import type { Guard, Reach, Trigger } from '../trigger.js';

export interface CalendarOptions {
  readonly timeZone?: string | undefined;
  readonly guard?: Guard;
  readonly reach?: Reach;
  readonly immediate?: boolean;
  readonly bothDays?: boolean | undefined;
  readonly jitterMs?: number;
}

/** The trigger of a cron expression; undefined for a text that the scheduler doesn't take. */
export function calendarTrigger(
  text: string,
  dialect: DialectName,
  options: CalendarOptions = {},
): Trigger | undefined {
  const { timeZone, bothDays } = options;
  const calendar = parseCalendar(text, dialect, {
    ...(timeZone !== undefined && { timeZone }),
    ...(bothDays !== undefined && { bothDays }),
  });
  if (!isCalendar(calendar)) return undefined;
  return {
    kind: 'calendar',
    calendar,
    immediate: options.immediate ?? false,
    guard: options.guard ?? 'overlap',
    reach: options.reach ?? 'process',
    ...(options.jitterMs !== undefined && { jitterMs: options.jitterMs }),
  };
}

/** `every 5 minutes`, `rate(5 minutes)`, or a cron expression. */
export function rateOrCalendar(
  text: string,
  dialect: DialectName,
  options: CalendarOptions = {},
): Trigger | undefined {
  const plain = /^rate\((.*)\)$/.exec(text.trim())?.[1] ?? text;
  const ms = durationOf(plain);
  if (ms === undefined) return calendarTrigger(text, dialect, options);
  return {
    kind: 'periodic',
    everyMs: constant(ms),
    immediate: options.immediate ?? false,
    guard: options.guard ?? 'overlap',
    reach: options.reach ?? 'process',
  };
}
