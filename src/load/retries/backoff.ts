import type { Quantity } from '../quantity.js';
import { constant, constantValue, product, sum } from '../quantity.js';

const maxWaits = 12;

/** `first`, and `factor` times more after each failure, never more than `most`. */
export function exponential(first: Quantity, factor: number, most: number, attempts: Quantity): Quantity[] {
  const failures = Math.min(maxWaits, Math.max(1, (constantValue(attempts) ?? maxWaits) - 1));
  return Array.from({ length: failures }, (_, i) => {
    const wait = product(first, constant(factor ** i));
    return most === Infinity ? wait : { kind: 'minimum', of: [wait, constant(most)] };
  });
}

/** Attempts from a number of retries. */
export const afterRetries = (retries: Quantity): Quantity => sum(constant(1), retries);
