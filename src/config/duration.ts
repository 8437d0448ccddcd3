const millisecondsPer: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A number and a unit, as in `80ms`, `2s`, `1.5m`, `6h`, `1d`. */
export const durationPattern = /^\d{1,12}(?:\.\d{1,6})?(?:ms|s|m|h|d)$/;

/** Milliseconds, or undefined when the text is no duration. */
export function parseDuration(text: string): number | undefined {
  if (!durationPattern.test(text)) return undefined;
  const unit = text.endsWith('ms') ? 'ms' : text.slice(-1);
  const factor = millisecondsPer[unit];
  return factor === undefined ? undefined : Number(text.slice(0, -unit.length)) * factor;
}
