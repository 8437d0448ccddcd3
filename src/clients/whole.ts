import type { Alternatives } from '../values/value.js';

/**
 * Whether an object of options or headers shows all that it holds: written where it is used, without unknown parts.
 * One that a variable holds may get more from code that the evaluation doesn't follow.
 */
export const isWhole = (values: Alternatives): boolean =>
  values.every(({ value }) => {
    if (value.kind === 'undefined') return true;
    if (value.kind !== 'object' || value.open || value.home !== undefined) return false;
    return value.builtin === undefined || value.builtin === 'Headers';
  });
