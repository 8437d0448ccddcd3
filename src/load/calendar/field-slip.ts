import type { Calendar } from './calendar.js';

/**
 * An expression with six fields where five were meant: it fires every second of the minutes that it names
 * (`* *\/5 * * * *` runs 60 times in each fifth minute). Undefined when the expression is no such slip.
 */
export function fieldSlip(
  calendar: Calendar,
): { readonly runsPerMinute: number; readonly meant: string } | undefined {
  const fields = calendar.text.trim().split(/\s+/);
  const [seconds, ...rest] = fields;
  if (fields.length !== 6 || seconds !== '*' || calendar.dialect === 'aws') return undefined;
  return { runsPerMinute: 60, meant: rest.join(' ') };
}
