import type { TSESTree } from '@typescript-eslint/utils';
import type { Expr } from '../model/module-summary.js';
import { guardsOf, inScopeOf, opaque, undefinedExpr, withFrame, type Jump, type Lowering } from './draft.js';
import { cloneFlow, fork, forkInto, join, waysOf } from './flow.js';
import { lowerMergedExports } from './lower-assignment.js';
import { lowerClass } from './lower-class.js';
import { lowerEnum, lowerNamespace, lowerTypeDeclaration } from './lower-declaration.js';
import { lowerExpression, lowerNamed, lowerWaiting } from './lower-expression.js';
import { lowerFunction } from './lower-function.js';
import { lowerForEach, lowerFor, lowerWhile } from './lower-loop.js';
import { bindPattern, declareValue } from './lower-pattern.js';
import { canonicalText, lowerTest, sourceText } from './lower-test.js';
import { atOf, startOf, type Node } from './node.js';
import { lookUp } from './scopes.js';

/** Lowers statements in order; what stands after a return is lowered too, as it may hold functions. */
export function lowerStatements(l: Lowering, body: readonly Node[]): void {
  for (const node of body) if (node.type === 'FunctionDeclaration') lowerStatement(l, node);
  for (const node of body) if (node.type !== 'FunctionDeclaration') lowerStatement(l, node);
}

export function lowerStatement(l: Lowering, node: Node, label?: string): void {
  switch (node.type) {
    case 'ExpressionStatement':
      lowerUnused(l, node.expression);
      break;
    case 'VariableDeclaration':
      for (const d of node.declarations)
        lowerDeclarator(l, d, (node.declare as boolean | undefined) === true);
      break;
    case 'FunctionDeclaration':
      lowerFunctionDeclaration(l, node);
      break;
    case 'ClassDeclaration':
      lowerClassDeclaration(l, node);
      break;
    case 'ReturnStatement':
      lowerReturn(l, node);
      break;
    case 'ThrowStatement':
      lowerThrow(l, node);
      break;
    case 'BlockStatement':
      lowerStatements(inScopeOf(l, node), node.body);
      break;
    case 'IfStatement':
      lowerIf(l, node);
      break;
    case 'SwitchStatement':
      lowerSwitch(inScopeOf(l, node), node);
      break;
    case 'ForStatement':
      lowerFor(inScopeOf(l, node), node, label);
      break;
    case 'ForOfStatement':
    case 'ForInStatement':
      lowerForEach(inScopeOf(l, node), node, label);
      break;
    case 'WhileStatement':
    case 'DoWhileStatement':
      lowerWhile(l, node, label);
      break;
    case 'LabeledStatement':
      lowerStatement(l, node.body, node.label.name);
      break;
    case 'BreakStatement':
    case 'ContinueStatement':
      lowerJump(l, node);
      break;
    case 'TryStatement':
      lowerTry(l, node);
      break;
    case 'TSEnumDeclaration':
      lowerEnum(l, node);
      break;
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      lowerTypeDeclaration(l, node);
      break;
    case 'TSModuleDeclaration':
      lowerNamespace(l, node);
      break;
    default:
  }
}

function lowerUnused(l: Lowering, node: Node): void {
  if (lowerMergedExports(l, node)) return;
  const value = lowerExpression(l, node);
  const call = value.kind === 'call' ? l.draft.calls[value.call] : undefined;
  if (call) call.isStatement = true;
}

/** `declare const x: T` names a global. Where its type says that it is plain data, nothing more is known of it. */
function declaredElsewhere(node: TSESTree.Identifier): Expr {
  const type = node.typeAnnotation?.typeAnnotation.type;
  const isObject =
    type === undefined ||
    ['TSAnyKeyword', 'TSTypeReference', 'TSTypeQuery', 'TSFunctionType', 'TSTypeLiteral'].includes(type);
  const at = atOf(node);
  return isObject ? { kind: 'global', name: node.name, at } : opaque(node.name, at, 'runtime');
}

