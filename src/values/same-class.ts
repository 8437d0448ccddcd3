import { classChain } from './inheritance.js';
import type { Machine } from './machine.js';
import { instanceKey } from './stores.js';
import type { InstanceValue } from './value.js';

type Maker = InstanceValue['of'];

/** A class where it is found at or above another one: several times where runs of a mixin make it. */
export const foundAbove = (m: Machine, of: Maker, wanted: Maker): readonly Maker[] =>
  classChain(m, of).filter(
    (c): c is Maker =>
      (c.kind === 'class' || c.kind === 'function') && instanceKey(c) === instanceKey(wanted),
  );
