import { evaluate, force } from './evaluate.js';
import { callOf, type Machine } from './machine.js';
import type { Site } from './outcome.js';
import type { Lazy, Value } from './value.js';

/** The files of the functions that a call hands over, alone or in a list or object: whoever has them may run them. */
export function handedFrom(m: Machine, { module, index, activation }: Site): readonly string[] {
  return callOf(module, index).args.flatMap(({ value }) =>
    value.kind === 'literal'
      ? []
      : evaluate(m, value, activation).flatMap((one) => [
          ...fileOf(one.value),
          ...heldBy(one.value).flatMap((lazy) => force(m, lazy).flatMap((held) => fileOf(held.value))),
        ]),
  );
}

function fileOf(value: Value): readonly string[] {
  if (value.kind === 'function' || value.kind === 'class') return [value.activation.module.file];
  return value.kind === 'instance' ? [value.of.activation.module.file] : [];
}

function heldBy(value: Value): readonly Lazy[] {
  if (value.kind === 'array') return value.items;
  return value.kind === 'object' ? [...value.props.values()] : [];
}
