import type { Quantity } from './quantity.js';
import { between, constant } from './quantity.js';

/** How requests are released by a limiter that flows pass through. */
export interface LimiterUse {
  /** `file#name` of the instance: equal ids share one limiter. */
  readonly id: string;
  readonly shape: LimiterShape;
  /** Where the instance lives: one for each process, one for all (a store holds it), one for each run of the function. */
  readonly instance: 'process' | 'global' | 'run';
  /** The code makes it once, and each run has a process of its own. */
  readonly isMadeOutside?: true;
  /** There are several at once, one for each key or each round: nobody knows how many. */
  readonly isMany?: true;
}

/** Most releases in any window of `d` ms, for one instance. */
export type LimiterShape =
  /** Runs at most `lanes` at once; bounds the rate only through latency. */
  | { readonly kind: 'concurrency'; readonly lanes: Quantity }
  /** `cap` a window of `intervalMs`; windows that start when the limiter likes let `cap * (resets * ceil(d / interval) + overshoot)` through. */
  | {
      readonly kind: 'window';
      readonly cap: Quantity;
      readonly intervalMs: Quantity;
      readonly overshoot: number;
      /** How often the count can start anew in one interval; 1 unless stated. */
      readonly resets?: number;
    }
  /** A bucket of `size` that fills by `amount` each `intervalMs`, at once or drop by drop. */
  | {
      readonly kind: 'bucket';
      readonly size: Quantity;
      readonly amount: Quantity;
      readonly intervalMs: Quantity;
      readonly steps: boolean;
    }
  /** At least `gapMs` between two releases. */
  | { readonly kind: 'spacing'; readonly gapMs: Quantity }
  /** Every one of these holds. */
  | { readonly kind: 'all'; readonly of: readonly LimiterShape[] }
  /**
   * Lets one request for each key through, and answers the others itself until it is done and for `ttlMs` at least;
   * where `asksMeanwhile`, it answers only when it is done. What failed isn't kept where `isLostByFailure`, and where
   * `isUnsure`, what is well need not be.
   */
  | {
      readonly kind: 'cache';
      readonly ttlMs: Quantity;
      readonly keys: Quantity;
      readonly asksMeanwhile?: true;
      readonly isLostByFailure?: true;
      readonly isUnsure?: true;
    };

/** Work that several loops share: each of its parts is a round of one of them. */
export interface SharedWork {
  /** `file#function` whose run it belongs to. */
  readonly owner: string;
  readonly name: string;
}

/** What happens in one run of a trigger, as far as requests and time are concerned. */
export type Term =
  /** One request. Which request decides whether a limit counts it; it takes the time `latency` either way. */
  | { readonly kind: 'call'; readonly request: number; readonly latency?: Quantity }
  | { readonly kind: 'delay'; readonly ms: Quantity }
  | { readonly kind: 'sequence'; readonly steps: readonly Term[] }
  /** All start together; done when the last one is. */
  | { readonly kind: 'parallel'; readonly branches: readonly Term[] }
  /** All start together; done when the first one is, while the others go on; an unexpected one is not expected to be. */
  | {
      readonly kind: 'race';
      readonly branches: readonly Term[];
      /** Work whose promise is part of what the function gives back: whoever has that may wait for it. */
      readonly isGivenBack?: true;
    }
  /** One of these, the code doesn't say which. */
  | { readonly kind: 'alternative'; readonly options: readonly Term[] }
  | {
      readonly kind: 'sequential-loop';
      readonly count: Quantity;
      readonly body: Term;
      /** Others like it take their rounds from the same work. */
      readonly shared?: SharedWork | undefined;
    }
  | { readonly kind: 'parallel-loop'; readonly count: Quantity; readonly body: Term }
  /** `count` bodies in order, at most `lanes` at once. */
  | { readonly kind: 'lanes'; readonly lanes: Quantity; readonly count: Quantity; readonly body: Term }
  /** Groups of `size` together, the next group `gapMs` after the last of a group is done. */
  | {
      readonly kind: 'chunk';
      readonly count: Quantity;
      readonly size: Quantity;
      readonly body: Term;
      readonly gapMs: Quantity;
      /** Whether the run also waits after the last group. */
      readonly trailingGap: boolean;
    }
  /** `body`, and while it fails again, up to `attempts` times in all, `waitsMs[i]` after failure i (the last one repeats). */
  | {
      readonly kind: 'retry';
      readonly attempts: Quantity;
      readonly waitsMs: readonly Quantity[];
      readonly body: Term;
      /** Nothing in the code ends it while it fails. */
      readonly endless?: boolean;
      /** The package that tries again, and what it does with `Retry-After`; absent where the code itself does. */
      readonly by?: { readonly library: string; readonly retryAfter: 'honoured' | 'ignored' | 'capped' };
    }
  | { readonly kind: 'limited'; readonly limiter: LimiterUse; readonly body: Term }
  /** Waits until the limiter has nothing left to do, whoever gave it that: `await queue.onIdle()`. */
  | { readonly kind: 'idle'; readonly limiter: LimiterUse }
  /** Started, and not waited for by what comes after it. */
  | { readonly kind: 'background'; readonly body: Term }
  /** Runs when something before it has failed. */
  | { readonly kind: 'on-failure'; readonly body: Term }
  /** May be done too, and is not to be expected. */
  | { readonly kind: 'unexpected'; readonly body: Term }
  /** A step whose result its service keeps: where the program is begun anew, it isn't done again. */
  | { readonly kind: 'step'; readonly body: Term; readonly doneBy: 'program' | 'service' }
  /** Code that may call and that nothing is known of: its requests go to the ledger, its time is unknown. */
  | { readonly kind: 'unknown'; readonly what: string };

