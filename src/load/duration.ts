const units: Readonly<Record<string, number>> = {
  ms: 1,
  msec: 1,
  millisecond: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  mins: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hrs: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  w: 604_800_000,
  week: 604_800_000,
  weeks: 604_800_000,
};

const words: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, five: 5, ten: 10 };

/** Milliseconds of `5m`, `every 5 minutes`, `2 hours and 30 minutes`, `PT5M`; undefined for anything else. */
export function durationOf(text: string): number | undefined {
  const iso = /^p(?:t(?=\d))?(.*)$/i.exec(text.trim());
  const plain = (iso?.[1] ?? text)
    .toLowerCase()
    .replace(/^\s*every\s+/, '')
    .replace(/\band\b|,/g, ' ');
  let total = 0;
  let rest = plain.trim();
  if (rest === '') return undefined;
  if (units[rest] !== undefined) return units[rest];
  while (rest !== '') {
    const part = /^(\d+(?:\.\d+)?|[a-z]+)\s*([a-z]*)\s*/.exec(rest);
    const count = Number(part?.[1] ?? NaN);
    const value = Number.isNaN(count) ? words[part?.[1] ?? ''] : count;
    const unit = part?.[2] === '' ? undefined : units[part?.[2] ?? ''];
    if (part === null || value === undefined || unit === undefined) return undefined;
    total += value * unit;
    rest = rest.slice(part[0].length);
  }
  return total;
}