function lowerDeclarator(l: Lowering, node: TSESTree.VariableDeclarator, isElsewhere: boolean): void {
  if (isElsewhere && node.id.type === 'Identifier') {
    bindPattern(l, node.id, declaredElsewhere(node.id), 'declare');
    return;
  }
  const name = node.id.type === 'Identifier' ? node.id.name : undefined;
  // `var x;` in a loop or after a value keeps the value.
  if (!node.init && name !== undefined && (lookUp(l.scope, name)?.id ?? '') in l.draft.bindings) return;
  const value = node.init ? lowerNamed(l, node.init, name) : undefinedExpr;
  bindPattern(l, node.id, value, 'declare');
}

function lowerFunctionDeclaration(l: Lowering, node: TSESTree.FunctionDeclaration): void {
  const variable = node.id ? lookUp(l.scope, node.id.name) : undefined;
  const fn = lowerFunction(l, node, { runsLater: true });
  if (!variable || variable.id in l.draft.bindings) return;
  declareValue(l, variable, { kind: 'function', fn, at: atOf(node) });
}

function lowerClassDeclaration(l: Lowering, node: TSESTree.ClassDeclaration): void {
  const variable = node.id ? lookUp(l.scope, node.id.name) : undefined;
  const cls = lowerClass(l, node);
  if (variable) declareValue(l, variable, { kind: 'class', cls, at: atOf(node) });
}

function lowerReturn(l: Lowering, node: TSESTree.ReturnStatement): void {
  if (node.argument) {
    const value = lowerWaiting(l, node.argument, 'return');
    l.draft.functions[l.fn.index]?.returns.push({ value, guards: guardsOf(l.flow) });
  }
  l.flow.reachable = false;
}

function lowerThrow(l: Lowering, node: TSESTree.ThrowStatement): void {
  lowerExpression(l, node.argument);
  if (l.flow.reachable) l.draft.throws.push({ within: l.fn.index, guards: guardsOf(l.flow), at: atOf(node) });
  l.flow.reachable = false;
}

function lowerIf(l: Lowering, node: TSESTree.IfStatement): void {
  const test = lowerTest(l, node.test);
  const then = forkInto(l, test.id, test.whenTrue, atOf(node.consequent));
  lowerStatement(then, node.consequent);
  const otherwise = node.alternate ? forkInto(l, test.id, test.whenFalse, atOf(node.alternate)) : fork(l);
  if (node.alternate) lowerStatement(otherwise, node.alternate);
  else otherwise.flow.guards.set(test.id, test.whenFalse);
  join(l, test.id, [
    { branch: test.whenTrue, flow: then.flow },
    { branch: test.whenFalse, flow: otherwise.flow },
  ]);
}

function lowerSwitch(l: Lowering, node: TSESTree.SwitchStatement): void {
  const discriminant = lowerExpression(l, node.discriminant);
  const canonical = canonicalText(l, node.discriminant);
  const cases = groupCases(node.cases);
  const id = canonical === undefined ? `at:${startOf(node)}` : `switch:${canonical}@${startOf(node)}`;
  const labels: Record<string, Expr[]> = {};
  const jump: Jump = { label: undefined, isLoop: false, breaks: [], continues: [] };
  l.fn.jumps.push(jump);
  const ends = new Map<string, Lowering['flow'][]>();
  let falling: Lowering['flow'] | undefined;
  // The branches that lead to where the code is: that of the case, and those of cases that fall into it.
  let leading: readonly string[] = [];
  const arrive = (flow: Lowering['flow']): void => {
    for (const branch of leading) ends.set(branch, [...(ends.get(branch) ?? []), flow]);
  };
  cases.forEach((group, i) => {
    const branch = group.isDefault ? 'default' : `case ${i}`;
    labels[branch] = group.tests.map((t) => lowerExpression(l, t));
    const own = forkInto(l, id, branch, atOf(group.at));
    // A case into which another one falls runs for both, under no condition of its own.
    const reached = `at:${startOf(group.at)}`;
    const inner = falling ? forkInto(l, reached, 'reached', atOf(group.at)) : own;
    if (falling) {
      const flow = falling;
      join(inner, id, [{ branch, flow: own.flow }, ...leading.map((other) => ({ branch: other, flow }))]);
    }
    leading = falling ? [branch, ...leading] : [branch];
    for (const statement of group.body) lowerStatement(inner, statement);
    falling = inner.flow.reachable ? inner.flow : undefined;
    for (const flow of jump.breaks.splice(0)) arrive(flow);
  });
  if (falling) arrive(falling);
  if (!cases.some((c) => c.isDefault)) {
    const none = fork(l);
    none.flow.guards.set(id, 'default');
    ends.set('default', [none.flow]);
    labels.default = [];
  }
  l.fn.jumps.pop();
  l.draft.tests[id] = { kind: 'switch', discriminant, cases: labels, text: sourceText(l, node.discriminant) };
  join(
    l,
    id,
    [...ends].map(([branch, flows]) => ({ branch, flow: oneOf(l, `${id}:${branch}`, flows) })),
  );
}

