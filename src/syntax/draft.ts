import type {
  ArrayEntry,
  At,
  BindingId,
  BindingSummary,
  Call,
  ClassIndex,
  ClassMember,
  ClassSummary,
  Deletion,
  FieldChange,
  Export,
  Expr,
  Frame,
  FunctionIndex,
  FunctionSummary,
  ImportBinding,
  Parameter,
  Store,
  TestId,
  Throw,
  Under,
  TestSummary,
  TypeAlias,
  Wait,
} from '../model/module-summary.js';
import type { FieldSetters } from './field-setters.js';
import type { Node } from './node.js';
import type { OwnFields } from './own-fields.js';
import type { Scope, ScopeTree, Variable } from './scopes.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type FunctionDraft = Mutable<FunctionSummary> & {
  parameters: Parameter[];
  returns: { value: Expr; guards: Record<TestId, string> }[];
  yields: ArrayEntry[];
};
export type CallDraft = Mutable<Call>;
export type ClassDraft = Mutable<ClassSummary> & { members: ClassMember[]; changes?: FieldChange[] };

/** The summary under construction. */
export interface Draft {
  readonly file: string;
  readonly text: string;
  readonly scopes: ScopeTree;
  readonly imports: ImportBinding[];
  readonly loads: string[];
  readonly exports: Export[];
  readonly bindings: Record<BindingId, BindingSummary>;
  readonly functions: FunctionDraft[];
  readonly classes: ClassDraft[];
  readonly calls: CallDraft[];
  readonly waits: Wait[];
  readonly stores: Store[];
  readonly deletions: Deletion[];
  readonly tests: Record<TestId, TestSummary>;
  readonly throws: Throw[];
  readonly types: TypeAlias[];
  /** Every version of a variable, in the order in which they were made. */
  readonly versions: Map<Variable, BindingId[]>;
  /** Variables of which some reader needs the value at the end of their function. */
  readonly finals: Set<Variable>;
  /** Variables around a declared function that it reads. */
  readonly reads: Map<FunctionIndex, Set<Variable>>;
  /** The versions that variables had where a function that reads them was called, before their last one. */
  readonly seen: Map<Variable, Set<BindingId>>;
  /** Variables of which some reader may see any version. */
  readonly anys: Set<Variable>;
}

/** The state of control flow at one point of a function. */
export interface Flow {
  readonly versions: Map<Variable, BindingId>;
  readonly guards: Map<TestId, string>;
  readonly frames: readonly Frame[];
  reachable: boolean;
  /** In a loop: what was decided on each of the ways that have met here. */
  ways?: readonly Readonly<Record<TestId, string>>[] | undefined;
}

/** A loop, switch or labelled statement that `break` leaves. */
export interface Jump {
  readonly label: string | undefined;
  readonly isLoop: boolean;
  readonly breaks: Flow[];
  /** Where `continue` goes on with the next round of a loop. */
  readonly continues: Flow[];
}

export interface ThisClass {
  readonly index: ClassIndex;
  readonly isStatic: boolean;
  readonly setters: FieldSetters;
}

/** What stays the same within one function. */
export interface FunctionContext {
  readonly index: FunctionIndex;
  readonly node: Node;
  /** How a variable of an outer function is read here. */
  readonly capture: (variable: Variable) => BindingId;
  readonly jumps: Jump[];
  /** The class whose instance (or itself, when static) `this` is. */
  readonly thisClass: ThisClass | undefined;
  /** In a method: the fields of `this` that it assigns, each as a variable of which control flow is followed. */
  readonly fields: OwnFields | undefined;
  /** The nearest function that has its own `arguments`. */
  readonly argumentsOf: FunctionIndex;
}

/** Where lowering stands: passed down, never shared between branches. */
export interface Lowering {
  readonly draft: Draft;
  readonly fn: FunctionContext;
  readonly scope: Scope;
  readonly flow: Flow;
}

export const guardsOf = (flow: Flow): Record<TestId, string> => Object.fromEntries(flow.guards);

/** What stands around an assignment. */
export const under = ({ flow }: Lowering): { under?: Under } =>
  flow.frames.length > 0 || flow.guards.size > 0
    ? { under: { frames: flow.frames, guards: guardsOf(flow) } }
    : {};

/** Marks what stands in a branch, and so may not happen. */
export const conditional = (l: Lowering): { isConditional?: true } =>
  l.flow.frames.some((f) => f.kind === 'branch') ? { isConditional: true } : {};

/** The same place in a nested lexical scope, where the node opens one. */
export function inScopeOf(l: Lowering, node: Node): Lowering {
  const scope = l.draft.scopes.of.get(node);
  return scope ? { ...l, scope } : l;
}

export function withFrame(l: Lowering, frame: Frame): Lowering {
  return { ...l, flow: { ...l.flow, frames: [...l.flow.frames, frame] } };
}

export const opaque = (
  name: string,
  at: At,
  reason: 'unsupported-syntax' | 'mutated' | 'runtime' = 'unsupported-syntax',
): Expr => ({
  kind: 'opaque',
  reason,
  name,
  at,
});

export const literal = (value: string | number | boolean | null): Expr => ({ kind: 'literal', value });
export const undefinedExpr: Expr = { kind: 'undefined' };

export const member = (object: Expr, key: string | number, at: At): Expr => ({
  kind: 'member',
  object,
  key: literal(key),
  at,
});
