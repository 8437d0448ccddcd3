/**
 * What lowering makes of one source file: plain JSON, a pure function of the file's text.
 * Positions are UTF-16 offsets into that text.
 */

import type { ClassSummary } from './class-summary.js';
import type { Frame, Rounds, TestSummary, Throw, Under, Wait } from './frame.js';
import type { TypeRef } from './type-ref.js';

export type * from './class-summary.js';
export type * from './frame.js';
export type * from './type-ref.js';

/** A variable version: `name@declaration` or `name@declaration#n` after the n-th assignment (static single assignment). */
export type BindingId = string;
/** Index into `ModuleSummary.functions`; 0 is the module's own body. */
export type FunctionIndex = number;
/** Index into `ModuleSummary.calls`. */
export type CallIndex = number;
/** Index into `ModuleSummary.classes`. */
export type ClassIndex = number;

export type At = readonly [start: number, end: number];

/**
 * Identifies a decision (an `if`, a `?:`, a loop's element): alternatives that stand under the same test
 * but took different branches can't occur together.
 */
export type TestId = string;

export type ObjectEntry =
  | { readonly kind: 'property'; readonly key: Expr; readonly value: Expr }
  | { readonly kind: 'getter'; readonly key: Expr; readonly fn: FunctionIndex }
  | { readonly kind: 'spread'; readonly value: Expr };

export interface OwnField {
  readonly key: string;
  readonly binding: BindingId;
}

export type ArrayEntry = { readonly spread: boolean; readonly value: Expr };

export type Expr =
  /** `at` of texts that stand in the source as such. */
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly at?: At }
  | { readonly kind: 'undefined' }
  | { readonly kind: 'regexp'; readonly pattern: string; readonly flags: string }
  /** String concatenation: template literals, and `+` where a side is surely a string. */
  | { readonly kind: 'concat'; readonly parts: readonly Expr[] }
  /** `+` of values that may be numbers or strings. */
  | { readonly kind: 'plus'; readonly left: Expr; readonly right: Expr }
  | {
      readonly kind: 'operator';
      readonly operator: string;
      readonly operands: readonly Expr[];
      readonly at: At;
    }
  | { readonly kind: 'reference'; readonly binding: BindingId; readonly at: At }
  /** A name that nothing in the file declares. */
  | { readonly kind: 'global'; readonly name: string; readonly at: At }
  /** `fields`: those that its own method has assigned on the way, and the variable versions that hold what they are. */
  | { readonly kind: 'this'; readonly at: At; readonly fields?: readonly OwnField[] }
  | { readonly kind: 'super'; readonly at: At; readonly fields?: readonly OwnField[] }
  | {
      readonly kind: 'member';
      readonly object: Expr;
      readonly key: Expr;
      readonly optional?: true;
      readonly at: At;
    }
  | { readonly kind: 'call'; readonly call: CallIndex; readonly at: At }
  | {
      readonly kind: 'object';
      readonly entries: readonly ObjectEntry[];
      /** `Object.assign(first, …)`: the first entry is the object itself, with what the others give it. */
      readonly isChanged?: true;
      readonly at: At;
    }
  | { readonly kind: 'array'; readonly items: readonly ArrayEntry[]; readonly at: At }
  | { readonly kind: 'function'; readonly fn: FunctionIndex; readonly at: At }
  | { readonly kind: 'class'; readonly cls: ClassIndex; readonly at: At }
  /** One of several; which one is decided by `test`. `branch` names the way taken. */
  | {
      readonly kind: 'choice';
      readonly test: TestId;
      readonly options: readonly { readonly branch: string; readonly value: Expr; readonly when?: string }[];
      /** At the head of a loop that does nothing to the variable but set members of it under computed keys. */
      readonly rounds?: Rounds;
    }
  /** `a || b`, `a ?? b`, and a default value (`=`, for undefined only): the left side where it decides, else the right one. */
  | {
      readonly kind: 'default';
      readonly operator: '||' | '??' | '=';
      readonly left: Expr;
      readonly right: Expr;
    }
  /** `a && b`. */
  | { readonly kind: 'and'; readonly left: Expr; readonly right: Expr }
  /** One element of an iterated collection, or one key of an object (`for..in`). */
  | {
      readonly kind: 'element';
      readonly of: Expr;
      readonly test: TestId;
      readonly keys?: true;
      readonly at: At;
    }
  /** The value behind a promise (`await x`) or of `yield`. */
  | { readonly kind: 'await'; readonly value: Expr }
  /** `target` with one property or element replaced: an assignment to a member of a local value. */
  | {
      readonly kind: 'assigned';
      readonly target: Expr;
      readonly path: readonly Expr[];
      readonly value: Expr;
      readonly at: At;
    }
  /** What remains of an object or array after destructuring. */
  | { readonly kind: 'rest'; readonly of: Expr; readonly omit: readonly string[]; readonly from?: number }
  /** `import(x)` and `require(x)`: the module itself. */
  | { readonly kind: 'import'; readonly module: Expr; readonly at: At }
  /** What an import declaration binds. `name` is `default`, `*` for the namespace, else the exported name. */
  | { readonly kind: 'imported'; readonly module: string; readonly name: string; readonly at: At }
  /** A parameter of the function that holds the binding. */
  | { readonly kind: 'parameter'; readonly fn: FunctionIndex; readonly index: number; readonly at: At }
  /** Everything that the function was called with: `arguments`. */
  | { readonly kind: 'arguments'; readonly fn: FunctionIndex; readonly at: At }
  /** The result of calling a getter-like function without arguments. */
  | { readonly kind: 'invoke'; readonly fn: Expr }
  /** A field of `this` after a call that the method makes of another one, or perhaps makes: that may assign it anew. */
  | {
      readonly kind: 'kept';
      readonly value: Expr;
      readonly field: string;
      readonly call: CallIndex;
      readonly isSure: boolean;
    }
  | { readonly kind: 'type-cast'; readonly value: Expr; readonly type: TypeRef }
  | {
      readonly kind: 'opaque';
      readonly reason: 'unsupported-syntax' | 'mutated' | 'runtime';
      readonly name: string;
      readonly at: At;
    };

