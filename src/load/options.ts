import type { Quantity } from './quantity.js';

/** What the code says of the arguments of a call: an argument, or a member of one. Unknown parts are undefined. */
export interface OptionReader {
  readonly number: (argument: number, ...path: readonly string[]) => Quantity | undefined;
  readonly flag: (argument: number, ...path: readonly string[]) => boolean | undefined;
  readonly text: (argument: number, ...path: readonly string[]) => string | undefined;
  /** Whether something stands there, known or not. */
  readonly has: (argument: number, ...path: readonly string[]) => boolean;
}
