import type { OptionReader } from '../options.js';
import type { LimiterShape } from '../term.js';

/** How code passes through a limiter. */
export type Passage =
  /** `limit(fn)`, `queue.add(fn)`: the function runs when the limiter lets it. */
  | {
      readonly kind: 'callback';
      readonly member?: string;
      readonly argument: number;
      /** The function is given something of the limiter's own, and not the arguments that stand behind it. */
      readonly givesOwn?: true;
    }
  /**
   * `queue(worker)`, then `q.push(task)`: the function that the limiter was made with runs for each task that a member
   * gives it; a list is one task where `isOne`, else it lists them.
   */
  | { readonly kind: 'worker'; readonly tasks: RegExp; readonly isOne?: true }
  /** `await queue.onIdle()`: waits until nothing is left to do, or where `atMost` for no longer than that. */
  | { readonly kind: 'idle'; readonly members: RegExp; readonly atMost?: true }
  /** `throttle(fn)`, `limiter.wrap(fn)`: gives a function whose calls are limited. */
  | { readonly kind: 'wrapper'; readonly member?: string }
  /** `await limiter.removeTokens(1)`: what comes after it is limited. */
  | { readonly kind: 'gate'; readonly member?: string; readonly release?: string }
  /** The limiter is an HTTP client. */
  | { readonly kind: 'client' }
  /** `pMap(items, fn, options)`: the call itself is a limited loop; over a number of rounds where `isCount`. */
  | { readonly kind: 'each'; readonly items: number; readonly callback: number; readonly isCount?: boolean }
  /** `pAll(tasks, options)`: runs each function of a list. */
  | { readonly kind: 'tasks'; readonly list: number };

/** What one way of using a library really allows. */
export interface LimiterModel {
  /** `library` or `library#way`; unique. */
  readonly id: string;
  readonly library: string;
  /** The version whose behaviour is stated. */
  readonly version: string;
  /** `default`, or the name of the export. */
  readonly exported: string;
  readonly made: 'new' | 'call';
  readonly passages: readonly Passage[];
  /** Members by which code sets later what it lets through. */
  readonly changes?: { readonly methods?: RegExp; readonly properties?: readonly string[] };
  /** Methods that keep it from letting anything through until others set it going. */
  readonly stops?: RegExp;
  readonly startsStopped?: (options: OptionReader) => boolean;
  /** What these options bound; undefined when they bound nothing. */
  readonly shape: (options: OptionReader) => LimiterShape | undefined;
}
