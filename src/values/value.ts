import type { StringPart } from '../model/abstract-string.js';
import type {
  ArrayEntry,
  Call,
  ClassIndex,
  ClassSummary,
  Expr,
  FunctionIndex,
  FunctionSummary,
  ModuleSummary,
  TestId,
} from '../model/module-summary.js';
import type { Span } from '../model/span.js';
import { noGuards, type Guards } from './guards.js';
import type { HoleValue, OriginHole } from './hole-value.js';
import type { Reads } from './reads.js';
import type { Step } from './step.js';

export type { HoleType, HoleValue, Origin, OriginHole, TextReplacement } from './hole-value.js';
export type { CallSite, Step } from './step.js';
export { noGuards, type Guards } from './guards.js';

export interface Alternative<V = Value> {
  readonly value: V;
  readonly guards: Guards;
}

/** Every value that is possible; none at all means that the place can't be reached in this context. */
export type Alternatives<V = Value> = readonly Alternative<V>[];

/** A running or possible call of a function: its arguments, `this`, and the activation around it. */
export interface Activation {
  readonly id: number;
  readonly module: ModuleSummary;
  readonly fn: FunctionIndex;
  readonly summary: FunctionSummary;
  /** The activation of the enclosing function. */
  readonly parent: Activation | undefined;
  /** Undefined when nobody in particular calls: parameters are holes. */
  readonly args: readonly Argument[] | undefined;
  readonly self: Alternatives | undefined;
  /** The call that made this activation. */
  readonly from: { readonly call: Call; readonly index: number; readonly activation: Activation } | undefined;
  /** How many calls deep. */
  readonly depth: number;
  /** How many of those calls ran a function that was already running. */
  readonly repeats: number;
  /** It runs for one of the members that an object lists, or is called by what does. */
  readonly isMember?: true;
  /** In one round of loops: their elements by the loop's test, and what counters are by the counter at the head. */
  readonly elements?: ReadonlyMap<TestId, Lazy>;
  readonly memo: Map<string, Alternatives | 'running'>;
  /** The answer for which it was entered. */
  readonly madeBy?: Reads | undefined;
}

/** An argument or property, found when somebody asks. */
export type Lazy =
  | { readonly kind: 'expr'; readonly expr: Expr; readonly activation: Activation }
  | { readonly kind: 'values'; readonly values: Alternatives }
  | { readonly kind: 'getter'; readonly fn: FunctionIndex; readonly activation: Activation }
  /** One of several, each under the decisions that lead to it. */
  | { readonly kind: 'either'; readonly options: readonly Alternative<Lazy>[] }
  /** What may be made of itself: it is `within` where it is asked for within its own evaluation. */
  | { readonly kind: 'once'; readonly key: string; readonly value: Lazy; readonly within: Lazy }
  /** A known value that an unknown object, spread after it, may replace. */
  | { readonly kind: 'overridable'; readonly value: Lazy; readonly by: HoleValue };

export interface Argument {
  readonly spread: boolean;
  readonly value: Lazy;
}

export interface StringValue {
  readonly kind: 'string';
  readonly parts: readonly (StringPart | OriginHole)[];
}

export interface ObjectValue {
  readonly kind: 'object';
  readonly props: ReadonlyMap<string, Lazy>;
  /** What may hold further properties that can't be listed. */
  readonly open: HoleValue | undefined;
  /** `file#binding` of the variable that holds it, to find later stores. */
  readonly home: string | undefined;
  /** The builtin whose instance it is: `Map`, `Headers`, `URLSearchParams`. */
  readonly builtin?: string;
  /** A map whose entries are all known at this point of a loop: nobody else sets any in between. */
  readonly isExact?: true;
  /** What `new Proxy(target, handler)` was given, where the handler reads members itself. */
  readonly proxy?: {
    readonly target: Value;
    readonly handler: ObjectValue;
    readonly get: FunctionValue;
    readonly apply?: FunctionValue;
  };
}

export interface ArrayValue {
  readonly kind: 'array';
  readonly items: readonly Lazy[];
  /** Stands for items that aren't known. */
  readonly open: HoleValue | undefined;
  /** How many of the known items stand before those that aren't; all of them, where it isn't said. */
  readonly openAt?: number;
}

/** The known items whose positions are known. */
export const placedItems = ({ items, open, openAt }: ArrayValue): readonly Lazy[] =>
  open && openAt !== undefined ? items.slice(0, openAt) : items;

export interface FunctionValue {
  readonly kind: 'function';
  readonly fn: FunctionIndex;
  readonly activation: Activation;
  readonly self: Alternatives | undefined;
  /** Arguments fixed by `bind`. */
  readonly bound: readonly Argument[];
}

