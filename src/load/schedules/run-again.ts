import { pathOf } from '../../values/path-of.js';
import type { Value } from '../../values/value.js';
import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import { between, constant, constantValue, sum } from '../quantity.js';
import type { JobRetries, ScheduleCall } from './model.js';

/** Work that runs again while it fails, `attempts` times in all; undefined where that is once. */
export function runAgain(
  library: string,
  attempts: Quantity,
  waitsMs: readonly Quantity[],
): JobRetries | undefined {
  return (constantValue(attempts) ?? 2) <= 1 ? undefined : { library, attempts, waitsMs };
}

/** A longer list of waits says no more. */
const mostWaits = 20;

/** The wait after each failure, the first one being number 1. */
export function eachWait(attempts: Quantity, wait: (failure: number) => Quantity): readonly Quantity[] {
  const failures = Math.min(mostWaits, (constantValue(attempts) ?? mostWaits + 1) - 1);
  return Array.from({ length: Math.max(1, Math.ceil(failures)) }, (_, i) => wait(i + 1));
}

/** A first run, and so many further ones. */
export const andFirst = (retries: Quantity): Quantity => sum(constant(1), retries);

/** A number among options; `otherwise` where nothing stands there, `unknown` where the code doesn't give it. */
export function statedNumber(
  [options, argument, ...path]: readonly [CodeOptions, number, ...string[]],
  otherwise: () => Quantity,
  unknown: () => Quantity,
): Quantity {
  const around = options.values(argument, ...path.slice(0, -1));
  if (around.every(isText) || !options.has(argument, ...path)) return otherwise();
  return options.number(argument, ...path) ?? unknown();
}

/** A text has no options: a connection string in their place, or a name. */
const isText = (value: Value): boolean =>
  value.kind === 'string' ||
  (value.kind === 'external' && value.module === 'global' && pathOf(value.steps).startsWith('process.env'));

/** A wait that the code doesn't give. */
export const unknownWait = ({ symbol }: Pick<ScheduleCall, 'symbol'>, name: string): readonly Quantity[] => [
  between(constant(0), symbol(`${name}.backoff`, 'milliseconds')),
];
