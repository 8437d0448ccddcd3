import { ofInstance } from './inner.js';
import { enter, type Machine } from './machine.js';
import { outcomeOf, runsMade, type Site } from './outcome.js';
import { foundAbove } from './same-class.js';
import { thisValue } from './this.js';
import { isRunByWaiting } from './waited-for.js';
import type { Activation, Alternative, Alternatives, InstanceValue } from './value.js';

/*
 * A method is looked at on an object that the program makes. Its callers have an object of the class, as a parameter's
 * type says or because they are methods of it: seen from there, theirs is that object.
 */

/** The run of a method on any object of a class, as one on the object on which it runs where `seen` is seen. */
export function onObjectOf(m: Machine, start: Activation, seen: Activation): Activation {
  const any = anyObject(start.self);
  // A method that calls others of its own object is on it as a whole, or not at all.
  if (!any || (start.from && anyObject(thisValue(m, start.from.activation)) === any)) return start;
  let method: Activation | undefined = seen;
  while (method && (method.fn !== start.fn || method.module !== start.module)) method = method.parent;
  const object = madeObject(method?.self);
  if (!object || !isOne(m, object, any)) return start;
  const { module, fn, parent, args, from } = start;
  return enter(m, { module, fn, parent, args, self: method?.self, from, tag: `object${start.id}` });
}

/** A call of a method of one's own object, as a method of the object on which that one is looked at. */
export function onOwnObject(m: Machine, site: Site, method: Activation): Site | undefined {
  const { activation, module } = site;
  const object = madeObject(method.self);
  if (!object || activation.from || activation.args) return undefined;
  // Which objects are waited for is known.
  if (isRunByWaiting(activation.summary.name)) return undefined;
  const own = anyObject(thisValue(m, activation));
  if (!own || !isOne(m, object, own)) return undefined;
  const isOwn = outcomeOf(m, site).entered.some(({ self }) => anyObject(self) === own);
  const opened = isOwn ? ofInstance(m, object, module, activation.fn) : undefined;
  return opened && { ...site, activation: opened };
}

/** Whether a call may run a method on the object on which it is looked at: one of objects of other classes doesn't. */
export function mayBeOnObjectOf(m: Machine, site: Site, method: Activation): boolean {
  const object = only(method.self);
  if (!object) return true;
  const runs = runsMade(m, site, method);
  const mayBe = ({ value: on }: Alternative): boolean =>
    on.kind !== 'instance' || isOne(m, object, on) || isOne(m, on, object);
  return runs.length === 0 || runs.some(({ self }) => !self || self.length === 0 || self.some(mayBe));
}

function only(values: Alternatives | undefined): InstanceValue | undefined {
  const [first, ...others] = values ?? [];
  return others.length === 0 && first?.value.kind === 'instance' ? first.value : undefined;
}

/** The object that the program makes; undefined where it may be any. */
export function madeObject(values: Alternatives | undefined): InstanceValue | undefined {
  const object = only(values);
  return object?.isRoot === false ? object : undefined;
}

function anyObject(values: Alternatives | undefined): InstanceValue | undefined {
  const object = only(values);
  return object?.isRoot === true ? object : undefined;
}

const isOne = (m: Machine, object: InstanceValue, any: InstanceValue): boolean =>
  foundAbove(m, object.of, any.of).length > 0;
