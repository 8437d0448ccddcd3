import type { At, BindingId, Expr, FunctionIndex, TestId } from '../model/module-summary.js';
import { under, type Draft, type Flow, type Lowering } from './draft.js';
import type { Variable } from './scopes.js';

/**
 * Static single assignment: a variable's versions are bindings of their own, so that a reader
 * sees the value that reaches it, and a join of branches is a `choice` under the branches' test.
 */

export function cloneFlow(flow: Flow): Flow {
  return {
    versions: new Map(flow.versions),
    guards: new Map(flow.guards),
    frames: flow.frames,
    reachable: flow.reachable,
    ways: flow.ways,
  };
}

/** More ways than these are not told apart: nothing is known of any. */
const mostWays = 16;

/** What was decided on each of the ways that lead to a place. */
export function waysOf({ ways, guards }: Flow): readonly Readonly<Record<TestId, string>>[] {
  const since = Object.fromEntries(guards);
  return ways?.map((way) => ({ ...way, ...since })) ?? [since];
}

function waysThrough(
  l: Lowering,
  arriving: readonly { readonly flow: Flow }[],
): readonly Readonly<Record<TestId, string>>[] | undefined {
  if (!l.fn.jumps.some(({ isLoop }) => isLoop)) return undefined;
  const all = arriving.flatMap(({ flow }) => waysOf(flow));
  return all.length > mostWays ? undefined : all;
}

/** A copy of the place for one branch; its flow changes don't reach the original. */
export const fork = (l: Lowering): Lowering => ({ ...l, flow: cloneFlow(l.flow) });

export function forkInto(l: Lowering, test: TestId, branch: string, at: At): Lowering {
  const flow = cloneFlow(l.flow);
  flow.guards.set(test, branch);
  return { ...l, flow: { ...flow, frames: [...flow.frames, { kind: 'branch', test, branch, at }] } };
}

function adopt(target: Flow, source: Flow): void {
  target.versions.clear();
  for (const [variable, id] of source.versions) target.versions.set(variable, id);
  target.guards.clear();
  for (const [test, branch] of source.guards) target.guards.set(test, branch);
  target.reachable = source.reachable;
  target.ways = source.ways;
}

/** Joins the ends of branches into the flow of `l`. Branches that don't reach the join leave their guards behind. */
export function join(
  l: Lowering,
  test: TestId,
  ends: readonly { readonly branch: string; readonly flow: Flow }[],
): void {
  const arriving = ends.filter((end) => end.flow.reachable);
  const [only] = arriving;
  if (!only) {
    l.flow.reachable = false;
    return;
  }
  if (arriving.length === 1) {
    adopt(l.flow, only.flow);
    return;
  }
  const before = new Map(l.flow.guards);
  const variables = new Set(arriving.flatMap((end) => [...end.flow.versions.keys()]));
  for (const variable of variables) joinVariable(l, test, variable, arriving);
  l.flow.guards.clear();
  for (const [key, branch] of before) l.flow.guards.set(key, branch);
  l.flow.ways = waysThrough(l, arriving);
  l.flow.reachable = true;
}

function joinVariable(
  l: Lowering,
  test: TestId,
  variable: Variable,
  arriving: readonly { branch: string; flow: Flow }[],
): void {
  const before = variable.owner === l.fn.node ? variable.id : l.fn.capture(variable);
  const versions = arriving.map(
    (end) => end.flow.versions.get(variable) ?? l.flow.versions.get(variable) ?? before,
  );
  const [first] = versions;
  if (first !== undefined && versions.every((v) => v === first)) {
    l.flow.versions.set(variable, first);
    return;
  }
  const options = arriving.map((end, i) => ({
    branch: end.branch,
    value: reference(versions[i] ?? variable.id, [0, 0]),
  }));
  const value: Expr = { kind: 'choice', test, options };
  if (variable.owner === l.fn.node) newVersion(l, variable, value);
  else changedHere(l, variable, value);
}

/**
 * What a variable of a function around holds from here on, in this run of the function: `list.pop()` takes one element
 * away. Other runs begin with what they are given.
 */
