import type { Span } from '../model/span.js';
import type { Activation, Argument, Lazy } from './value.js';

/** A step from a package or a global name: how an API's object was reached. */
export type Step =
  | { readonly kind: 'member'; readonly name: string }
  | {
      readonly kind: 'call' | 'new';
      readonly args: readonly Argument[];
      readonly at: Span;
      readonly call: CallSite | undefined;
    }
  | { readonly kind: 'assign'; readonly path: readonly string[]; readonly value: Lazy };

export interface CallSite {
  readonly index: number;
  readonly activation: Activation;
}
