import type { Expr, ModuleSummary } from '../model/module-summary.js';
import { ownReceiver } from '../model/own-receiver.js';
import type { CallGraph } from '../values/call-graph.js';
import { callOf, functionKey, type Machine } from '../values/machine.js';
import { fieldDecided, isFieldDecision } from '../values/own-fields.js';
import { namesOf, readKey } from '../values/reads.js';
import { eachExpression } from '../values/sub-expressions.js';
import type { Activation } from '../values/value.js';
import { isFixed, type Context } from './callers.js';
import { decisionKeys, type SinkView } from './candidate.js';

/** Methods of one object between the one that assigns a field and the one that reads it, at most. */
const mostSteps = 4;

/** Each method that assigns a field before it calls gives another request: callers say which of them is meant. */
export function variesByField(
  graph: CallGraph,
  { callers }: Context,
  { candidates }: SinkView,
  top: Activation,
): boolean {
  if (callers.length >= mostSteps) return false;
  const fields = new Set(decisionKeys(candidates).filter(isFieldDecision).map(fieldDecided));
  return fields.size > 0 && areCarried(graph, top, fields);
}

/**
 * Whether some method of the same object assigns one of some fields before it calls this function, or one that does:
 * `this.path = '/users'; this.get()`.
 */
function areCarried(graph: CallGraph, to: Activation, fields: ReadonlySet<string>): boolean {
  const start = functionKey(to.module, to.fn);
  let left = new Set([start]);
  const seen = new Set<string>();
  let isFound = false;
  for (let steps = 0; steps < mostSteps && left.size > 0; steps += 1) {
    const next = new Set<string>();
    for (const site of [...left].flatMap((key) => graph.callers.get(key) ?? [])) {
      const call = callOf(site.module, site.index);
      const own = ownReceiver(call);
      if (!own) continue;
      isFound ||= own.fields?.some((field) => fields.has(field.key)) === true;
      const caller = functionKey(site.module, call.within);
      // Methods that call each other in circles say nothing in the end.
      if (caller === start) return false;
      if (!seen.has(caller)) next.add(caller);
      seen.add(caller);
    }
    left = next;
  }
  return isFound;
}

/**
 * Whether a function that is wholly known by itself is also run otherwise than by the calls that say which field it
 * reads: read as a value, as callbacks are, or by itself.
 */
export function isRunOtherwise(
  m: Machine,
  graph: CallGraph,
  { candidates }: SinkView,
  top: Activation,
): boolean {
  const reads = decisionKeys(candidates.filter(isFixed)).some(isFieldDecision);
  if (!reads) return false;
  const { module, fn, summary } = top;
  readKey(m, 'read', summary.name);
  const sites = graph.callers.get(functionKey(module, fn)) ?? [];
  const callsItself = sites.some((s) => s.module === module && callOf(s.module, s.index).within === fn);
  return callsItself || namesRead(m).has(summary.name);
}

const names = new WeakMap<Machine, ReadonlySet<string>>();

/** The members that any code reads without calling them. */
function namesRead(m: Machine): ReadonlySet<string> {
  const known = names.get(m) ?? namesOf(m, 'read', membersRead);
  names.set(m, known);
  return known;
}

function membersRead(module: ModuleSummary): readonly string[] {
  const called = new Set<Expr>(module.calls.map(({ callee }) => callee));
  const found = new Set<string>();
  eachExpression(module, (expr) => {
    if (expr.kind === 'member' && expr.key.kind === 'literal' && !called.has(expr))
      found.add(String(expr.key.value));
  });
  return [...found];
}
