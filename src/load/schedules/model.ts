import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import type { ScheduledEntry } from '../scheduled-entry.js';
import type { SymbolUnit } from '../symbols.js';
import type { LimiterShape } from '../term.js';
import type { Trigger } from '../trigger.js';
import type { FunctionValue, Value } from '../../values/value.js';

/** A call of a scheduler's package, as its model reads it. */
export interface ScheduleCall {
  /** The package. */
  readonly module: string;
  /** Members joined by dots, `()` for calls before: `pubsub.schedule().onRun`. */
  readonly path: string;
  readonly options: CodeOptions;
  /** The arguments of the last call before the last member: those of `schedule(…)` in `schedule(…).onRun(fn)`. */
  readonly before: CodeOptions | undefined;
  /** The arguments of the call of that name on the way to this one; of `new`, those with which its receiver was made. */
  readonly chained: (name: string) => CodeOptions | undefined;
  /** The arguments of all calls of the package in the program whose members are these. */
  readonly others: (paths: RegExp) => readonly CodeOptions[];
  readonly made: Maker;
  /** What stands around the call, for names: a component. */
  readonly component: string;
  /** A number that the code doesn't give; a count unless stated. */
  readonly symbol: (name: string, unit?: SymbolUnit) => Quantity;
}

/** What made a value that comes from a package: the name that was called, and its arguments. */
export type Maker = (value: Value) => { readonly name: string; readonly options: CodeOptions } | undefined;

/** How work is done again that failed. */
export interface JobRetries {
  readonly library: string;
  /** Runs in all, the first one included. */
  readonly attempts: Quantity;
  /** The wait after failure i, in ms; the last one holds for all further failures. */
  readonly waitsMs: readonly Quantity[];
}

/** So many jobs of a queue, each with jobs that are done before it. */
export interface JobTree {
  readonly sends: string;
  readonly count: Quantity;
  readonly retries: JobRetries | undefined;
  readonly children: readonly JobTree[];
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
  /** Work that is to be done now, by its name, or each time that something it orders is due. */
  readonly sends?: string;
  /** Jobs that wait for others: each is sent when its children are done. */
  readonly trees?: readonly JobTree[];
  /** The argument that lists them, where the call sends several. */
  readonly each?: number;
  /** How much later than the call, in ms. */
  readonly afterMs?: Quantity | undefined;
  /** How much of the work one process does at once. */
  readonly lanes?: Quantity | undefined;
  /** How much of it all processes together may begin. */
  readonly window?: LimiterShape | undefined;
  /** What happens to the work where it fails; undefined where it runs once. */
  readonly retries?: JobRetries | undefined;
  /**
   * The function is begun anew after each of its steps: after every one, or where the program goes on by itself after
   * its own steps, only when it can't.
   */
  readonly begunAnew?: 'after-each-step' | 'after-waits';
  readonly how: string;
  /** So many of them at once. */
  readonly times?: Quantity;
  /** So many of them in all. */
  readonly most?: Quantity | undefined;
  /** The functions also run when the call is made. */
  readonly also?: 'now';
}

export interface ScheduleModel {
  readonly id: string;
  /** Packages whose calls it reads. */
  readonly packages: RegExp;
  readonly paths: RegExp;
  /** Each run may have a process of its own, in which nothing is kept yet. */
  readonly isHosted?: true;
  /** Methods of what the call gives back that run its functions now, due or not. */
  readonly byHand?: RegExp;
  readonly read: (call: ScheduleCall) => Scheduled | undefined;
}

/** A package, or a kind of config file in code, that runs files and says when. */
export interface JobModel {
  readonly id: string;
  /** Packages whose calls it reads; their options are the arguments. */
  readonly packages?: RegExp;
  readonly paths?: RegExp;
  /** Files whose only or default export it reads, as argument 0. */
  readonly files?: RegExp;
  readonly read: (call: JobCall) => readonly ScheduledEntry[];
}

export interface JobCall {
  /** Members joined by dots, `()` for calls before. */
  readonly path: string;
  /** The file in which the call stands. */
  readonly file: string;
  readonly options: CodeOptions;
  /** The arguments with which the receiver was made. */
  readonly receiver: CodeOptions | undefined;
  readonly made: Maker;
  /** The known end of a path: `jobs/sync.js` of `join(here, 'jobs', 'sync.js')`. */
  readonly pathText: (values: readonly Value[]) => string | undefined;
}
