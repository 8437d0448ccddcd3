import { Cron } from 'croner';
import { CronTime } from 'cron';
import nodeCron from 'node-cron';
import schedule from 'node-schedule';
import { describe, expect, it } from 'vitest';
import type { Calendar } from '../../src/load/calendar/calendar.js';
import {
  dayMs,
  dayTest,
  isCalendar,
  isDaily,
  parseCalendar,
  timesOfDay,
} from '../../src/load/calendar/calendar.js';
import type { DialectName } from '../../src/load/calendar/dialects.js';
import { dialects } from '../../src/load/calendar/dialects.js';
import { fieldSlip } from '../../src/load/calendar/field-slip.js';
import { zoneOffset } from '../../src/load/calendar/zone.js';
import { windowLoad } from '../../src/load/evaluate.js';
import { constant } from '../../src/load/quantity.js';
import { call, parallelLoop } from '../../src/load/term.js';
import { cron, flow } from './support/program.js';

function parsed(text: string, dialect: DialectName, timeZone?: string): Calendar {
  const calendar = parseCalendar(text, dialect, { timeZone });
  if (!isCalendar(calendar)) throw new Error(calendar.problem);
  return calendar;
}

/** The first runs of a calendar at or after a day. */
function runs(calendar: Calendar, fromDay: number, count: number): string[] {
  const test = dayTest(calendar);
  const times = timesOfDay(calendar);
  const found: string[] = [];
  for (let day = fromDay; found.length < count && day < fromDay + 3000; day++) {
    if (!test(day)) continue;
    for (const time of times)
      if (found.length < count) found.push(new Date(day * dayMs + time).toISOString());
  }
  return found;
}

const expressions = [
  '*/5 * * * *',
  '0 * * * *',
  '30 2 * * 1',
  '0 0 1 * *',
  '15 */6 * * 1-5',
  '0 9-17 * * MON-FRI',
  '0 12 13 * 5',
  '*/7 3,9 * 1,6 *',
  '0 0 * * 7',
  '*/20 * * * * *',
  '5 4 3 * * 0',
];
const from = Date.UTC(2026, 0, 1);
const count = 40;

describe('expressions are read as the libraries read them', () => {
  it.each(expressions)('cron: %s', (text) => {
    const dates: string[] = [];
    let at = new Date(from - 1);
    const time = new CronTime(text, 'UTC');
    for (let i = 0; i < count; i++) {
      at = time.getNextDateFrom(at, 'UTC').toJSDate();
      dates.push(at.toISOString());
    }
    expect(runs(parsed(text, 'cron'), from / dayMs, count)).toEqual(dates);
  });

  it.each(expressions)('croner: %s', (text) => {
    const dates = new Cron(text, { paused: true, timezone: 'UTC' }).nextRuns(count, new Date(from - 1));
    expect(runs(parsed(text, 'croner'), from / dayMs, count)).toEqual(
      dates.map((date) => date.toISOString()),
    );
  });

  it.each(expressions)('node-cron: %s', (text) => {
    const task = nodeCron.createTask(text, () => undefined, { timezone: 'UTC' }) as unknown as {
      match?: (date: Date) => boolean;
      timeMatcher?: { match: (date: Date) => boolean };
    };
    const matches = (date: Date): boolean =>
      (task.timeMatcher ?? (task as { match: (date: Date) => boolean })).match(date);
    const calendar = parsed(text, 'node-cron');
    const test = dayTest(calendar);
    const times = new Set(timesOfDay(calendar));
    // Every minute of 400 days is too much: one minute of each hour, and the minutes around it.
    for (let day = 0; day < 400; day += 1) {
      for (const minute of [0, 2 * 60 + 30, 4 * 60 + 3, 9 * 60 + 7, 12 * 60, 13 * 60 + 15]) {
        const date = new Date(from + day * dayMs + minute * 60_000);
        const ours = test(from / dayMs + day) && times.has(minute * 60_000);
        expect(matches(date), date.toISOString()).toBe(ours);
      }
    }
  });

  it.each(expressions)('node-schedule: %s', (text) => {
    // Far enough ahead that the day on which this runs makes no difference.
    for (const start of [Date.UTC(2100, 0, 1), Date.UTC(2100, 4, 13), Date.UTC(2100, 5, 6, 3, 30)]) {
      const job = schedule.scheduleJob(
        { rule: text, tz: 'UTC', start: new Date(start - 1000) },
        () => undefined,
      );
      const next = (job.nextInvocation() as unknown as { toDate: () => Date }).toDate().toISOString();
      job.cancel();
      const ours = runs(parsed(text, 'node-schedule'), Math.floor(start / dayMs), 6000);
      expect(ours.find((date) => date >= new Date(start).toISOString())).toBe(next);
    }
  });

  it('the 29th of February comes in leap years', () => {
    expect(runs(parsed('0 0 29 2 *', 'croner'), from / dayMs, 2)).toEqual([
      '2028-02-29T00:00:00.000Z',
      '2032-02-29T00:00:00.000Z',
    ]);
  });

  it('a day of the month and one of the week: either, but both in node-cron', () => {
    const friday13 = '0 12 13 * 5';
    expect(runs(parsed(friday13, 'node-cron'), from / dayMs, 2)).toEqual([
      '2026-02-13T12:00:00.000Z',
      '2026-03-13T12:00:00.000Z',
    ]);
    expect(runs(parsed(friday13, 'unix'), from / dayMs, 2)).toEqual([
      '2026-01-02T12:00:00.000Z',
      '2026-01-09T12:00:00.000Z',
    ]);
  });
});

