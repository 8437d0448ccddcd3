import { hierarchyOf } from './hierarchy.js';
import { hole } from './holes.js';
import { construct, superOf } from './instance.js';
import { classKey, functionKey, type Machine } from './machine.js';
import { sure, type Activation, type Alternatives, type ClassValue, type Value } from './value.js';

/** What `this` is in an activation; arrows see the one of the function around them. */
export function thisValue(m: Machine, activation: Activation): Alternatives {
  let owner = activation;
  while (owner.summary.kind === 'arrow' && owner.parent) owner = owner.parent;
  if (owner.self) return owner.self;
  const known = owner.memo.get('!this');
  if (known && known !== 'running') return known;
  const values = rootThis(m, owner);
  owner.memo.set('!this', values);
  return values;
}

/** `this` of a function that nobody in particular calls: an instance of its class, or of one of the subclasses. */
function rootThis(m: Machine, owner: Activation): Alternatives {
  const { module, summary } = owner;
  const cls = classOf(owner);
  if (!cls) {
    const prototype = hierarchyOf(m).prototypeOwner.get(functionKey(module, owner.fn));
    if (prototype) return sure(construct(m, prototype, undefined, undefined));
    const at = summary.at;
    return sure({
      ...hole('parameter', 'this', module, at),
      origin: { activation: owner, parameter: 'this' },
    });
  }
  if (summary.isStatic) return sure(cls);
  const subclasses = hierarchyOf(m).subclasses.get(classKey(module, cls.cls)) ?? [];
  const isAbstract = cls.summary.members.some((x) => x.isAbstract === true);
  const candidates = subclasses.length === 0 ? [cls] : isAbstract ? subclasses : [cls, ...subclasses];
  if (candidates.length === 1 && candidates[0] === cls) return sure(construct(m, cls, undefined, undefined));
  const test = `${owner.id}:this`;
  return candidates.slice(0, 24).map((c) => ({
    value: construct(m, c, undefined, undefined),
    guards: new Map([[test, classKey(c.activation.module, c.cls)]]),
  }));
}

/** The class whose member a function is, as a value. */
export function classOf(owner: Activation): ClassValue | undefined {
  const { module, summary } = owner;
  if (summary.cls === undefined || !owner.parent) return undefined;
  const cls = module.classes[summary.cls];
  return cls && { kind: 'class', cls: summary.cls, summary: cls, activation: owner.parent };
}

/** `super` in a method: the same instance, seen from the class above. */
export function superValue(m: Machine, activation: Activation): Alternatives {
  let owner = activation;
  while (owner.summary.kind === 'arrow' && owner.parent) owner = owner.parent;
  const cls = classOf(owner);
  const above = cls && superOf(m, cls);
  if (!above) return sure(hole('runtime', 'super', activation.module, [0, 0]));
  return thisValue(m, owner).map(({ value, guards }): { value: Value; guards: typeof guards } => {
    if (value.kind !== 'instance') return { value: above, guards };
    return { value: { ...value, lookFrom: above, original: value.original ?? value }, guards };
  });
}
