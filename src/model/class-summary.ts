import type { Under } from './frame.js';
import type { ArrayEntry, At, Expr, FunctionIndex, TypeRef } from './module-summary.js';

export interface ClassMember {
  readonly key: string;
  readonly kind: 'method' | 'getter' | 'setter' | 'field';
  readonly isStatic?: true;
  readonly isAbstract?: true;
  /** Set by an assignment to `this.key` in a method, not by a declaration. */
  readonly isAssigned?: true;
  /** The assignment stands in a branch: the field may stay unset. */
  readonly isConditional?: true;
  readonly under?: Under;
  /** The function of a method or accessor. */
  readonly fn?: FunctionIndex;
  /** The initial value of a field; parameter properties refer to the parameter. */
  readonly value?: Expr;
  /** The function in whose activation `value` is evaluated. */
  readonly within?: FunctionIndex;
  readonly type?: TypeRef;
  /** Declared as one that need not be set. */
  readonly optional?: true;
  readonly at: At;
}

export interface ClassSummary {
  readonly name: string;
  readonly at: At;
  readonly extends?: Expr;
  readonly implements: readonly TypeRef[];
  /** Undefined when the class has none of its own. */
  readonly constructorFn?: FunctionIndex;
  readonly members: readonly ClassMember[];
  /** Changes of what a field holds, in the order of the text. */
  readonly changes?: readonly FieldChange[];
  readonly decorators: readonly Expr[];
  readonly within: FunctionIndex;
}

/** `this.key.a.b = value`, or `Object.assign(this.key, value, …)`: the field holds the same object, with other members. */
export interface FieldChange {
  readonly key: string;
  readonly change:
    | { readonly kind: 'set'; readonly path: readonly Expr[]; readonly value: Expr }
    | { readonly kind: 'merge'; readonly objects: readonly ArrayEntry[] };
  /** The function in whose activation the values are evaluated. */
  readonly within: FunctionIndex;
  /** It stands in a branch: the object may stay as it is. */
  readonly isConditional?: true;
  /** Decisions that are known to have been taken where it stands. */
  readonly guards?: Under['guards'];
  readonly at: At;
}
