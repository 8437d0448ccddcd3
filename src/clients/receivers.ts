import { largestTable } from '../values/alternatives.js';
import { branchOf } from '../values/guards.js';
import { construct } from '../values/instance.js';
import { enter, type Machine } from '../values/machine.js';
import { ownersOf } from '../values/this.js';
import { sure, type Activation } from '../values/value.js';
import { outermost } from './call-chain.js';
import type { SinkView } from './candidate.js';

/** The outermost function as a method of each of the classes that share it, where they make different requests of it. */
export function receivers(m: Machine, view: SinkView): readonly Activation[] {
  let top: Activation | undefined = outermost(view.activation);
  // A closure sees the `this` of the method around it.
  while (top?.parent && top.summary.kind === 'arrow') top = top.parent;
  if (!top || top.self || top.args) return [];
  const { id, module, fn, parent } = top;
  if (!view.candidates.some((c) => branchOf(c.guards, `${id}:this`) !== undefined)) return [];
  const owners = ownersOf(m, top);
  if (owners.length < 2 || owners.length > largestTable) return [];
  return owners.map((of) => {
    const self = sure(construct(m, of, undefined, undefined));
    return enter(m, { module, fn, parent, args: undefined, self, from: undefined });
  });
}
