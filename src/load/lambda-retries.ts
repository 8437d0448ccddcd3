import { anyNumber, within } from './quantity.js';
import type { EntryRetries } from './scheduled-entry.js';

/** Lambda runs what was set off asynchronously twice more while it fails: a minute later, and two minutes after that. */
export function lambdaRetries(stated = '2'): EntryRetries | undefined {
  const attempts = /^[012]$/.test(stated) ? Number(stated) + 1 : 3;
  const waitsMs = [within(60_000, 120_000), within(120_000, 240_000)];
  return attempts === 1 ? undefined : { library: 'Lambda', attempts, waitsMs };
}

/** Whoever reads a queue or a stream for a function gives it again what failed, as often as the queue says. */
export const redelivered: EntryRetries = {
  library: 'Lambda',
  attempts: 'unknown',
  waitsMs: [anyNumber],
};
