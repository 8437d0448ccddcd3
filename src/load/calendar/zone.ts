import { dayMs } from './calendar.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clocks are ahead of UTC at an instant, in ms. */
export function zoneOffset(timeZone: string | undefined, at: number): number {
  if (timeZone === undefined || /^(?:utc|etc\/utc|gmt)$/i.test(timeZone)) return 0;
  const parts = formatOf(timeZone).formatToParts(new Date(at));
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return local - Math.floor(at / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

/** The offset that holds on most of a UTC day: at its noon. */
export const offsetOnDay = (timeZone: string | undefined, day: number): number =>
  zoneOffset(timeZone, day * dayMs + dayMs / 2);
