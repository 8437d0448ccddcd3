import type { TSESTree } from '@typescript-eslint/utils';
import type { ClassIndex, ClassMember, Expr, FunctionIndex } from '../model/module-summary.js';
import {
  inScopeOf,
  undefinedExpr,
  type ClassDraft,
  type FunctionContext,
  type FunctionDraft,
  type Lowering,
} from './draft.js';
import { fieldSetters, type FieldSetters } from './field-setters.js';
import { finalVersion, reference } from './flow.js';
import { lowerExpression, lowerNamed } from './lower-expression.js';
import { lowerFunction } from './lower-function.js';
import { lowerStatements } from './lower-statement.js';
import { lowerType } from './lower-type.js';
import { atOf, isFunction, keyName, type Node } from './node.js';
import { lookUp, namesIn, type Variable } from './scopes.js';

type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

/** Lowers a class: its members, its constructor, and the fields that methods assign. */
export function lowerClass(outer: Lowering, node: ClassNode, name?: string): ClassIndex {
  const l = inScopeOf(outer, node);
  const draft: ClassDraft = {
    name: node.id?.name ?? name ?? '',
    at: atOf(node),
    ...(node.superClass ? { extends: lowerExpression(l, node.superClass) } : {}),
    implements: (node.implements ?? []).map((i) => lowerType(l, i)),
    members: [],
    decorators: lowerDecorators(l, node),
    within: l.fn.index,
  };
  const index = l.draft.classes.push(draft) - 1;
  if (node.id) bindOwnName(l, node, index);
  const instanceFields = fieldContext(l, node, index, false);
  const staticFields = fieldContext(l, node, index, true);
  const cls = { index, draft, setters: fieldSetters(node.body) };
  for (const element of node.body.body) lowerElement(l, element, cls, instanceFields, staticFields);
  return index;
}

/** A class expression's own name is seen inside it only. */
function bindOwnName(l: Lowering, node: ClassNode, index: ClassIndex): void {
  if (node.type !== 'ClassExpression' || !node.id) return;
  const variable = lookUp(l.scope, node.id.name);
  if (variable)
    l.draft.bindings[variable.id] ??= {
      name: variable.name,
      within: l.fn.index,
      value: { kind: 'class', cls: index, at: atOf(node) },
    };
}

export function lowerDecorators(l: Lowering, node: Node): Expr[] {
  const decorators = 'decorators' in node && Array.isArray(node.decorators) ? node.decorators : [];
  return decorators.map((d) => lowerExpression(l, d.expression));
}

/** Field initializers run in a function of their own, where `this` is the instance or the class. */
function fieldContext(l: Lowering, node: ClassNode, cls: ClassIndex, isStatic: boolean): Lowering {
  const index = l.draft.functions.length;
  l.draft.functions.push({
    name: node.id?.name ?? '',
    kind: 'field',
    at: atOf(node),
    parent: l.fn.index,
    cls,
    ...(isStatic ? { isStatic: true as const } : {}),
    parameters: [],
    returns: [],
    yields: [],
  });
  const capture = (variable: Variable): string =>
    variable.owner === l.fn.node ? finalVersion(l.draft, variable) : l.fn.capture(variable);
  const fn: FunctionContext = {
    index,
    node: node.body,
    capture,
    jumps: [],
    thisClass: { index: cls, isStatic, setters: new Map() },
    fields: undefined,
    argumentsOf: index,
  };
  return { ...l, fn, flow: { versions: new Map(), guards: new Map(), frames: [], reachable: true } };
}

/** The class whose elements are lowered. */
interface Owner {
  readonly index: ClassIndex;
  readonly draft: ClassDraft;
  readonly setters: FieldSetters;
}

