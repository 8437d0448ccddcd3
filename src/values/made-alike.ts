import { oneOfEach, onlyHole, valueKey } from './alternatives.js';
import { force } from './evaluate.js';
import { classKey, functionKey, identity, type Machine } from './machine.js';
import type { Activation, Alternatives, InstanceValue, Lazy, Value } from './value.js';

/** So many objects are told apart, even where nothing that is known of them differs. */
const fewObjects = 4;
/** Objects within the objects that a constructor is given. */
const mostLevels = 2;

/**
 * Objects that one `new` makes in many runs, where all of these give it the same as far as is known, are one: each
 * subclass that passes on what it is given makes its own, and all of them send the same.
 */
export function madeAlike(m: Machine, values: Alternatives): Alternatives {
  return values.length > fewObjects ? oneOfEach(values, (value) => makingOf(m, value) ?? value) : values;
}

/** The runs of methods on objects, one for all those that are made alike. */
export function runsAlike(m: Machine, runs: readonly Activation[]): readonly Activation[] {
  if (runs.length <= fewObjects) return runs;
  const kept = new Map<unknown, Activation>();
  for (const run of runs) {
    const [self, ...others] = run.self ?? [];
    const making = self && others.length === 0 ? makingOf(m, self.value) : undefined;
    const key =
      making === undefined ? run : `${functionKey(run.module, run.fn)} ${run.parent?.id ?? 0} ${making}`;
    if (!kept.has(key)) kept.set(key, run);
  }
  return [...kept.values()];
}

/** Equal for objects that are made alike; undefined where no call is known to make one. */
function makingOf(m: Machine, value: Value, level = 0): string | undefined {
  if (value.kind !== 'instance' || !isAsMade(value) || value.of.kind !== 'class') return undefined;
  const { of, from, args } = value;
  if (!from || !args || args.some(({ spread }) => spread)) return undefined;
  const { activation, cls } = of;
  const given = args.map((arg) => knownOf(m, arg.value, level));
  return `${classKey(activation.module, cls)} ${activation.id} ${identity(m, from.call)} ${given.join()}`;
}

const isAsMade = ({ props, assigned, asMade, original }: InstanceValue): boolean =>
  props.size === 0 && !assigned && !asMade && !original;

/** What is known of what a constructor is given, whoever runs it. */
const knownOf = (m: Machine, lazy: Lazy, level: number): string =>
  [...new Set(force(m, lazy).map(({ value }) => keyOf(m, value, level)))].join('|');

function keyOf(m: Machine, value: Value, level: number): string {
  if (onlyHole(value)) return '?';
  const key = valueKey(value);
  if (typeof key === 'string') return key;
  const isOpened = level < mostLevels;
  const making = isOpened ? makingOf(m, value, level + 1) : undefined;
  if (making) return `(${making})`;
  if (!isOpened || value.kind !== 'object' || value.builtin !== undefined || value.proxy)
    return `#${identity(m, value)}`;
  const members = [...value.props].map(([name, lazy]) => `${name}:${knownOf(m, lazy, level + 1)}`);
  return `{${[...members, value.open ? '…' : ''].join()}}`;
}