export const call = (request: number): Term => ({ kind: 'call', request });
export const delay = (ms: Quantity): Term => ({ kind: 'delay', ms });
export const sequence = (...steps: Term[]): Term => ({ kind: 'sequence', steps });
export const parallel = (...branches: Term[]): Term => ({ kind: 'parallel', branches });
export const alternative = (...options: Term[]): Term => ({ kind: 'alternative', options });
export const sequentialLoop = (count: Quantity, body: Term): Term => ({
  kind: 'sequential-loop',
  count,
  body,
});
export const parallelLoop = (count: Quantity, body: Term): Term => ({ kind: 'parallel-loop', count, body });
/** `count` bodies that the code may start together, one after the other, or anything between. */
export const inAnyOrder = (count: Quantity, body: Term): Term => ({
  kind: 'lanes',
  lanes: between(constant(1), count),
  count,
  body,
});
export const background = (body: Term): Term => ({ kind: 'background', body });
export const nothing: Term = { kind: 'sequence', steps: [] };

/** Those of a race of which one is expected to end first. */
export const racersOf = (branches: readonly Term[], isUsual: boolean): readonly Term[] =>
  isUsual ? branches.filter(({ kind }) => kind !== 'unexpected') : branches;

/** The terms directly inside a term. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'call':
    case 'delay':
    case 'idle':
    case 'unknown':
      return [];
    case 'sequence':
      return term.steps;
    case 'parallel':
    case 'race':
      return term.branches;
    case 'alternative':
      return term.options;
    default:
      return [term.body];
  }
}

const requests = new WeakMap<Term, ReadonlySet<number>>();

/** Requests that occur in a term. Terms share their parts, and each part is asked for its requests time and again. */
export function requestsOf(term: Term): ReadonlySet<number> {
  const known = requests.get(term);
  if (known) return known;
  const parts = partsOf(term);
  const [only] = parts;
  const found =
    term.kind === 'call'
      ? new Set([term.request])
      : only && parts.length === 1
        ? requestsOf(only)
        : new Set(parts.flatMap((part) => [...requestsOf(part)]));
  requests.set(term, found);
  return found;
}

/** Whether a selected request occurs in a term. */
export function sendsOneOf(term: Term, selects: (request: number) => boolean): boolean {
  for (const request of requestsOf(term)) if (selects(request)) return true;
  return false;
}

/** Limiters that a term passes, or waits for. */
export function usesOf(term: Term): LimiterUse[] {
  const inside = partsOf(term).flatMap(usesOf);
  return term.kind === 'limited' || term.kind === 'idle' ? [term.limiter, ...inside] : inside;
}

/** Whether requests may go on after a run is over. */
export function goesOnAside(term: Term): boolean {
  const isAside = term.kind === 'background' || term.kind === 'race';
  return isAside ? requestsOf(term).size > 0 : partsOf(term).some(goesOnAside);
}
