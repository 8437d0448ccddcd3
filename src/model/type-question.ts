import type { At } from './module-summary.js';

/** An expression whose value the code doesn't show: what is its type? */
export interface TypeQuestion {
  readonly file: string;
  readonly at: At;
}

/** What the type of an expression is declared as. */
export type TypeAnswer =
  /** A type of a package, by the name under which the package declares it. */
  | { readonly kind: 'package'; readonly module: string; readonly name: string }
  /** A class of the project, exported from its file or declared beside the question. */
  | { readonly kind: 'class'; readonly file: string; readonly name: string; readonly exported: string };

/** Where the question was, and what the answer is. */
export interface AnsweredType extends TypeQuestion {
  readonly type: TypeAnswer;
}