describe('dialects', () => {
  const first = (text: string, dialect: DialectName): string | undefined =>
    runs(parsed(text, dialect), from / dayMs, 1)[0];

  it('number the days from Sunday = 0 or from Sunday = 1', () => {
    // 2026-01-04 is a Sunday.
    expect(first('0 6 * * 1', 'unix')).toBe('2026-01-05T06:00:00.000Z');
    expect(first('0 6 ? * 1 *', 'aws')).toBe('2026-01-04T06:00:00.000Z');
    expect(first('0 0 6 ? * 1', 'quartz')).toBe('2026-01-04T06:00:00.000Z');
    expect(first('0 6 ? * SUN *', 'aws')).toBe('2026-01-04T06:00:00.000Z');
    expect(first('0 9 ? * 2#1 *', 'aws')).toBe('2026-01-05T09:00:00.000Z');
  });

  it('accept their own numbers of fields', () => {
    const problems = (text: string): DialectName[] =>
      (Object.keys(dialects) as DialectName[]).filter((dialect) => !isCalendar(parseCalendar(text, dialect)));
    expect(problems('0 12 * * *')).toEqual(['unix-seconds', 'quartz']);
    expect(problems('0 0 12 * * ?')).toEqual(['unix', 'cloudflare', 'github', 'vercel']);
    expect(problems('nonsense')).toHaveLength(Object.keys(dialects).length);
  });

  it('read cron(...), nicknames, and open steps where they exist', () => {
    expect(timesOfDay(parsed('cron(0/15 2 * * ? *)', 'aws'))).toEqual(
      [120, 135, 150, 165].map((minute) => minute * 60_000),
    );
    expect(timesOfDay(parsed('@hourly', 'unix'))).toHaveLength(24);
    expect(parseCalendar('5/10 * * * *', 'croner')).toHaveProperty('problem');
    expect(timesOfDay(parsed('5/10 * * * *', 'cron'))).toHaveLength(6 * 24);
  });

  it('say what is wrong', () => {
    expect(parseCalendar('99 * * * *', 'unix')).toEqual({
      problem: expect.stringContaining('"99 * * * *"') as string,
    });
    expect(parseCalendar('0 0 * * *', 'unix', { timeZone: 'Mars/Olympus' })).toHaveProperty('problem');
  });
});

describe('six fields where five were meant', () => {
  it('run every second of the minutes that they name', () => {
    const slip = parsed('* */5 * * * *', 'cron');
    expect(fieldSlip(slip)).toEqual({ runsPerMinute: 60, meant: '*/5 * * * *' });
    expect(timesOfDay(slip)).toHaveLength(17_280);
  });

  it('are not suspected elsewhere', () => {
    for (const text of ['*/5 * * * *', '0 */5 * * * *', '*/10 * * * * *'])
      expect(fieldSlip(parsed(text, 'cron'))).toBeUndefined();
    expect(fieldSlip(parsed('* * * * ? *', 'aws'))).toBeUndefined();
  });
});

