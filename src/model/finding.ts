import type { Span } from './span.js';

export type Severity = 'error' | 'warn';
export type Confidence = 'high' | 'medium' | 'low';

export const confidenceRank: Readonly<Record<Confidence, number>> = { low: 0, medium: 1, high: 2 };

export interface RelatedLocation {
  readonly span: Span;
  readonly note: string;
}

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** A finding that a comment takes away. */
export interface SuppressedFinding {
  readonly finding: Finding;
  /** Why, in the words of the comment. */
  readonly reason: string;
  /** The last day on which the comment holds. */
  readonly until?: string;
}

export interface Finding {
  /** The finding's id, equal to its ESLint rule, SARIF rule, config key and docs file. */
  readonly rule: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly messageId: string;
  readonly data: Readonly<Record<string, string | number>>;
  /** The whole sentence, made from `messageId` and `data`. */
  readonly message: string;
  readonly primary: Span;
  readonly related: readonly RelatedLocation[];
  /** A project-wide statement (a grant in a config), not one of a single file. */
  readonly scope: 'file' | 'project';
}
