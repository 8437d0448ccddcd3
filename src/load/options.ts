import type { FunctionValue, Value } from '../values/value.js';
import type { Quantity } from './quantity.js';

/** What the code says of the arguments of a call: an argument, or a member of one. Unknown parts are undefined. */
export interface OptionReader {
  readonly number: (argument: number, ...path: readonly string[]) => Quantity | undefined;
  readonly flag: (argument: number, ...path: readonly string[]) => boolean | undefined;
  readonly text: (argument: number, ...path: readonly string[]) => string | undefined;
  /** Whether something stands there, known or not. */
  readonly has: (argument: number, ...path: readonly string[]) => boolean;
}

/** Reads the options of a call in a program. */
export interface CodeOptions extends OptionReader {
  /** A duration in ms: a number, or words such as `5 minutes`. */
  readonly duration: (argument: number, ...path: readonly string[]) => Quantity | undefined;
  readonly functions: (argument: number, ...path: readonly string[]) => readonly FunctionValue[];
  readonly values: (argument: number, ...path: readonly string[]) => readonly Value[];
  /** Each element of a list, as argument 0 of its own. */
  readonly elements: (argument: number, ...path: readonly string[]) => readonly CodeOptions[];
  /** How many elements a list has that stands there. */
  readonly length: (argument: number, ...path: readonly string[]) => Quantity | undefined;
  readonly count: number;
}
