import { largestTable } from './alternatives.js';
import { oneGuard } from './guards.js';
import { prototypeOwnersOf, subclassesOf } from './hierarchy.js';
import { hole } from './holes.js';
import { construct } from './instance.js';
import { classChain, superOf } from './inheritance.js';
import { classKey, functionKey, type Machine } from './machine.js';
import { instanceKey } from './stores.js';
import { castHole } from './types.js';
import {
  sure,
  type Activation,
  type Alternatives,
  type ClassValue,
  type HoleValue,
  type InstanceValue,
  type Value,
} from './value.js';
import { madeThis, writtenThis } from './written-members.js';

/** What `this` is in an activation; arrows see the one of the function around them. */
export function thisValue(m: Machine, activation: Activation): Alternatives {
  let owner = activation;
  while (owner.summary.kind === 'arrow' && owner.parent) owner = owner.parent;
  if (owner.self) return owner.self;
  const known = owner.memo.get('!this');
  if (known && known !== 'running') return known;
  const values = rootThis(m, owner);
  // Until all classes are known, the answer may be a part.
  if (m.madeClasses === 'known') owner.memo.set('!this', values);
  return values;
}

/**
 * `this` of a function that nobody in particular calls: what it is declared to be, or an instance of its class or of
 * one of the subclasses.
 */
function rootThis(m: Machine, owner: Activation): Alternatives {
  const { module, summary } = owner;
  const unknown: HoleValue = {
    ...hole('parameter', 'this', module, summary.at),
    origin: { activation: owner, parameter: 'this' },
  };
  const declared = summary.thisType && castHole(m, unknown, { ref: summary.thisType, module }, owner);
  if (declared?.every(({ value }) => value.kind !== 'hole')) return declared;
  const cls = classOf(owner);
  if (cls && summary.isStatic) return sure(cls);
  const owners = ownersOf(m, owner);
  if (owners.length > 0) return rootInstances(m, owner, owners);
  return declared ?? writtenThis(m, owner, unknown) ?? madeThis(m, owner) ?? sure<Value>(unknown);
}

/** The classes and constructor functions whose instances have a method: its class and the subclasses, or those that share it. */
export function ownersOf(m: Machine, owner: Activation): readonly InstanceValue['of'][] {
  const { module } = owner;
  const cls = classOf(owner);
  if (!cls) return prototypeOwnersOf(m, functionKey(module, owner.fn));
  if (owner.summary.isStatic) return [];
  const subclasses = subclassesOf(m, classKey(module, cls.cls));
  const isAbstract = cls.summary.members.some((x) => x.isAbstract === true);
  return subclasses.length === 0 ? [cls] : isAbstract ? subclasses : [cls, ...subclasses];
}

/** An instance that nobody in particular made, of any of some classes. */
function rootInstances(m: Machine, owner: Activation, makers: readonly InstanceValue['of'][]): Alternatives {
  const [only] = makers;
  if (makers.length === 1 && only) return sure(construct(m, only, undefined, undefined));
  const test = `${owner.id}:this`;
  const found = makers.slice(0, largestTable).map((c) => ({
    value: construct(m, c, undefined, undefined),
    guards: oneGuard(test, `${instanceKey(c)}/${c.activation.id}`),
  }));
  return makers.length > found.length
    ? [...found, ...sure<Value>(hole('budget', 'this', owner.module, owner.summary.at))]
    : found;
}

/** The class whose member a function is, as a value. */
export function classOf(owner: Activation): ClassValue | undefined {
  const { module, summary } = owner;
  if (summary.cls === undefined || !owner.parent) return undefined;
  const cls = module.classes[summary.cls];
  return cls && { kind: 'class', cls: summary.cls, summary: cls, activation: owner.parent };
}

/** `super` in a method: what `this` is there, seen from the class above. */
export function superValue(m: Machine, self: Alternatives, activation: Activation): Alternatives {
  let owner = activation;
  while (owner.summary.kind === 'arrow' && owner.parent) owner = owner.parent;
  const cls = classOf(owner);
  const above = cls && superOf(m, cls);
  if (!above) return sure(hole('runtime', 'super', activation.module, [0, 0]));
  return self.map(({ value, guards }): { value: Value; guards: typeof guards } => {
    if (value.kind !== 'instance') return { value: above, guards };
    const original = value.original ?? value;
    return { value: { ...value, lookFrom: aboveOf(m, original, cls) ?? above, original }, guards };
  });
}

/** What an instance has above a class. Of one that a mixin makes, its own run says what it extends. */
function aboveOf(m: Machine, instance: InstanceValue, cls: ClassValue): Value | undefined {
  const chain = classChain(m, instance.of);
  const same = chain.flatMap((c, i) =>
    c.kind === 'class' && c.cls === cls.cls && c.activation.module === cls.activation.module
      ? [{ c, i }]
      : [],
  );
  const found = same.find(({ c }) => c.activation === cls.activation) ?? same[0];
  return found && chain[found.i + 1];
}