export interface ClassValue {
  readonly kind: 'class';
  readonly cls: ClassIndex;
  readonly summary: ClassSummary;
  readonly activation: Activation;
}

export interface InstanceValue {
  readonly kind: 'instance';
  /** A class, or a function that is used as one. */
  readonly of: ClassValue | FunctionValue;
  readonly args: readonly Argument[] | undefined;
  readonly from: Activation['from'];
  /** Constructor activations by class, filled when fields are first asked for. */
  readonly constructions: Map<string, Activation>;
  readonly props: ReadonlyMap<string, Lazy>;
  /** Fields that its own method has assigned before it called another one of its methods. */
  readonly assigned?: ReadonlyMap<string, Lazy>;
  /** The instance of which this is a version with such fields. */
  readonly asMade?: InstanceValue;
  /** How many methods have assigned such fields, each called by the one before. */
  readonly nesting?: number;
  /** Members are looked up from this class on: what `super` is. */
  readonly lookFrom?: Value;
  /** The instance itself, when this is its `super` view. */
  readonly original?: InstanceValue;
  /** Nobody in particular made it: the `this` of a method that is looked at by itself. */
  readonly isRoot: boolean;
}

/** Something that comes from outside of the project, with the path that leads to it. */
export interface ExternalValue {
  readonly kind: 'external';
  /** The package's name, or `global`. */
  readonly module: string;
  readonly steps: readonly Step[];
  /** `file#name` of the first variable that held it. */
  readonly home?: string;
}

/** A method of a string, array, number or builtin object, with its receiver. */
export interface MethodValue {
  readonly kind: 'method';
  readonly receiver: Value;
  readonly name: string;
}

/** A URL object of the standard. */
export interface UrlValue {
  readonly kind: 'url';
  readonly href: readonly (StringPart | OriginHole)[];
}

export type Value =
  | StringValue
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'undefined' }
  | { readonly kind: 'regexp'; readonly pattern: string; readonly flags: string }
  | HoleValue
  | ObjectValue
  | ArrayValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ExternalValue
  | MethodValue
  | { readonly kind: 'namespace'; readonly file: string }
  | UrlValue;

export const undefinedValue: Value = { kind: 'undefined' };
export const nullValue: Value = { kind: 'null' };

export const sure = <V>(value: V): Alternatives<V> => [{ value, guards: noGuards }];
export const lazyValue = (value: Value): Lazy => ({ kind: 'values', values: sure(value) });
export const stringValue = (text: string): StringValue => ({
  kind: 'string',
  parts: text === '' ? [] : [{ kind: 'text', text }],
});

export function literalValue(value: string | number | boolean | null): Value {
  if (typeof value === 'string') return stringValue(value);
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  return nullValue;
}

/** The one text of a value, when it is a fully known string or number. */
export function textOf(value: Value): string | undefined {
  if (value.kind === 'number') return String(value.value);
  if (value.kind !== 'string') return undefined;
  if (value.parts.length === 0) return '';
  const [first] = value.parts;
  return value.parts.length === 1 && first?.kind === 'text' ? first.text : undefined;
}

/** Whether a value counts as true; undefined when the code doesn't say. */
export function truthiness(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'hole':
      return (value.least ?? 0) > 0 ? true : undefined;
    case 'string':
      if (value.parts.length === 0) return false;
      return value.parts.some((p) => p.kind === 'text') ? true : undefined;
    case 'number':
      return value.value !== 0 && !Number.isNaN(value.value);
    case 'boolean':
      return value.value;
    case 'null':
    case 'undefined':
      return false;
    case 'external':
      return isNamed(value) ? true : undefined;
    default:
      return true;
  }
}

export function isNullish(value: Value): boolean | undefined {
  if (value.kind === 'null' || value.kind === 'undefined') return true;
  if (value.kind === 'hole') return undefined;
  if (value.kind !== 'external') return false;
  return isNamed(value) || value.steps.at(-1)?.kind === 'new' ? false : undefined;
}

/** A global, or what a package exports. What these hold further in may be anything: `location.search`. */
function isNamed({ module, steps }: ExternalValue): boolean {
  return steps.every((s) => s.kind === 'member') && steps.length <= (module === 'global' ? 1 : 2);
}

export const spanIn = (module: ModuleSummary, at: readonly [number, number]): Span => ({
  file: module.file,
  start: at[0],
  end: at[1],
});

export const entryOf = (entry: ArrayEntry, activation: Activation): Argument => ({
  spread: entry.spread,
  value: { kind: 'expr', expr: entry.value, activation },
});
