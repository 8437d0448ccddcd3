import type { CallGraph } from '../values/call-graph.js';
import { callOf, functionKey } from '../values/machine.js';
import type { Site } from '../values/outcome.js';
import type { Activation } from '../values/value.js';

/** Methods of one object between the one that assigns a field and the one that reads it, at most. */
const mostSteps = 6;

/**
 * Whether some method of the same object assigns one of some fields before it calls this function, or one that does:
 * `this.path = '/users'; this.get()`.
 */
export function areCarried(graph: CallGraph, to: Activation, fields: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  const visit = (key: string, left: number): boolean => {
    if (left === 0 || seen.has(key)) return false;
    seen.add(key);
    return (graph.callers.get(key) ?? []).some((site) => {
      const own = fieldsAt(site);
      if (!own) return false;
      if (own.some((field) => fields.has(field.key))) return true;
      return visit(functionKey(site.module, callOf(site.module, site.index).within), left - 1);
    });
  };
  return visit(functionKey(to.module, to.fn), mostSteps);
}

/** The fields that go with a call of a method of the same object; undefined for other calls. */
function fieldsAt({ module, index }: Site): readonly { readonly key: string }[] | undefined {
  const { callee } = callOf(module, index);
  if (callee.kind !== 'member' || (callee.object.kind !== 'this' && callee.object.kind !== 'super'))
    return undefined;
  return callee.object.fields ?? [];
}
