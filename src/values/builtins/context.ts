import type { Argument, CallSite } from '../value.js';
import type { Machine } from '../machine.js';

/** A call of a builtin: its arguments and where it stands. */
export interface BuiltinCall {
  readonly m: Machine;
  readonly args: readonly Argument[];
  readonly site: CallSite;
}
