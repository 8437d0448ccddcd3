import type { CallGraph } from '../values/call-graph.js';
import { functionKey, type Machine } from '../values/machine.js';
import { isOfTest } from '../values/of-tests.js';
import { runsMade } from '../values/outcome.js';
import { asMade } from '../values/own-fields.js';
import { madeObject } from '../values/same-object.js';
import type { Activation, InstanceValue } from '../values/value.js';
import { isWithin } from './call-chain.js';

/**
 * Whether a run that stands for any call of a method, on an object that the program makes, may be one of the calls that
 * there are: where all of them are seen to be on other objects, `eu.list()` and `us.remove()` list nothing of `us`.
 */
export function mayBeCalled(m: Machine, graph: CallGraph, run: Activation): boolean {
  const method = methodAround(run);
  const object = method && objectOf(method);
  if (!method || !object) return true;
  const { module, fn } = method;
  const sites = (graph.callers.get(functionKey(module, fn)) ?? []).filter((s) => !isOfTest(s, module.file));
  const calls = sites.flatMap((site) => runsMade(m, site, method));
  return calls.length === 0 || calls.some((call) => mayBeOn(objectOf(call), object));
}

/** The method that nobody in particular calls, in which something stands. */
function methodAround(run: Activation): Activation | undefined {
  for (let a: Activation | undefined = run; a; a = a.parent)
    if (a.self) return a.args === undefined && a.summary.kind === 'method' ? a : undefined;
  return undefined;
}

/** The object that the program makes on which a method runs, as it was made; undefined where it may be any. */
function objectOf({ self }: Activation): InstanceValue | undefined {
  const object = madeObject(self);
  return object && asMade(object);
}

/** Two objects are two where the calls that lead to their making part ways. */
function mayBeOn(called: InstanceValue | undefined, object: InstanceValue): boolean {
  let [a, b] = [called?.from, object.from];
  for (; a && b; a = a.activation.from, b = b.activation.from)
    if (a.index !== b.index || a.activation.module !== b.activation.module) return false;
  return true;
}

/** Whether the object on which a method runs was made in a run of a function, or in what that calls. */
export function isMadeWithin(run: Activation, maker: Activation): boolean {
  let method: Activation | undefined = run;
  while (method && !method.self) method = method.parent;
  const object = method && objectOf(method);
  for (let a = object?.from?.activation; a; a = a.from?.activation) if (isWithin(a, maker)) return true;
  return false;
}
