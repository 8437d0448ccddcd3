import type { LoadVerdict } from '../model/report.js';

/** The figures of a row. Null: no bound, or a symbol is unset. */
export interface Figures {
  readonly expected: number | null;
  readonly high: number | null;
  readonly quota: number;
  /** Something that may reach the limit is in no flow, or may belong to another operation. */
  readonly incomplete: boolean;
}

/** What the figures say: `exceeds` at expected values, `may-exceed` at the bound alone, `within` for all values that were stated. */
export function verdictOf({ expected, high, quota, incomplete }: Figures): LoadVerdict {
  if (expected !== null && expected > quota) return 'exceeds';
  if (high === null) return expected === null ? 'unknown' : 'may-exceed';
  if (high > quota) return 'may-exceed';
  return incomplete ? 'unknown' : 'within';
}
