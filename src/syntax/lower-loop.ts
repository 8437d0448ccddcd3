import type { TSESTree } from '@typescript-eslint/utils';
import type { At, BindingId, Expr, Frame, LoopBound, LoopKind, TestId } from '../model/module-summary.js';
import { literal, withFrame, type Flow, type Lowering } from './draft.js';
import { cloneFlow, currentVersion, join, newVersion, reference, versionsOf } from './flow.js';
import { lowerExpression } from './lower-expression.js';
import { bindPattern } from './lower-pattern.js';
import { lowerStatement } from './lower-statement.js';
import { lowerTest, sourceText } from './lower-test.js';
import { atOf, childrenOf, isFunction, startOf, unwrap, type Node } from './node.js';
import { lookUp, type Variable } from './scopes.js';

interface LoopPlan {
  readonly node: Node;
  readonly kind: LoopKind;
  readonly label: string | undefined;
  readonly bound: LoopBound | undefined;
  readonly body: (inner: Lowering) => void;
  /** The body runs before the condition is tested. */
  readonly runsOnce?: true;
}

export function lowerFor(l: Lowering, node: TSESTree.ForStatement, label: string | undefined): void {
  if (node.init) {
    if (node.init.type === 'VariableDeclaration') lowerStatement(l, node.init);
    else lowerExpression(l, node.init);
  }
  lowerLoop(l, {
    node,
    kind: 'for',
    label,
    bound: counterBound(l, node) ?? conditionBound(l, node.test),
    body: (inner) => {
      if (node.test) enterWhile(inner, node.test);
      lowerStatement(inner, node.body);
      if (node.update) lowerExpression(inner, node.update);
    },
  });
}

export function lowerForEach(
  l: Lowering,
  node: TSESTree.ForOfStatement | TSESTree.ForInStatement,
  label: string | undefined,
): void {
  const of = lowerExpression(l, node.right);
  const test = loopTest(node);
  const keys = node.type === 'ForInStatement' ? ({ keys: true } as const) : {};
  const element: Expr = { kind: 'element', of, test, ...keys, at: atOf(node.left) };
  const isAwait = node.type === 'ForOfStatement' && node.await;
  lowerLoop(l, {
    node,
    kind: node.type === 'ForInStatement' ? 'for-in' : isAwait ? 'for-await' : 'for-of',
    label,
    bound: { kind: 'each', of },
    body: (inner) => {
      if (node.left.type === 'VariableDeclaration') {
        for (const d of node.left.declarations) bindPattern(inner, d.id, element, 'declare');
      } else bindPattern(inner, node.left, element, 'assign');
      lowerStatement(inner, node.body);
    },
  });
}

export function lowerWhile(
  l: Lowering,
  node: TSESTree.WhileStatement | TSESTree.DoWhileStatement,
  label: string | undefined,
): void {
  const isDo = node.type === 'DoWhileStatement';
  lowerLoop(l, {
    node,
    kind: isDo ? 'do-while' : 'while',
    label,
    bound: conditionBound(l, node.test),
    ...(isDo ? { runsOnce: true as const } : {}),
    body: (inner) => {
      if (!isDo) enterWhile(inner, node.test);
      lowerStatement(inner, node.body);
      if (isDo) lowerExpression(inner, node.test);
    },
  });
}

/** The body runs where the condition holds. */
function enterWhile(inner: Lowering, condition: Node): void {
  const test = lowerTest(inner, condition);
  inner.flow.guards.set(test.id, test.whenTrue);
}

const loopTest = (node: Node): TestId => `loop:${startOf(node)}`;

/** A variable that the body assigns is, at the loop's head, its value before or that of the last round. */
function lowerLoop(l: Lowering, plan: LoopPlan): void {
  const test = loopTest(plan.node);
  const heads = openHeads(l, plan.node, test);
  const delays = containsDelay(plan.node) ? ({ delays: true } as const) : {};
  const leaves = canLeave(plan.node, plan.label, 0) ? ({ leaves: true } as const) : {};
  const frame: Frame = {
    kind: 'loop',
    loop: plan.kind,
    at: atOf(plan.node),
    ...(plan.bound ? { bound: plan.bound } : {}),
    test,
    ...delays,
    ...leaves,
  };
  const jump = { label: plan.label, isLoop: true, breaks: [] as Flow[] };
  l.fn.jumps.push(jump);
  const inner = withFrame({ ...l, flow: cloneFlow(l.flow) }, frame);
  plan.body(inner);
  l.fn.jumps.pop();
  for (const { variable, head, back } of heads) {
    if (plan.bound?.kind === 'each' && plan.kind !== 'for-await')
      noteRounds(l, variable, head, back, plan, test);
    l.draft.bindings[back] = {
      name: variable.name,
      within: l.fn.index,
      value: reference(inner.flow.versions.get(variable) ?? variable.id, [0, 0]),
    };
  }
  const exits = jump.breaks.map((flow) => ({ branch: 'break', flow: { ...flow, frames: l.flow.frames } }));
  const end = plan.runsOnce ? inner.flow : l.flow;
  const endless = plan.bound?.kind === 'condition' && isAlwaysTrue(plan.bound);
  const ends = [
    ...(endless
      ? []
      : [{ branch: 'end', flow: { ...cloneFlow(end), frames: l.flow.frames, reachable: true } }]),
    ...exits,
  ];
  if (ends.length > 0) join(l, `${test}:exit`, ends);
  else l.flow.reachable = false;
}

