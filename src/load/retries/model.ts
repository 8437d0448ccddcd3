import type { OptionReader } from '../options.js';
import type { Quantity } from '../quantity.js';

/** What a client does when requests fail. */
export interface RetryPolicy {
  /** Requests in all, the first one included. */
  readonly attempts: Quantity;
  /** The least wait after failure i, in ms; the last one holds for all further failures. */
  readonly waitsMs: readonly Quantity[];
  /** Methods that are tried again; `all` where the library doesn't look. */
  readonly methods: 'all' | readonly string[];
  /** Answers that are tried again; `all` where whatever throws is. */
  readonly statuses: 'all' | readonly number[];
  /** `Retry-After`: waited for, not looked at, or waited for up to some ms. */
  readonly retryAfter: 'honoured' | 'ignored' | { readonly cappedMs: number };
}

export interface RetryModel {
  readonly id: string;
  readonly library: string;
  /** The version whose behaviour is stated. */
  readonly version: string;
  readonly exported: string;
  /** The requests of this client, those that the wrapped function makes, or a dispatcher around another. */
  readonly covers:
    | { readonly kind: 'client'; readonly argument?: number }
    | { readonly kind: 'callback'; readonly argument: number }
    | { readonly kind: 'dispatcher' };
  readonly policy: (options: OptionReader) => RetryPolicy;
}