export interface Parameter {
  readonly binding: BindingId;
  readonly name: string;
  readonly type?: TypeRef;
  readonly default?: Expr;
  /** Declared as one that callers need not give. */
  readonly optional?: true;
  /** Declared as a text, and no less: `id: string`. */
  readonly isText?: true;
  readonly rest?: true;
  readonly decorators?: readonly Expr[];
  /** The version that the function leaves, where it sets the parameter or members of it. */
  readonly last?: BindingId;
  readonly at: At;
}

export interface FunctionSummary {
  readonly name: string;
  readonly kind:
    | 'module'
    | 'function'
    | 'arrow'
    | 'method'
    | 'constructor'
    | 'getter'
    | 'setter'
    | 'static-block'
    | 'field';
  readonly at: At;
  /** The enclosing function; undefined for the module. */
  readonly parent?: FunctionIndex;
  /** The class whose member this is. */
  readonly cls?: ClassIndex;
  readonly isStatic?: true;
  readonly isAsync?: true;
  readonly isGenerator?: true;
  readonly parameters: readonly Parameter[];
  /** What `this` is declared to be: `function (this: Client, path: string)`. */
  readonly thisType?: TypeRef;
  /** Every value that the function can return, with the decisions that lead there; falling off the end is left out. */
  readonly returns: readonly { readonly value: Expr; readonly guards: Readonly<Record<TestId, string>> }[];
  /** What a generator gives; `yield*` spreads a collection. */
  readonly yields: readonly ArrayEntry[];
  readonly returnType?: TypeRef;
  readonly decorators?: readonly Expr[];
}