function lowerElement(
  l: Lowering,
  element: TSESTree.ClassElement,
  cls: Owner,
  instanceFields: Lowering,
  staticFields: Lowering,
): void {
  if (element.type === 'StaticBlock') {
    lowerStatements(inScopeOf(staticFields, element), element.body);
    return;
  }
  if (element.type === 'TSIndexSignature') return;
  const key = keyName(element.key, element.computed);
  const isStatic = element.static ? ({ isStatic: true } as const) : {};
  const fields = element.static ? staticFields : instanceFields;
  if (
    'value' in element &&
    element.value &&
    isFunction(element.value) &&
    element.type !== 'PropertyDefinition' &&
    element.type !== 'AccessorProperty'
  ) {
    lowerMethod(l, element as TSESTree.MethodDefinition, key, cls);
    return;
  }
  if (key === undefined) return;
  const isAbstract = element.type.startsWith('TSAbstract') ? ({ isAbstract: true } as const) : {};
  const value = 'value' in element && element.value ? lowerNamed(fields, element.value, key) : undefinedExpr;
  const annotation = 'typeAnnotation' in element ? lowerType(l, element.typeAnnotation) : undefined;
  const tells = annotation && annotation.kind !== 'unknown' && annotation.kind !== 'primitive';
  lowerDecorators(l, element);
  cls.draft.members.push({
    key,
    kind: 'field',
    ...isStatic,
    ...isAbstract,
    value,
    within: fields.fn.index,
    ...(tells ? { type: annotation } : {}),
    ...('optional' in element && element.optional ? { optional: true as const } : {}),
    at: atOf(element),
  });
}

function lowerMethod(
  l: Lowering,
  element: TSESTree.MethodDefinition,
  key: string | undefined,
  { index, draft, setters }: Owner,
): void {
  const isConstructor = element.kind === 'constructor';
  const kind = isConstructor
    ? 'constructor'
    : element.kind === 'get'
      ? 'getter'
      : element.kind === 'set'
        ? 'setter'
        : 'method';
  const fn = lowerFunction(l, element.value, {
    name: isConstructor ? draft.name : (key ?? ''),
    kind,
    cls: { index, isStatic: element.static, setters },
    runsLater: true,
  });
  const decorators = lowerDecorators(l, element);
  const summary = l.draft.functions[fn];
  if (summary && decorators.length > 0) summary.decorators = decorators;
  if (isConstructor) {
    if (element.value.body) draft.constructorFn = fn;
    addParameterProperties(element.value.params, fn, draft, l);
    return;
  }
  if (key === undefined || (!element.value.body && (element.type as string) !== 'TSAbstractMethodDefinition'))
    return;
  const isAbstract = element.value.body ? {} : { isAbstract: true as const, ...declaredType(summary, kind) };
  draft.members.push({
    key,
    kind: kind as ClassMember['kind'],
    ...(element.static ? { isStatic: true as const } : {}),
    ...isAbstract,
    fn,
    at: atOf(element),
  });
}

/** What a method or getter without a body declares. */
function declaredType(
  { returnType }: Pick<FunctionDraft, 'returnType'> = {},
  kind: ClassMember['kind'] | 'constructor',
): Pick<ClassMember, 'type'> {
  if (returnType?.kind !== 'named') return {};
  return { type: kind === 'getter' ? returnType : { kind: 'function', returns: returnType } };
}

/** `constructor(private http: HttpClient)` declares the field `http`. */
function addParameterProperties(
  params: readonly TSESTree.Parameter[],
  fn: FunctionIndex,
  draft: ClassDraft,
  l: Lowering,
): void {
  const summary = l.draft.functions[fn];
  params.forEach((param, i) => {
    if (param.type !== 'TSParameterProperty') return;
    const binding = summary?.parameters[i]?.binding;
    for (const id of namesIn(param)) {
      if (binding === undefined) continue;
      const type = summary?.parameters[i]?.type;
      const value = reference(binding, atOf(id));
      draft.members.push({
        key: id.name,
        kind: 'field',
        value,
        within: fn,
        ...(type ? { type } : {}),
        at: atOf(param),
      });
    }
  });
}
