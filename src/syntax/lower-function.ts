import type {
  BindingId,
  FunctionIndex,
  FunctionSummary,
  Parameter,
  TypeRef,
} from '../model/module-summary.js';
import {
  guardsOf,
  inScopeOf,
  type FunctionContext,
  type FunctionDraft,
  type Lowering,
  type ThisClass,
} from './draft.js';
import { anyVersion, currentVersion, finalVersion, reference, settleFinals } from './flow.js';
import { lowerDecorators } from './lower-class.js';
import { lowerExpression, lowerWaiting } from './lower-expression.js';
import { bindPattern, declareValue } from './lower-pattern.js';
import { lowerStatements } from './lower-statement.js';
import { captureFields, newFields, noteArrow, settleFields } from './own-fields.js';
import { lowerType } from './lower-type.js';
import { atOf, startOf, type FunctionNode, type Node } from './node.js';
import { lookUp, type Variable } from './scopes.js';

export interface FunctionOptions {
  readonly name?: string;
  readonly kind?: FunctionSummary['kind'];
  readonly cls?: ThisClass;
  /** Runs later than everything around it: a hoisted declaration, or a method. */
  readonly runsLater?: boolean;
  /** A generator that a compiler made of an async function; as an arrow it keeps the `this` around it. */
  readonly isAsyncFunction?: boolean;
  readonly isAsyncArrow?: boolean;
}

/** Lowers a function with its own flow; returns its index. */
export function lowerFunction(l: Lowering, node: FunctionNode, options: FunctionOptions): FunctionIndex {
  const isArrow = node.type === 'ArrowFunctionExpression' || options.isAsyncArrow === true;
  const isCompiled = isArrow ? options.isAsyncArrow === true : options.isAsyncFunction === true;
  const draft: FunctionDraft = {
    name: options.name ?? node.id?.name ?? '',
    kind: options.kind ?? (isArrow ? 'arrow' : 'function'),
    at: atOf(node),
    parent: l.fn.index,
    ...(options.cls
      ? { cls: options.cls.index, ...(options.cls.isStatic ? { isStatic: true as const } : {}) }
      : {}),
    ...(node.async || isCompiled ? { isAsync: true as const } : {}),
    ...(node.generator && !isCompiled ? { isGenerator: true as const } : {}),
    parameters: [],
    returns: [],
    yields: [],
  };
  const index = l.draft.functions.push(draft) - 1;
  declareItself(l, node, index);
  const returnType = lowerType(l, node.returnType);
  if (tells(returnType)) draft.returnType = returnType;
  const thisClass = isArrow ? l.fn.thisClass : options.cls;
  const fn: FunctionContext = {
    index,
    node,
    capture: options.runsLater ? captureLater(l, index) : captureHere(l, startOf(node)),
    jumps: [],
    thisClass,
    fields: thisClass?.isStatic === false ? newFields(options.kind === 'constructor') : undefined,
    argumentsOf: isArrow ? l.fn.argumentsOf : index,
  };
  const inner = inScopeOf(
    { ...l, fn, flow: { versions: new Map(), guards: new Map(), frames: [], reachable: true } },
    node,
  );
  const calls = l.draft.calls.length;
  if (isArrow) captureFields(l, inner);
  lowerParameters(inner, node, draft);
  lowerBody(inner, node, draft);
  draft.parameters.splice(0, Infinity, ...draft.parameters.map((p) => withLast(inner, p)));
  settleFinals(inner);
  settleFields(inner, inner.fn.fields?.captured ?? []);
  if (isArrow) noteArrow(l, inner, calls);
  return index;
}

/** `setTimeout(function again() { … setTimeout(again, 100); })`: what a function expression calls itself inside. */
function declareItself(l: Lowering, node: FunctionNode, fn: FunctionIndex): void {
  if (node.type !== 'FunctionExpression' || !node.id) return;
  const variable = lookUp(inScopeOf(l, node).scope, node.id.name);
  if (variable?.id === `${node.id.name}@${startOf(node.id)}`)
    declareValue(l, variable, { kind: 'function', fn, at: atOf(node) });
}

