import type { Instants } from '../instants.js';
import { commonPeriod, folded } from '../instants.js';
import type { Calendar } from './calendar.js';
import { dayMs, dayTest, isDaily, timesOfDay } from './calendar.js';
import { offsetOnDay } from './zone.js';

/**
 * One situation of several calendars on the same clock: the instants of each, and the stretch `(from, to]` in which
 * windows are to end. `date` is a day on which it comes about.
 */
export interface Timetable {
  readonly instants: readonly Instants[];
  readonly from: number;
  readonly to: number;
  readonly date?: string;
}

/**
 * Days that are looked at: 28 years, in which every weekday meets every date of common and leap years, so that
 * no combination of the Gregorian calendar is missing.
 */
const firstDay = Date.UTC(2000, 0, 1) / dayMs;
const days = 28 * 365 + 7;
const maxLookback = 35;
const maxTimetables = 64;

/**
 * All situations in which the calendars can meet, as far as `lookback` ms before a window's end. Daily calendars
 * repeat for ever; others give one situation for each different sequence of days, without those that another covers.
 */
export function timetables(calendars: readonly Calendar[], lookback: number): readonly Timetable[] {
  const before = Math.ceil(Math.max(0, lookback) / dayMs);
  const key = JSON.stringify([
    before,
    calendars.map(({ pattern, timeZone, bothDays, laterMs }) => [pattern, timeZone, bothDays, laterMs]),
  ]);
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size > maxRemembered) made.clear();
  const result = findTimetables(calendars, before);
  made.set(key, result);
  return result;
}

/** The same few calendars are asked for again with each value that is tried. */
const made = new Map<string, readonly Timetable[]>();
const maxRemembered = 256;

function findTimetables(calendars: readonly Calendar[], before: number): readonly Timetable[] {
  const fixed = calendars.every((calendar) => isDaily(calendar) && !hasDaylightSaving(calendar));
  if (fixed || before > maxLookback) return [dailyTimetable(calendars)];
  const keys = calendars.map(keysOf);
  const situations = new Map<string, number>();
  for (let day = before; day < days; day++) {
    const key = keys.map((of) => of.slice(day - before, day + 1).join('')).join('|');
    if (!situations.has(key)) situations.set(key, day);
  }
  const kept = withoutCovered([...situations]);
  if (kept.length > maxTimetables) return [dailyTimetable(calendars)];
  return kept.map((day) => timetableOf(calendars, keys, day, before));
}

/** Every calendar on every day: more than happens, never less. */
function dailyTimetable(calendars: readonly Calendar[]): Timetable {
  const instants = calendars.map((calendar) => {
    const offset = offsetOnDay(calendar.timeZone, firstDay);
    const offsets = timesOfDay(calendar).map((time) => (((time - offset) % dayMs) + dayMs) % dayMs);
    return folded({ kind: 'lattice', period: dayMs, offsets: offsets.sort((a, b) => a - b) });
  });
  return { instants, from: 0, to: commonPeriod(instants, dayMs) ?? dayMs };
}

function hasDaylightSaving(calendar: Calendar): boolean {
  if (calendar.timeZone === undefined) return false;
  const january = offsetOnDay(calendar.timeZone, firstDay);
  return offsetOnDay(calendar.timeZone, firstDay + 182) !== january;
}

/** Clocks aren't changed and changed back within so many days. */
const steadyDays = 7;
const offsets = new Map<string | undefined, readonly number[]>();

/** A zone's offset on each of the days. */
function offsetsOf(timeZone: string | undefined): readonly number[] {
  const known = offsets.get(timeZone);
  if (known) return known;
  const found: number[] = [];
  while (found.length < days) {
    const day = found.length;
    const [now, later] = [day, day + steadyDays].map((d) => offsetOnDay(timeZone, firstDay + d));
    for (let d = day; d < day + steadyDays; d++)
      found.push(now === later && now !== undefined ? now : offsetOnDay(timeZone, firstDay + d));
  }
  offsets.set(timeZone, found);
  return found;
}

const idle = '.';

/**
 * For each UTC day a letter for the zone's offset where the calendar fires, else a dot; a zone other than UTC
 * gets three, for the local days before, at and after it.
 */
function keysOf(calendar: Calendar): string[] {
  const test = dayTest(calendar);
  const saves = hasDaylightSaving(calendar) ? offsetsOf(calendar.timeZone) : undefined;
  const constantOffset = offsetOnDay(calendar.timeZone, firstDay);
  const letters = new Map<number, string>();
  const fires: boolean[] = [];
  for (let day = -1; day <= days; day++) fires.push(test(firstDay + day));
  const keys: string[] = [];
  for (let day = 0; day < days; day++) {
    const offset = saves?.[day] ?? constantOffset;
    let letter = letters.get(offset);
    if (letter === undefined) letters.set(offset, (letter = String.fromCharCode(97 + letters.size)));
    const around =
      saves !== undefined || constantOffset !== 0
        ? [fires[day], fires[day + 1], fires[day + 2]]
        : [fires[day + 1]];
    keys.push(around.map((fired) => (fired === true ? letter : idle)).join(''));
  }
  return keys;
}

/** Days of the situations that no other situation contains. */
function withoutCovered(situations: readonly (readonly [string, number])[]): number[] {
  const busiest = [...situations].sort((a, b) => weight(b[0]) - weight(a[0]) || a[1] - b[1]);
  const kept: (readonly [string, number])[] = [];
  for (const situation of busiest.slice(0, 4096)) {
    if (!kept.some(([key]) => covers(key, situation[0]))) kept.push(situation);
    if (kept.length > maxTimetables) break;
  }
  return kept.map(([, day]) => day);
}

const weight = (key: string): number => [...key].filter((letter) => letter !== idle && letter !== '|').length;

function covers(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < b.length; i++) if (b[i] !== idle && b[i] !== a[i]) return false;
  return true;
}

function timetableOf(
  calendars: readonly Calendar[],
  keys: readonly (readonly string[])[],
  day: number,
  before: number,
): Timetable {
  const instants = calendars.map((calendar, i): Instants => {
    const daily = timesOfDay(calendar);
    const times = new Set<number>();
    for (let back = before; back >= 0; back--) {
      const key = keys[i]?.[day - back] ?? idle;
      const offset = offsetOnDay(calendar.timeZone, firstDay + day - back);
      const localDays = (key.length === 1 ? [0] : [-1, 0, 1]).filter((_, at) => key[at] !== idle);
      for (const local of localDays) {
        for (const time of daily) {
          const at = local * dayMs + time - offset;
          if (at >= 0 && at < dayMs) times.add(at - back * dayMs);
        }
      }
    }
    return { kind: 'list', times: [...times].sort((a, b) => a - b) };
  });
  return {
    instants,
    from: -1,
    to: dayMs - 1,
    date: new Date((firstDay + day) * dayMs).toISOString().slice(0, 10),
  };
}