const isAlwaysTrue = (bound: LoopBound): boolean =>
  bound.kind === 'condition' &&
  (bound.test === undefined || (bound.test.kind === 'literal' && Boolean(bound.test.value)));

interface Head {
  readonly variable: Variable;
  readonly head: BindingId;
  readonly back: BindingId;
}

function openHeads(l: Lowering, node: Node, test: TestId): Head[] {
  const [start, end] = atOf(node);
  const heads: Head[] = [];
  for (const [variable, before] of [...l.flow.versions]) {
    if (!variable.assignedAt.some((at) => at >= start && at < end) || variable.assignedInClosure) continue;
    const back = `${variable.id}~${start}`;
    const options = [
      { branch: 'first', value: reference(before, [0, 0]) },
      { branch: 'again', value: reference(back, [0, 0]) },
    ];
    const head = newVersion(l, variable, { kind: 'choice', test: `${test}:head`, options });
    heads.push({ variable, head, back });
  }
  return heads;
}

/** Says at the head how the loop fills a table, where that is all that it does to the variable. */
function noteRounds(
  l: Lowering,
  variable: Variable,
  head: BindingId,
  back: BindingId,
  { bound, kind }: LoopPlan,
  test: TestId,
): void {
  const versions = versionsOf(l.draft, variable);
  const made = versions.slice(versions.indexOf(head) + 1).map((id) => l.draft.bindings[id]?.value);
  const fills = made.filter((value) => value?.kind === 'assigned' && isComputed(value.path));
  const joins = made.filter((value) => value?.kind === 'choice' && value.options.every(isVersion));
  const summary = l.draft.bindings[head];
  if (bound?.kind !== 'each' || summary?.value.kind !== 'choice') return;
  if (fills.length === 0 || fills.length + joins.length < made.length) return;
  const keys = kind === 'for-in' ? ({ keys: true } as const) : {};
  const rounds = { of: bound.of, test, ...keys, head, back };
  l.draft.bindings[head] = { ...summary, value: { ...summary.value, rounds } };

  function isVersion({ value }: { readonly value: Expr }): boolean {
    return value.kind === 'reference' && value.binding.startsWith(variable.id);
  }
}

/** Whether the last key that an assignment sets is no literal. */
const isComputed = (path: readonly Expr[]): boolean => path.at(-1)?.kind !== 'literal';

function conditionBound(l: Lowering, test: Node | null): LoopBound {
  if (!test) return { kind: 'condition', text: '' };
  const condition = unwrap(test);
  return {
    kind: 'condition',
    ...(condition.type === 'Literal' ? { test: lowerExpression(l, condition) } : {}),
    text: sourceText(l, test),
  };
}

/** `for (let i = a; i < b; i += c)`: the parts that say how often it runs. */
function counterBound(l: Lowering, node: TSESTree.ForStatement): LoopBound | undefined {
  const test = node.test && unwrap(node.test);
  const update = node.update && unwrap(node.update);
  if (test?.type !== 'BinaryExpression' || !update || test.left.type !== 'Identifier') return undefined;
  const variable = lookUp(l.scope, test.left.name);
  if (!variable || !['<', '<=', '>', '>=', '!==', '!='].includes(test.operator)) return undefined;
  const step = stepOf(l, update, test.left.name);
  if (!step) return undefined;
  const at: At = atOf(test.left);
  const from = reference(currentVersion(l, variable), at);
  return { kind: 'counter', from, operator: test.operator, to: lowerExpression(l, test.right), step };
}

function stepOf(l: Lowering, update: Node, name: string): Expr | undefined {
  if (
    update.type === 'UpdateExpression' &&
    update.argument.type === 'Identifier' &&
    update.argument.name === name
  ) {
    return literal(update.operator === '++' ? 1 : -1);
  }
  if (
    update.type !== 'AssignmentExpression' ||
    update.left.type !== 'Identifier' ||
    update.left.name !== name
  )
    return undefined;
  if (update.operator === '+=') return lowerExpression(l, update.right);
  return undefined;
}

const nestsBreaks = /^(?:For|While|DoWhile|Switch).*Statement$/;

/** Whether a `break` out of this loop or a `return` stands in it. `depth` counts the loops and switches in between. */
function canLeave(node: Node, label: string | undefined, depth: number): boolean {
  for (const child of childrenOf(node)) {
    if (isFunction(child)) continue;
    if (child.type === 'ReturnStatement') return true;
    if (child.type === 'BreakStatement' && (child.label ? child.label.name === label : depth === 0))
      return true;
    if (canLeave(child, label, depth + (nestsBreaks.test(child.type) ? 1 : 0))) return true;
  }
  return false;
}

const delayNames: ReadonlySet<string> = new Set([
  'setTimeout',
  'sleep',
  'delay',
  'wait',
  'pause',
  'timeout',
  'setInterval',
]);

/** Whether the body waits for time to pass; which time is for the load model to find. */
function containsDelay(node: Node): boolean {
  for (const child of childrenOf(node)) {
    if (child.type === 'CallExpression') {
      const callee = unwrap(child.callee);
      const name =
        callee.type === 'Identifier'
          ? callee.name
          : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
            ? callee.property.name
            : '';
      if (delayNames.has(name)) return true;
    }
    if (!(isFunction(child) && child.type === 'FunctionDeclaration') && containsDelay(child)) return true;
  }
  return false;
}
