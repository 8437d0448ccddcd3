import type { TSESTree } from '@typescript-eslint/utils';
import type { BindingId, Expr, LoopBound, LoopKind, Rounds, RoundsOver } from '../model/module-summary.js';
import type { Lowering } from './draft.js';
import { versionsOf } from './flow.js';
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

/** Says at the head how the loop fills a table or lengthens a text, where that is all that it does to the variable. */
export function noteRounds(l: Lowering, variable: Variable, rounds: Rounds): void {
  const { head } = rounds;
  const versions = versionsOf(l.draft, variable);
  const made = versions.slice(versions.indexOf(head) + 1).map((id) => l.draft.bindings[id]?.value);
  const fills = made.filter((value) => value && (isFill(value) || lengthens(value)));
  const joins = made.filter((value) => value?.kind === 'choice' && value.options.every(isVersion));
  const summary = l.draft.bindings[head];
  if (summary?.value.kind !== 'choice') return;
  if (fills.length === 0 || fills.length + joins.length < made.length) return;
  l.draft.bindings[head] = { ...summary, value: { ...summary.value, rounds } };

  function isVersion({ value }: { readonly value: Expr }): boolean {
    return value.kind === 'reference' && value.binding.startsWith(variable.id);
  }

  /** `text + more`. */
  function lengthens(value: Expr): boolean {
    if (isVersion({ value })) return true;
    if (value.kind === 'plus') return lengthens(value.left);
    const [first] = value.kind === 'concat' ? value.parts : [];
    return first !== undefined && lengthens(first);
  }
}

/** Whether an assignment sets a member under a key that is no literal. */
const isFill = (value: Expr): boolean => value.kind === 'assigned' && value.path.at(-1)?.kind !== 'literal';
