import type { At, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import type { Machine } from './machine.js';
import { asMade } from './own-fields.js';
import { callbackRuns } from './runs.js';
import type { Activation, InstanceValue } from './value.js';

/**
 * The runs of what sets a field in a method that runs while the field is read: `run(name)` sets `this.endpoint` and
 * then calls `this.send()`, which reads what this run has set. Undefined where no such method is on the way to the
 * reader, or it sets the field after the call.
 */
export function runsOnTheWay(
  m: Machine,
  instance: InstanceValue,
  set: { readonly module: ModuleSummary; readonly within: FunctionIndex; readonly at: At },
  reader: Activation,
): readonly Activation[] | undefined {
  const method = methodOf(set.module, set.within);
  if (method === undefined) return undefined;
  for (let { from } = reader; from; { from } = from.activation)
    for (let a: Activation | undefined = from.activation; a; a = a.parent)
      if (a.fn === method && a.module === set.module && a.args && isOn(a, instance))
        return set.at[0] < from.call.at[0] ? callbackRuns(m, a, set.within) : undefined;
  return undefined;
}

function methodOf({ functions }: ModuleSummary, within: FunctionIndex): FunctionIndex | undefined {
  let fn: FunctionIndex | undefined = within;
  while (fn !== undefined && functions[fn]?.kind === 'arrow') fn = functions[fn]?.parent;
  return fn !== undefined && functions[fn]?.kind === 'method' ? fn : undefined;
}

const isOn = ({ self }: Activation, instance: InstanceValue): boolean =>
  self?.length === 1 && self[0]?.value.kind === 'instance' && asMade(self[0].value) === asMade(instance);
