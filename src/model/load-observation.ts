import type { Confidence } from './finding.js';
import type { Span } from './span.js';

/** Something about the load of a program that a finding of the same id tells people. */
export interface LoadObservation {
  readonly finding: string;
  readonly messageId: string;
  readonly data: Readonly<Record<string, string | number>>;
  readonly confidence: Confidence;
  readonly at: Span;
}