export function changedHere(l: Lowering, variable: Variable, value: Expr): void {
  const id = `${variable.id}~${Object.keys(l.draft.bindings).length}`;
  l.draft.bindings[id] = { name: variable.name, within: l.fn.index, value };
  l.flow.versions.set(variable, id);
}

export const reference = (binding: BindingId, at: At): Expr => ({ kind: 'reference', binding, at });

/** Records an assignment and makes it the current version where the variable belongs to this function. */
export function newVersion(l: Lowering, variable: Variable, value: Expr, at?: At): BindingId {
  const known = versionsOf(l.draft, variable);
  const id =
    known.length === 0 && !(variable.id in l.draft.bindings)
      ? variable.id
      : `${variable.id}#${known.length + 1}`;
  known.push(id);
  const isOwn = variable.owner === l.fn.node;
  const place = at && !isOwn ? { assignedAt: at[0], ...under(l) } : {};
  l.draft.bindings[id] = { name: variable.name, within: l.fn.index, value, ...place };
  if (isOwn) l.flow.versions.set(variable, id);
  return id;
}

export function versionsOf(draft: Draft, variable: Variable): BindingId[] {
  const known = draft.versions.get(variable);
  if (known) return known;
  const fresh: BindingId[] = [];
  draft.versions.set(variable, fresh);
  return fresh;
}

/** The version of a variable that a reader at this place sees. */
export function currentVersion(l: Lowering, variable: Variable): BindingId {
  if (variable.owner !== l.fn.node) return l.flow.versions.get(variable) ?? l.fn.capture(variable);
  if (variable.assignedInClosure) return anyVersion(l.draft, variable);
  return l.flow.versions.get(variable) ?? variable.id;
}

export function anyVersion(draft: Draft, variable: Variable): BindingId {
  if (variable.assignedAt.length === 0) return variable.id;
  draft.anys.add(variable);
  return `${variable.id}#any`;
}

/** The version at the end of the owner's body: what a function that is called later sees. */
export function finalVersion(draft: Draft, variable: Variable): BindingId {
  if (variable.assignedAt.length === 0) return variable.id;
  if (variable.assignedInClosure) return anyVersion(draft, variable);
  draft.finals.add(variable);
  return `${variable.id}#final`;
}

/** A function is called here: what it reads around it has the values of now. */
export function noteSeen(l: Lowering, fn: FunctionIndex): void {
  for (const variable of l.draft.reads.get(fn) ?? []) {
    if (variable.owner !== l.fn.node) continue;
    const seen = l.draft.seen.get(variable) ?? new Set();
    l.draft.seen.set(variable, seen.add(l.flow.versions.get(variable) ?? variable.id));
  }
}

/** Defines `#final` of the variables that belong to the function just lowered. */
export function settleFinals(l: Lowering): void {
  for (const variable of l.draft.finals) {
    if (variable.owner !== l.fn.node) continue;
    const last = l.flow.versions.get(variable) ?? variable.id;
    const earlier = [...(l.draft.seen.get(variable) ?? [])].filter((id) => id !== last && isSet(l.draft, id));
    l.draft.bindings[`${variable.id}#final`] = {
      name: variable.name,
      within: l.fn.index,
      value: oneOf(variable, [...earlier, last]),
    };
  }
}

/** An unset `let x;` is no alternative. */
function isSet(draft: Draft, id: BindingId): boolean {
  const value = draft.bindings[id]?.value;
  return (
    value !== undefined && value.kind !== 'undefined' && !(value.kind === 'literal' && value.value === null)
  );
}

function oneOf(variable: Variable, ids: readonly BindingId[]): Expr {
  const options = ids.map((id) => ({ branch: id, value: reference(id, [0, 0]) }));
  const [only] = options;
  return options.length === 1 && only ? only.value : { kind: 'choice', test: `any:${variable.id}`, options };
}

/** Defines `#any` once all versions are known. */
export function settleAnys(draft: Draft): void {
  for (const variable of draft.anys) {
    const versions = versionsOf(draft, variable).filter((id) => isSet(draft, id));
    const ids = versions.length > 0 ? versions : [variable.id];
    const within = draft.bindings[variable.id]?.within ?? draft.bindings[ids[0] ?? '']?.within ?? 0;
    draft.bindings[`${variable.id}#any`] = { name: variable.name, within, value: oneOf(variable, ids) };
  }
}
