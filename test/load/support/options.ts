import type { OptionReader } from '../../../src/load/options.js';
import { constant } from '../../../src/load/quantity.js';

/** Options as the code states them, from the values that the library is really given. */
export function optionsOf(...values: readonly unknown[]): OptionReader {
  const at = (argument: number, path: readonly string[]): unknown =>
    path.reduce<unknown>(
      (value, key) =>
        value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined,
      values[argument],
    );
  return {
    number: (argument, ...path) => {
      const value = at(argument, path);
      return typeof value === 'number' ? constant(value) : undefined;
    },
    flag: (argument, ...path) => {
      const value = at(argument, path);
      return typeof value === 'boolean' ? value : undefined;
    },
    text: (argument, ...path) => {
      const value = at(argument, path);
      return typeof value === 'string' ? value : undefined;
    },
    has: (argument, ...path) => at(argument, path) !== undefined,
  };
}