/** The ways on which a case is left, as one: which of them it was goes for all that they set. */
function oneOf(l: Lowering, id: string, flows: readonly Lowering['flow'][]): Lowering['flow'] {
  const whole = fork(l);
  join(
    whole,
    id,
    flows.map((flow, way) => ({ branch: `way ${way}`, flow })),
  );
  return whole.flow;
}

interface CaseGroup {
  readonly tests: Node[];
  readonly isDefault: boolean;
  readonly body: readonly Node[];
  readonly at: Node;
}

/** `case 'a': case 'b': …` is one branch. */
function groupCases(cases: readonly TSESTree.SwitchCase[]): CaseGroup[] {
  const groups: CaseGroup[] = [];
  let tests: Node[] = [];
  let isDefault = false;
  for (const c of cases) {
    if (c.test) tests.push(c.test);
    else isDefault = true;
    if (c.consequent.length === 0) continue;
    groups.push({ tests, isDefault, body: c.consequent, at: c });
    tests = [];
    isDefault = false;
  }
  return groups;
}

function lowerJump(l: Lowering, node: TSESTree.BreakStatement | TSESTree.ContinueStatement): void {
  const label = node.label?.name;
  const isBreak = node.type === 'BreakStatement';
  const target = [...l.fn.jumps]
    .reverse()
    .find((j) => (label === undefined ? isBreak || j.isLoop : j.label === label));
  if (l.flow.reachable) (isBreak ? target?.breaks : target?.continues)?.push(cloneFlow(l.flow));
  l.flow.reachable = false;
}

function lowerTry(l: Lowering, node: TSESTree.TryStatement): void {
  const test = `at:${startOf(node)}`;
  const before = cloneFlow(l.flow);
  const body = withFrame(
    { ...l, flow: cloneFlow(l.flow) },
    { kind: 'try', part: 'try', at: atOf(node.block) },
  );
  lowerStatement(body, node.block);
  const ends = [{ branch: 'try', flow: body.flow }];
  if (node.handler) {
    const handler = { ...l, flow: before };
    // The error may come before or after any assignment of the block.
    join(handler, `${test}:thrown`, [
      { branch: 'before', flow: cloneFlow(before) },
      { branch: 'after', flow: { ...cloneFlow(body.flow), reachable: true } },
    ]);
    handler.flow.ways = waysOf(handler.flow).map((way) => ({ ...way, [test]: 'catch' }));
    const inner = withFrame(inScopeOf(handler, node.handler), {
      kind: 'try',
      part: 'catch',
      at: atOf(node.handler),
    });
    if (node.handler.param) {
      bindPattern(
        inner,
        node.handler.param,
        { kind: 'opaque', reason: 'runtime', name: 'error', at: atOf(node.handler.param) },
        'declare',
      );
    }
    lowerStatement(inner, node.handler.body);
    ends.push({ branch: 'catch', flow: inner.flow });
  }
  join(l, test, ends);
  if (node.finalizer)
    lowerStatement(withFrame(l, { kind: 'try', part: 'finally', at: atOf(node.finalizer) }), node.finalizer);
}
