import { Cron, CronPattern } from 'croner';
import type { Dialect, DialectName } from './dialects.js';
import { dialects } from './dialects.js';

export const dayMs = 86_400_000;

/** The instants of a cron expression. */
export interface Calendar {
  /** As written. */
  readonly text: string;
  readonly dialect: DialectName;
  /** IANA name; undefined where the schedule names none. */
  readonly timeZone?: string | undefined;
  /** Six or seven fields, seconds first, weekdays from Sunday = 0. */
  readonly pattern: string;
  readonly bothDays: boolean;
  /** So much later than written, within the day; to ask what another time of day would change. */
  readonly laterMs?: number;
}

export interface CalendarProblem {
  readonly problem: string;
}

export const isCalendar = (parsed: Calendar | CalendarProblem): parsed is Calendar => 'pattern' in parsed;

/** Reads an expression as a scheduler does; a problem says what is wrong with it. */
export function parseCalendar(
  text: string,
  dialectName: DialectName,
  options: { readonly timeZone?: string | undefined; readonly bothDays?: boolean } = {},
): Calendar | CalendarProblem {
  const dialect = dialects[dialectName];
  const pattern = normalized(text, dialect);
  if (pattern === undefined)
    return { problem: `"${text}" has not the number of fields that ${dialectName} reads` };
  const calendar: Calendar = {
    text,
    dialect: dialectName,
    timeZone: options.timeZone,
    pattern,
    bothDays: options.bothDays ?? dialect.days === 'both',
  };
  try {
    patternOf(calendar);
    if (options.timeZone !== undefined) new Intl.DateTimeFormat('en', { timeZone: options.timeZone });
    return calendar;
  } catch (error) {
    return { problem: `"${text}": ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A calendar from lists of values; an empty list means every value. Months from 1, weekdays from Sunday = 0. */
export function calendarOfFields(
  text: string,
  dialect: DialectName,
  fields: { seconds: string; minutes: string; hours: string; days: string; months: string; weekdays: string },
  timeZone?: string,
): Calendar | CalendarProblem {
  const { seconds, minutes, hours, days, months, weekdays } = fields;
  const pattern = [seconds, minutes, hours, days, months, weekdays].join(' ');
  const calendar: Calendar = { text, dialect, timeZone, pattern, bothDays: true };
  try {
    patternOf(calendar);
    return calendar;
  } catch (error) {
    return { problem: `"${text}": ${error instanceof Error ? error.message : String(error)}` };
  }
}

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 0 1 1 *',
  '@annually': '0 0 0 1 1 *',
  '@monthly': '0 0 0 1 * *',
  '@weekly': '0 0 0 * * 0',
  '@daily': '0 0 0 * * *',
  '@midnight': '0 0 0 * * *',
  '@hourly': '0 0 * * * *',
};

/** The expression with leading seconds, weekdays from Sunday = 0; undefined when the fields don't fit. */
function normalized(text: string, dialect: Dialect): string | undefined {
  const bare = text
    .trim()
    .replace(/^cron\(([^()]*)\)$/i, '$1')
    .trim();
  const nickname = nicknames[bare.toLowerCase()];
  if (nickname !== undefined) return nickname;
  const fields = bare.split(/\s+/);
  const withSeconds = secondsFirst(fields, dialect);
  if (withSeconds === undefined) return undefined;
  const weekday = withSeconds[5];
  if (dialect.sunday === 1 && weekday !== undefined) withSeconds[5] = fromSundayZero(weekday);
  return withSeconds.join(' ');
}

function secondsFirst(fields: readonly string[], dialect: Dialect): string[] | undefined {
  const count = fields.length;
  switch (dialect.fields) {
    case 'five':
      return count === 5 ? ['0', ...fields] : undefined;
    case 'six':
      return count === 6 ? [...fields] : undefined;
    case 'five-or-six':
      return count === 5 ? ['0', ...fields] : count === 6 ? [...fields] : undefined;
    case 'five-to-seven':
      return count === 5 ? ['0', ...fields] : count === 6 || count === 7 ? [...fields] : undefined;
    case 'aws':
      return count === 6 ? ['0', ...fields] : count === 5 ? ['0', ...fields] : undefined;
    case 'quartz':
      return count === 6 || count === 7 ? [...fields] : undefined;
  }
}

/** Weekday numbers that start with 1 for Sunday, as numbers that start with 0; names, `L` and steps stay. */
function fromSundayZero(field: string): string {
  return field
    .split(',')
    .map((part) => {
      const [range = '', step] = part.split('/');
      const [days = '', nth] = range.split('#');
      const shifted = days
        .split('-')
        .map((day) => day.replace(/^\d+/, (digits) => String(Number(digits) - 1)))
        .join('-');
      return shifted + (nth === undefined ? '' : `#${nth}`) + (step === undefined ? '' : `/${step}`);
    })
    .join(',');
}

/** `?` means any value, in every dialect that has it. */
const plain = (calendar: Calendar): string => calendar.pattern.replaceAll('?', '*');

const patternOf = (calendar: Calendar): CronPattern =>
  new CronPattern(plain(calendar), undefined, { sloppyRanges: dialects[calendar.dialect].openSteps });

/** Milliseconds of a day at which the calendar fires on a day that it has, sorted. */
export function timesOfDay(calendar: Calendar): number[] {
  const { laterMs = 0 } = calendar;
  const times = writtenTimes(calendar);
  return laterMs === 0 ? times : times.map((time) => (time + laterMs) % dayMs).sort((a, b) => a - b);
}

/** The times between the instants of a day, and from the last to the first of the next. */
export function gapsOfDay(calendar: Calendar): number[] {
  const times = timesOfDay(calendar);
  return times.map((time, i) => (times[i + 1] ?? (times[0] ?? 0) + dayMs) - time);
}

function writtenTimes(calendar: Calendar): number[] {
  const { hour, minute, second } = patternOf(calendar);
  const times: number[] = [];
  for (const [h, hourSet] of hour.entries()) {
    if (hourSet !== 1) continue;
    for (const [m, minuteSet] of minute.entries()) {
      if (minuteSet !== 1) continue;
      for (const [s, secondSet] of second.entries()) {
        if (secondSet === 1) times.push(((h * 60 + m) * 60 + s) * 1000);
      }
    }
  }
  return times;
}

/** Whether the calendar fires on every day. A year only says when the schedule ends, so it is left aside. */
export function isDaily(calendar: Calendar): boolean {
  const [, , , day = '*', month = '*', weekday = '*'] = plain(calendar).split(' ');
  return [day, month, weekday].every((field) => field === '*');
}

/** Tells for each day, counted from the epoch, whether the calendar has it. */
export function dayTest(calendar: Calendar): (day: number) => boolean {
  if (isDaily(calendar)) return () => true;
  const [, , , day, month, weekday] = plain(calendar).split(' ');
  const atMidnight = new Cron(`0 0 0 ${day} ${month} ${weekday}`, {
    paused: true,
    timezone: 'UTC',
    domAndDow: calendar.bothDays,
    sloppyRanges: dialects[calendar.dialect].openSteps,
  });
  return (at) => atMidnight.match(new Date(at * dayMs));
}
