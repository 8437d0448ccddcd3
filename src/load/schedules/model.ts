import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import type { Trigger } from '../trigger.js';
import type { FunctionValue } from '../../values/value.js';

/** A call of a scheduler's package, as its model reads it. */
export interface ScheduleCall {
  /** Members joined by dots, `()` for calls before: `pubsub.schedule().onRun`. */
  readonly path: string;
  readonly options: CodeOptions;
  /** The arguments of the last call before the last member: those of `schedule(…)` in `schedule(…).onRun(fn)`. */
  readonly before: CodeOptions | undefined;
  /** What stands around the call, for names: a component. */
  readonly component: string;
  readonly symbol: (name: string) => Quantity;
}

/** What a call sets off. */
export interface Scheduled {
  /** Undefined where it is due can't be told: an event of the name `event`. */
  readonly trigger?: Trigger;
  readonly event?: string;
  readonly functions: readonly FunctionValue[];
  /** Work that is named here and defined elsewhere, or the other way round: a queue, a job. */
  readonly defines?: string;
  readonly orders?: string;
  readonly how: string;
  /** So many of them at once. */
  readonly times?: Quantity;
  /** The functions also run when the call is made. */
  readonly also?: 'now';
}

export interface ScheduleModel {
  readonly id: string;
  /** Packages whose calls it reads. */
  readonly packages: RegExp;
  readonly paths: RegExp;
  readonly read: (call: ScheduleCall) => Scheduled | undefined;
}
