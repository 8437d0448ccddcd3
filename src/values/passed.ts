import { flatMap } from './alternatives.js';
import type { Machine } from './machine.js';
import { memberOf } from './member.js';
import { parameterValue } from './parameter.js';
import type { Activation, Alternatives, OriginHole } from './value.js';

/** What one call gives for a hole that stands for a parameter of the function that it runs, or for a member of one. */
export function passedBy(
  m: Machine,
  { origin, path = [] }: Pick<OriginHole, 'origin' | 'path'>,
  entered: Activation,
): Alternatives {
  const index = origin?.parameter;
  if (typeof index !== 'number') return [];
  return path.reduce(
    (values, key) => flatMap(values, (value) => memberOf(m, value, key, entered, [0, 0])),
    parameterValue(m, index, entered),
  );
}
