import type { TSESTree } from '@typescript-eslint/utils';
import type { Expr, Frame, TestId } from '../model/module-summary.js';
import { withFrame, type Flow, type Jump, type Lowering } from './draft.js';
import { cloneFlow, join, newVersion, reference, waysOf } from './flow.js';
import { conditionBound, counterBound, isAlwaysTrue } from './loop-bound.js';
import { noteRounds, roundsOver, steadyCounter, type Head, type RoundsPlan } from './loop-rounds.js';
import { lowerExpression } from './lower-expression.js';
import { bindPattern } from './lower-pattern.js';
import { lowerStatement } from './lower-statement.js';
import { lowerTest } from './lower-test.js';
import { openFields, settleFields } from './own-fields.js';
import { atOf, childrenOf, isFunction, startOf, unwrap, type Node } from './node.js';

interface LoopPlan extends RoundsPlan {
  readonly node: Node;
  readonly label: string | undefined;
  /** What is asked before each round. */
  readonly enter?: (inner: Lowering) => void;
  readonly body: (inner: Lowering) => void;
  /** What a round does in the end, also one that `continue` cuts short. */
  readonly update?: (inner: Lowering) => void;
  /** The body runs before the condition is tested. */
  readonly runsOnce?: true;
}

export function lowerFor(l: Lowering, node: TSESTree.ForStatement, label: string | undefined): void {
  if (node.init) {
    if (node.init.type === 'VariableDeclaration') lowerStatement(l, node.init);
    else lowerExpression(l, node.init);
  }
  const { update } = node;
  const counter = steadyCounter(l, node);
  lowerLoop(l, {
    node,
    kind: 'for',
    label,
    bound: counterBound(l, node) ?? conditionBound(l, node.test),
    ...(counter ? { counter } : {}),
    enter: (inner) => {
      if (node.test) enterWhile(inner, node.test);
    },
    body: (inner) => {
      lowerStatement(inner, node.body);
    },
    ...(update ? { update: (inner: Lowering) => void lowerExpression(inner, update) } : {}),
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
  const iterated = isAwait && of.kind === 'call' ? l.draft.calls[of.call] : undefined;
  if (iterated) iterated.isIterated = true;
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
    enter: (inner) => {
      if (!isDo) enterWhile(inner, node.test);
    },
    body: (inner) => {
      lowerStatement(inner, node.body);
      if (isDo) lowerTest(inner, node.test);
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
  const fields = openFields(l);
  const delays = containsDelay(plan.node) ? ({ delays: true } as const) : {};
  const leaves = canLeave(plan.node, plan.label, 0) ? ({ leaves: true } as const) : {};
  const over = roundsOver(plan, heads);
  const counter = over?.kind === 'counter' ? { counter: over.counter } : {};
  const frame: Mutable<Extract<Frame, { kind: 'loop' }>> = {
    kind: 'loop',
    loop: plan.kind,
    at: atOf(plan.node),
    ...(plan.bound ? { bound: plan.bound } : {}),
    test,
    ...delays,
    ...leaves,
    ...counter,
  };
  const jump: Jump = { label: plan.label, isLoop: true, breaks: [], continues: [] };
  l.fn.jumps.push(jump);
  const inner = withFrame({ ...l, flow: cloneFlow(l.flow) }, frame);
  plan.enter?.(inner);
  const begun = new Set(inner.flow.guards.keys());
  plan.body(inner);
  l.fn.jumps.pop();
  noteWays(frame, begun, inner.flow.reachable ? [inner.flow, ...jump.continues] : jump.continues);
  joinContinues(inner, test, jump.continues);
  plan.update?.(inner);
  settleFields(l, fields);
  for (const { variable, head, back } of heads) {
    if (over) noteRounds(l, variable, { over, test, head, back });
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

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What was decided in a round that another one follows, where each such round has decided something. */
function noteWays(
  frame: Mutable<Extract<Frame, { kind: 'loop' }>>,
  begun: ReadonlySet<TestId>,
  ends: readonly Flow[],
): void {
  const ways = ends
    .flatMap(waysOf)
    .map((way) => Object.fromEntries(Object.entries(way).filter(([test]) => !begun.has(test))));
  if (ways.length > 0 && ways.every((way) => Object.keys(way).length > 0)) frame.ways = ways;
}

/** A round ends at each `continue`, too. One that stands in a branch of its own is told by the test of that branch. */
function joinContinues(inner: Lowering, test: TestId, continues: readonly Flow[]): void {
  for (const [i, skipped] of [...continues.entries()].reverse()) {
    const flow = { ...skipped, frames: inner.flow.frames, reachable: true };
    const [decision, branch] = [...skipped.guards].at(-1) ?? ['', ''];
    const other = inner.flow.guards.get(decision);
    const isTold = inner.flow.reachable && other !== undefined && other !== branch;
    const ends = [
      { branch: isTold ? other : 'end', flow: cloneFlow(inner.flow) },
      { branch: isTold ? branch : 'continue', flow },
    ];
    join(inner, isTold ? decision : `${test}:continue${i}`, ends);
    if (isTold) inner.flow.guards.delete(decision);
  }
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
