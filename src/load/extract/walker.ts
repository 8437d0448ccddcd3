import type { FunctionIndex, ModuleSummary } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import type { Flow } from '../flow.js';
import type { Quantity } from '../quantity.js';
import type { Term } from '../term.js';
import type { Attempts } from './attempts.js';
import type { Message, Order, Work } from './channels.js';
import type { Interest } from './interest.js';
import type { Reader } from './reader.js';
import type { Gate } from './run.js';
import type { Sinks } from './sinks.js';

/** A function that is being walked. */
export interface Visit {
  readonly activation: Activation;
  /** How the function calls itself, if it does. */
  recursion: 'none' | 'once' | 'each' | 'endless';
  /** The pause before the function runs itself again, where it sets a timer for that. */
  rearmed?: Rearmed;
  /** The timer whose function this is, where the run that sets it may be set off again by it. */
  readonly timer?: (activation: Activation) => Quantity;
  /** What stands above runs again and again. */
  readonly again?: true;
  /** How often the function runs in all, where it calls itself after a failure. */
  attempts?: Attempts | undefined;
  /** A run above calls it with what it was not called with yet. */
  readonly isFurther?: true;
  /** What is done with each value of a generator. */
  readonly consumer?: Term;
}

export interface Rearmed {
  readonly gapMs: Quantity;
  /** The work is done in the timer's own function. */
  readonly inTimer?: true;
  /** The timer is set when the work is done, not when it begins. */
  readonly afterwards: boolean;
  /** How often the function runs in all, where a count ends that. */
  readonly runs?: Quantity | undefined;
}

/** What a function has begun, without its requests. */
export interface Begun {
  readonly fn: FunctionIndex;
  readonly time: Term;
}

/** The state of walking a program. */
export interface Walker extends Reader {
  readonly sinks: Sinks;
  readonly interest: Interest;
  /** Flows that were met on the way: schedules, handlers, endless loops. */
  readonly flows: Flow[];
  /** Spans of the calls that lead to where the walk is. */
  readonly path: Set<string>;
  readonly stack: Visit[];
  readonly memo: Map<Activation, Term>;
  /** What is waited for at the end of a function, so that what comes after its call passes it. */
  readonly gates: Map<Activation, Gate>;
  /** `file#function` of all functions that were walked. */
  readonly visited: Set<string>;
  /** Loops around, up to the function that a flow starts with: a schedule that is set in a loop is set so often. */
  readonly around: Quantity[];
  /** Requests and other facts about the code, by call. */
  readonly rates: ReadonlyMap<string, StatedRate>;
  /** What clients do when requests fail, by `file/call` of the request. */
  readonly retries: RetryBook;
  /** Work that is defined in one place and ordered in another: queues and named jobs. */
  readonly work: Work[];
  readonly orders: Order[];
  /** What is said to whoever listens, as `messageTerm` numbers it. */
  readonly messages: Message[];
  /** What runs before whatever route is asked for. */
  readonly middleware: Term[];
  /** How long it takes what functions have begun, by what holds it. */
  readonly begun: Map<string, readonly Begun[]>;
  /** Calls that may still be looked at. */
  left: number;
  /** Steps of evaluation, counted over the whole program, at which no more functions are entered. */
  readonly until: number;
  /**
   * What fields of answers are called is believed, and nothing is taken to throw that stands behind an answer: so it is
   * expected, but not sure.
   */
  readonly isTrusting?: true;
  /** Functions that were given up on. */
  readonly cut: Set<string>;
}

/** What an annotation says of a call. */
export type StatedRate = { readonly kind: 'calls'; readonly perMinute: number } | { readonly kind: 'once' };

export interface RetryBook {
  readonly around: (request: Term, activation: Activation, call: number) => Term;
}

export const sameFunction = (a: Activation, module: ModuleSummary, fn: FunctionIndex): boolean =>
  a.fn === fn && a.module === module;

/** Whether the program is too large to be followed to its end. */
export const isSpent = ({ left, until, m }: Walker): boolean => left <= 0 || m.spent > until;