export interface Call {
  readonly callee: Expr;
  readonly args: readonly ArrayEntry[];
  readonly kind: 'call' | 'new' | 'tagged-template' | 'jsx' | 'decorator';
  /** The whole call expression, receiver included. */
  readonly at: At;
  readonly within: FunctionIndex;
  readonly frames: readonly Frame[];
  /** Whether the function waits for the result before it goes on: `await`, `yield`, or returned. */
  readonly awaited: 'await' | 'yield' | 'return' | 'no';
  /** `for await` goes over what it gives. */
  readonly isIterated?: true;
  /** Decisions that are known to have been taken where the call stands. */
  readonly guards: Readonly<Record<TestId, string>>;
  readonly typeArgs?: readonly TypeRef[];
  /** The call is a whole statement: nobody uses what it gives back. */
  readonly isStatement?: true;
}

export interface ImportBinding {
  readonly binding: BindingId;
  readonly module: string;
  /** `default`, `*` for the namespace, else the exported name. */
  readonly name: string;
  readonly typeOnly?: true;
  readonly at: At;
}

export type Export =
  | { readonly kind: 'value'; readonly name: string; readonly value: Expr; readonly at: At }
  | {
      readonly kind: 'from';
      readonly name: string;
      readonly module: string;
      readonly imported: string;
      readonly at: At;
    }
  | { readonly kind: 'star'; readonly module: string; readonly at: At }
  /** CommonJS `module.exports = value`. */
  | { readonly kind: 'assignment'; readonly value: Expr; readonly at: At };

/** A member assignment that control flow in one function can't follow: `shared.base = x`, `this.x = y`, `C.prototype.m = f`. */
export interface Store {
  readonly target: Expr;
  readonly path: readonly Expr[];
  readonly value: Expr;
  readonly within: FunctionIndex;
  /** It stands in a branch: the member may stay as it is. */
  readonly isConditional?: true;
  /** Decisions that are known to have been taken where it stands. */
  readonly guards?: Readonly<Record<TestId, string>>;
  readonly at: At;
}

/** `delete shared.key`: what control flow in one function can't follow, as with a store. */
export interface Deletion {
  readonly target: Expr;
  readonly path: readonly Expr[];
  readonly within: FunctionIndex;
}

export interface TypeAlias {
  readonly name: string;
  readonly binding: BindingId;
  readonly type: TypeRef;
  /** Members of an interface or object type, by name. */
  readonly extends: readonly TypeRef[];
}

export interface ModuleSummary {
  readonly loweringVersion: number;
  readonly file: string;
  readonly imports: readonly ImportBinding[];
  /** Modules that are imported for what they do: nothing of them is named. */
  readonly loads?: readonly string[];
  readonly exports: readonly Export[];
  readonly bindings: Readonly<Record<BindingId, BindingSummary>>;
  readonly functions: readonly FunctionSummary[];
  readonly classes: readonly ClassSummary[];
  readonly calls: readonly Call[];
  readonly waits: readonly Wait[];
  readonly stores: readonly Store[];
  readonly deletions?: readonly Deletion[];
  readonly tests: Readonly<Record<TestId, TestSummary>>;
  readonly throws?: readonly Throw[];
  readonly types: readonly TypeAlias[];
  /** Comments that address leastscope. */
  readonly comments: readonly { readonly text: string; readonly at: At }[];
  /** Offsets at which lines start, to turn offsets into lines and columns. */
  readonly lineStarts: readonly number[];
  readonly syntaxErrors: readonly { readonly message: string; readonly at: At }[];
}

export interface BindingSummary {
  readonly name: string;
  /** The function whose activation holds the variable. */
  readonly within: FunctionIndex;
  readonly value: Expr;
  /** Where a function assigns a variable of one around it. */
  readonly assignedAt?: number;
  readonly under?: Under;
  readonly type?: TypeRef;
}