describe('the worst window of a calendar', () => {
  const jobs: readonly [string, number][] = [
    ['*/5 * * * *', 40],
    ['*/7 * * * *', 25],
    ['0 * * * *', 300],
    ['0 0 * * *', 900],
    ['30 2 * * 1', 700],
    ['0 0 1 * *', 2500],
    ['15 */6 * * 1-5', 120],
    ['0 9-17 * * MON-FRI', 200],
    ['0 0 29 2 *', 5000],
    ['59 23 31 * *', 800],
  ];
  const flows = jobs.map(([text, size]) => flow(cron(text), parallelLoop(constant(size), call(0))));
  const ask = (w: number, windows: 'any' | 'aligned'): number =>
    windowLoad(flows, {
      reading: { environment: () => ({ low: 1, high: 1 }), failing: false, selects: () => true },
      w,
      windows,
      exact: true,
    });

  it('is what running through a leap year finds', () => {
    // 2028 has a 29 February; its load is counted minute by minute, with the scheduler's own clock.
    const perMinute = new Map<number, number>();
    const start = Date.UTC(2027, 11, 31);
    const end = start + 368 * dayMs;
    for (const [text, size] of jobs) {
      if (text.startsWith('*/')) {
        // Only minutes are restricted: no need to ask the scheduler for each run.
        const step = Number(text.slice(2, 3));
        for (let hour = 0; hour < 24 * 368; hour++) {
          for (let minute = 0; minute < 60; minute += step)
            add(perMinute, start / 60_000 + hour * 60 + minute, size);
        }
        continue;
      }
      const job = new Cron(text, { paused: true, timezone: 'UTC' });
      let date = job.nextRun(new Date(start - 1));
      for (; date !== null && date.getTime() < end; date = job.nextRun(date))
        add(perMinute, date.getTime() / 60_000, size);
    }
    const minutes = [...perMinute.keys()].sort((a, b) => a - b);
    let [worstMinute, worstHour, worstAligned] = [0, 0, 0];
    let [sum, first] = [0, 0];
    for (const minute of minutes) {
      worstMinute = Math.max(worstMinute, perMinute.get(minute)!);
      sum += perMinute.get(minute)!;
      while (minute - minutes[first]! >= 60) sum -= perMinute.get(minutes[first++]!)!;
      worstHour = Math.max(worstHour, sum);
    }
    const hours = new Map<number, number>();
    for (const minute of minutes) add(hours, Math.floor(minute / 60), perMinute.get(minute)!);
    for (const load of hours.values()) worstAligned = Math.max(worstAligned, load);
    expect([ask(60_000, 'any'), ask(3_600_000, 'any'), ask(3_600_000, 'aligned')]).toEqual([
      worstMinute,
      worstHour,
      worstAligned,
    ]);
  });

  it('follows daylight saving', () => {
    // Nine o'clock in New York is 13:00 or 14:00 UTC; only in winter does it meet the UTC job at 14:00.
    const two = [cron('0 9 * * *', { timeZone: 'America/New_York' }), cron('0 14 * * *')].map((trigger) =>
      flow(trigger, parallelLoop(constant(10), call(0))),
    );
    const reading = { environment: () => ({ low: 1, high: 1 }), failing: false, selects: () => true };
    expect(windowLoad(two, { reading, w: 60_000, windows: 'any', exact: true })).toBe(20);
    const never = [two[0]!, flow(cron('0 15 * * *'), parallelLoop(constant(10), call(0)))];
    expect(windowLoad(never, { reading, w: 60_000, windows: 'any', exact: true })).toBe(10);
  });

  it('knows zones', () => {
    expect(zoneOffset('America/New_York', Date.UTC(2026, 0, 15))).toBe(-5 * 3_600_000);
    expect(zoneOffset('America/New_York', Date.UTC(2026, 6, 15))).toBe(-4 * 3_600_000);
    expect(zoneOffset('Asia/Kolkata', Date.UTC(2026, 0, 15))).toBe(5.5 * 3_600_000);
    expect(zoneOffset(undefined, 0)).toBe(0);
  });
});

function add(map: Map<number, number>, key: number, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value);
}

it('knows daily calendars', () => {
  expect(isDaily(parsed('*/5 * * * *', 'unix'))).toBe(true);
  expect(isDaily(parsed('*/5 * * * 1', 'unix'))).toBe(false);
});
