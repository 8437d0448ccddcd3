import type { At, BindingId, Expr, FunctionIndex, TestId } from './module-summary.js';

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
      /**
       * The ways to another round: what each has decided since the round began; of a block that threw, `catch`. Absent
       * where one has decided nothing.
       */
      readonly ways?: readonly Readonly<Record<TestId, string>>[];
      /** The counter at the head, where nothing but the head changes it and what it is compared with. */
      readonly counter?: BindingId;
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

/** What stands around an assignment; absent where nothing does. */
export interface Under {
  readonly frames: readonly Frame[];
  readonly guards: Readonly<Record<TestId, string>>;
}

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

/** Where a function throws, and the decisions that are known to have been taken there. */
export interface Throw {
  readonly within: FunctionIndex;
  readonly guards: Readonly<Record<TestId, string>>;
  readonly at: At;
}

/** What a loop gives its rounds: elements of a collection, keys of an object, or the numbers of a counter. */
export type RoundsOver =
  | { readonly kind: 'each'; readonly of: Expr; readonly keys?: true }
  | (Extract<LoopBound, { kind: 'counter' }> & {
      /** The counter at the head of the loop. */
      readonly counter: BindingId;
    });

/** A loop that sets members of a variable round by round. */
export interface Rounds {
  readonly over: RoundsOver;
  readonly test: TestId;
  /** The variable at the head, and at the end of a round. */
  readonly head: BindingId;
  readonly back: BindingId;
  /** It is what the variable holds after the loop; where the rounds aren't known, that is what it holds at the head. */
  readonly isAfter?: true;
}

/** What decides a test, so that evaluation can leave out branches that a context rules out. */
export type TestSummary =
  | { readonly kind: 'condition'; readonly condition: Expr; readonly text: string }
  | {
      readonly kind: 'switch';
      readonly discriminant: Expr;
      readonly cases: Readonly<Record<string, readonly Expr[]>>;
      readonly text: string;
    };
