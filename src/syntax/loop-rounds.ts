import type { TSESTree } from '@typescript-eslint/utils';
import type { BindingId, Expr, LoopBound, LoopKind, Rounds, RoundsOver } from '../model/module-summary.js';
import type { Lowering } from './draft.js';
import { newVersion, versionsOf } from './flow.js';
import { atOf, childrenOf, unwrap, type Node } from './node.js';
import { lookUp, type Variable } from './scopes.js';

/** What of a loop says which rounds it has. */
export interface RoundsPlan {
  readonly kind: LoopKind;
  readonly bound: LoopBound | undefined;
  /** The variable that counts, where nothing but the loop's head changes it and what it is compared with. */
  readonly counter?: Variable;
}

/** A variable that a loop assigns: its versions at the head, and at the end of a round. */
export interface Head {
  readonly variable: Variable;
  readonly head: BindingId;
  readonly back: BindingId;
}

/** `for (let i = 0; i < list.length; i++)`, whose body changes neither `i` nor `list`. */
export function steadyCounter(l: Lowering, { test, body }: TSESTree.ForStatement): Variable | undefined {
  const condition = test && unwrap(test);
  if (condition?.type !== 'BinaryExpression' || condition.left.type !== 'Identifier') return undefined;
  const [start, end] = atOf(body);
  const names = [condition.left.name, ...namesIn(condition.right)];
  const variables = names.map((name) => lookUp(l.scope, name));
  const isSteady = variables.every(
    (v) => !v || (!v.assignedInClosure && !v.assignedAt.some((at) => at >= start && at < end)),
  );
  return isSteady ? variables[0] : undefined;
}

const namesIn = (node: Node): readonly string[] =>
  node.type === 'Identifier' ? [node.name] : childrenOf(node).flatMap(namesIn);

/** What the rounds of a loop are over; undefined where they can't be listed. */
export function roundsOver(
  { bound, kind, counter }: RoundsPlan,
  heads: readonly Head[],
): RoundsOver | undefined {
  if (bound?.kind === 'each')
    return kind === 'for-await' ? undefined : { ...bound, ...(kind === 'for-in' ? { keys: true } : {}) };
  const head = bound?.kind === 'counter' && heads.find(({ variable }) => variable === counter)?.head;
  return bound?.kind === 'counter' && head ? { ...bound, counter: head } : undefined;
}

/** Says how the rounds of a loop make what a variable holds after it, where they do nothing else to it. */
export function noteRounds(l: Lowering, variable: Variable, rounds: Rounds): void {
  const { head } = rounds;
  const versions = versionsOf(l.draft, variable);
  const made = versions.slice(versions.indexOf(head) + 1).flatMap((id) => l.draft.bindings[id]?.value ?? []);
  const steps = made.filter((value) => !isJoin(value, variable) && !isVersion(value, variable));
  const summary = l.draft.bindings[head];
  if (summary?.value.kind !== 'choice' || steps.length === 0) return;
  // What fills a table may ask the table, which is taken for what it is in the end.
  if (steps.every(isFill)) l.draft.bindings[head] = { ...summary, value: { ...summary.value, rounds } };
  else newVersion(l, variable, { ...summary.value, rounds: { ...rounds, isAfter: true } });
}

const isJoin = (value: Expr, variable: Variable): boolean =>
  value.kind === 'choice' && value.options.every((o) => isVersion(o.value, variable));

const isVersion = (value: Expr, variable: Variable): boolean =>
  value.kind === 'reference' && value.binding.startsWith(variable.id);

/** Whether an assignment sets a member under a key that is no literal. */
const isFill = (value: Expr): boolean => value.kind === 'assigned' && value.path.at(-1)?.kind !== 'literal';
