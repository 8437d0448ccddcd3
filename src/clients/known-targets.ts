import type { FunctionIndex } from '../model/module-summary.js';
import type { CallGraph } from '../values/call-graph.js';
import { functionKey, type Machine } from '../values/machine.js';
import { callKey, outcomeOf } from '../values/outcome.js';
import type { KnownTargets } from '../values/replay.js';
import { instanceKey } from '../values/stores.js';
import type { Activation } from '../values/value.js';

/**
 * What a call runs in the contexts where it is known what was injected: the function that is looked for, or one
 * around it, of one object of each class.
 */
export const knownTargets =
  (m: Machine, graph: CallGraph): KnownTargets =>
  (step, { module, fn }) => {
    const found = new Map<string, Activation>();
    for (let at: FunctionIndex | undefined = fn; at !== undefined; at = module.functions[at]?.parent)
      for (const site of graph.callers.get(functionKey(module, at)) ?? []) {
        if (callKey(site) !== callKey(step)) continue;
        for (const target of outcomeOf(m, site).entered)
          if (target.module === module && target.fn === at) addOnce(found, target);
      }
    return [...found.values()];
  };

function addOnce(found: Map<string, Activation>, target: Activation): void {
  const self = target.self?.[0]?.value;
  const key = `${target.fn} ${self?.kind === 'instance' ? instanceKey(self.of) : ''}`;
  if (!found.has(key)) found.set(key, target);
}
