import { largestTable } from '../values/alternatives.js';
import type { CallGraph } from '../values/call-graph.js';
import { branchOf } from '../values/guards.js';
import { isConstruction } from '../values/inner.js';
import { subclassesOf } from '../values/hierarchy.js';
import { construct } from '../values/instance.js';
import { classKey, type Machine } from '../values/machine.js';
import { ownersOf, thisValue } from '../values/this.js';
import { isFieldDecision } from '../values/own-fields.js';
import type { Activation, InstanceValue, Origin } from '../values/value.js';
import { outermost } from './call-chain.js';
import { decisionKeys, type SinkView } from './candidate.js';
import { asMethodOf, madeInstances } from './runs-shown.js';

/** The outermost function as a method of each of the classes that share it, where they make different requests of it. */
export function receivers(m: Machine, view: SinkView): readonly Activation[] {
  const top = methodOf(view);
  if (!top || !view.candidates.some((c) => branchOf(c.guards, `${top.id}:this`) !== undefined)) return [];
  const owners = ownersOf(m, top);
  if (owners.length < 2 || owners.length > largestTable) return [];
  return owners.map((of) => asMethodOf(m, top, construct(m, of, undefined, undefined)));
}

/**
 * The outermost function, where nobody calls it, as a method of the objects that the program makes, where what is `open`
 * was given to their constructor, or decides there what they send: `new Resource('/users')` says what its methods send.
 */
export function madeReceivers(
  m: Machine,
  graph: CallGraph,
  view: SinkView,
  open: readonly Origin[],
): readonly Activation[] {
  const top = methodOf(view);
  if (!top) return [];
  if (!open.some(({ activation }) => isConstruction(activation)) && !variesByMaking(m, view, top)) return [];
  const owners = ownersOf(m, top).map((of) => ({ of, made: madeInstances(m, graph, of) }));
  if (owners.every(({ made }) => made.length === 0)) return [];
  const all = owners.flatMap(({ of, made }) => (made.length > 0 ? made : forOthers(m, of)));
  return all.length > largestTable ? [] : all.map((instance) => asMethodOf(m, top, instance));
}

/** An object of a class of which no call makes any: whoever uses the program does. One with subclasses is there for these. */
const forOthers = (m: Machine, of: InstanceValue['of']): readonly InstanceValue[] =>
  of.kind === 'class' && subclassesOf(m, classKey(of.activation.module, of.cls)).length > 0
    ? []
    : [construct(m, of, undefined, undefined)];

/**
 * Whether what a class passes to the constructor that it inherits decides among the requests: `hosts[region]`, or what
 * stands for nothing given. A constructor of its own is for whoever uses the class, too, and what other methods set may
 * be what they say.
 */
function variesByMaking(m: Machine, { candidates }: SinkView, top: Activation): boolean {
  const constructions = thisValue(m, top).flatMap(({ value }) =>
    value.kind === 'instance' && inheritsConstructor(value) ? [...value.constructions.values()] : [],
  );
  const decided = constructions.map(({ id }) => `${id}:`);
  const keys = decisionKeys(candidates);
  return keys.some((key) => decided.some((start) => key.startsWith(start))) && !keys.some(isFieldDecision);
}

const inheritsConstructor = ({ of }: InstanceValue): boolean =>
  of.kind === 'class' && of.summary.constructorFn === undefined && of.summary.extends !== undefined;

/** The outermost function, if nothing says of which object it is a method. */
function methodOf(view: SinkView): Activation | undefined {
  let top: Activation | undefined = outermost(view.activation);
  // A closure sees the `this` of the method around it.
  while (top?.parent && top.summary.kind === 'arrow') top = top.parent;
  return top?.self || top?.args ? undefined : top;
}