const tells = (type: TypeRef): boolean => type.kind !== 'unknown' && type.kind !== 'primitive';

/** A closure sees the value at its creation, unless the variable is assigned later. */
function captureHere(l: Lowering, at: number): (variable: Variable) => BindingId {
  return (variable) =>
    variable.assignedAt.every((p) => p < at) ? currentVersion(l, variable) : anyVersion(l.draft, variable);
}

/** A declaration or method runs after the code around it, unless that calls it on the way. */
function captureLater(l: Lowering, index: FunctionIndex): (variable: Variable) => BindingId {
  return (variable) => {
    if (variable.owner !== l.fn.node) return l.fn.capture(variable);
    const reads = l.draft.reads.get(index) ?? new Set();
    l.draft.reads.set(index, reads.add(variable));
    return finalVersion(l.draft, variable);
  };
}

function lowerParameters(l: Lowering, node: FunctionNode, draft: FunctionDraft): void {
  const [first] = node.params;
  const hasThis = first?.type === 'Identifier' && first.name === 'this';
  if (hasThis) {
    const type = lowerType(l, first.typeAnnotation);
    if (tells(type)) draft.thisType = type;
  }
  node.params.slice(hasThis ? 1 : 0).forEach((param, i) => {
    draft.parameters.push(lowerParameter(l, param, i));
  });
}

function lowerParameter(l: Lowering, raw: Node, index: number): Parameter {
  const node = raw.type === 'TSParameterProperty' ? raw.parameter : raw;
  const hasDefault = node.type === 'AssignmentPattern';
  const isRest = node.type === 'RestElement';
  const pattern: Node = hasDefault ? node.left : isRest ? node.argument : node;
  const at = atOf(pattern);
  const type = lowerType(l, typeAnnotationOf(pattern) ?? typeAnnotationOf(node));
  const decorators = [...new Set([raw, node])].flatMap((decorated) => lowerDecorators(l, decorated));
  const name = pattern.type === 'Identifier' ? pattern.name : '';
  const variable = pattern.type === 'Identifier' ? lookUp(l.scope, pattern.name) : undefined;
  const binding = variable?.id ?? `argument@${at[0]}`;
  const value = { kind: 'parameter', fn: l.fn.index, index, at } as const;
  if (variable) declareValue(l, variable, value);
  else {
    l.draft.bindings[binding] = { name, within: l.fn.index, value };
    bindPattern(l, pattern, reference(binding, at), 'declare');
  }
  return {
    binding,
    name,
    ...(type.kind === 'unknown' ? {} : { type }),
    ...(hasDefault ? { default: lowerExpression(l, node.right) } : {}),
    ...('optional' in pattern && pattern.optional === true ? { optional: true as const } : {}),
    ...(isText(pattern) && !hasDefault ? { isText: true as const } : {}),
    ...(isRest ? { rest: true as const } : {}),
    ...(decorators.length > 0 ? { decorators } : {}),
    at,
  };
}

const isText = (pattern: Node): boolean =>
  pattern.type === 'Identifier' &&
  !pattern.optional &&
  pattern.typeAnnotation?.typeAnnotation.type === 'TSStringKeyword';

function withLast(l: Lowering, parameter: Parameter): Parameter {
  const variable = lookUp(l.scope, parameter.name);
  if (!variable || variable.assignedAt.length === 0) return parameter;
  return { ...parameter, last: l.flow.versions.get(variable) ?? variable.id };
}

function typeAnnotationOf(node: Node): Node | undefined {
  return 'typeAnnotation' in node && node.typeAnnotation && typeof node.typeAnnotation === 'object'
    ? node.typeAnnotation
    : undefined;
}

function lowerBody(l: Lowering, node: FunctionNode, draft: FunctionDraft): void {
  const { body } = node;
  if (!body) return;
  if (body.type === 'BlockStatement') {
    lowerStatements(inScopeOf(l, body), body.body);
    return;
  }
  const value = lowerWaiting(l, body, 'return');
  draft.returns.push({ value, guards: guardsOf(l.flow) });
}
