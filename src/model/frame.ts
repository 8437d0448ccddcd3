import type { At, Expr, FunctionIndex, TestId } from './module-summary.js';

export type LoopKind = 'for' | 'for-of' | 'for-in' | 'for-await' | 'while' | 'do-while';

/** Why a call may run more than once, or not at all; outermost first. */
export type Frame =
  | {
      readonly kind: 'loop';
      readonly loop: LoopKind;
      readonly at: At;
      readonly bound?: LoopBound;
      readonly test: TestId;
      readonly delays?: true;
      /** A `break` or `return` in the body can end it before its bound does. */
      readonly leaves?: true;
    }
  | { readonly kind: 'branch'; readonly test: TestId; readonly branch: string; readonly at: At }
  | { readonly kind: 'try'; readonly part: 'try' | 'catch' | 'finally'; readonly at: At };

export type LoopBound =
  | { readonly kind: 'each'; readonly of: Expr }
  | {
      readonly kind: 'counter';
      readonly from: Expr;
      readonly operator: string;
      readonly to: Expr;
      readonly step: Expr;
    }
  | { readonly kind: 'condition'; readonly test?: Expr; readonly text: string };

/** Where a function waits for something that is no call of its own, or hands a value to who asks for the next one. */
export interface Wait {
  readonly kind: 'await' | 'yield' | 'return';
  /** `yield*`: every value of a collection or of another generator. */
  readonly delegates?: true;
  readonly value: Expr;
  readonly at: At;
  readonly within: FunctionIndex;
  readonly frames: readonly Frame[];
  readonly guards: Readonly<Record<TestId, string>>;
}
