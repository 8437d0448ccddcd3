import type { OpaqueReason } from './abstract-string.js';
import type { Span } from './span.js';

/** How a text got one step further: it was written, or came through a variable, a member, an import, an argument or a call. */
export interface Hop {
  readonly how: 'written' | 'made' | 'held' | 'read' | 'imported' | 'passed' | 'returned';
  /** The variable, member, parameter or function; empty for what is written. */
  readonly name: string;
  readonly span: Span;
}

/** The way of a text, or of something unknown, to where it is used: the latest hop first, with a shared rest. */
export interface Trail extends Hop {
  readonly before: Trail | undefined;
  readonly length: number;
}

/** A stretch of a text that came one way. */
export interface TextPiece {
  readonly text: string;
  readonly trail?: Trail;
}

/** Where a part of a request comes from: the place where it is written first, then each hop to the request. */
export interface TracedPart {
  readonly of: 'method' | 'url';
  readonly text: string;
  readonly hops: readonly { readonly span: Span; readonly note: string }[];
}

/** What is said of a part that can't be known. */
export const whyUnknown: Readonly<Record<OpaqueReason, string>> = {
  parameter: 'a parameter that no caller gives a known value',
  environment: 'set by the environment',
  response: 'taken from a response',
  runtime: 'known at run time only',
  'dynamic-key': 'a member under a key that is known at run time only',
  'unsupported-syntax': 'syntax that is not followed',
  mutated: 'changed in a way that is not followed',
  external: 'given by a package',
  'missing-file': 'imported from a file that is not among those that were read',
  budget: 'too much work to follow',
};
