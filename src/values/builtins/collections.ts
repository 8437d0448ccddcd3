import { flatMap, map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { hole } from '../holes.js';
import { callOf, isCalledForEffect } from '../machine.js';
import { memberOf } from '../member.js';
import {
  lazyValue,
  placedItems,
  sure,
  textOf,
  undefinedValue,
  type Alternatives,
  type ArrayValue,
  type HoleValue,
  type Lazy,
  type Value,
} from '../value.js';
import { force } from '../evaluate.js';
import { callArrayMethod } from './array.js';
import type { BuiltinCall } from './context.js';

const unknownItems = ({ site: { activation, index } }: BuiltinCall): HoleValue => ({
  ...hole('runtime', 'item', activation.module, callOf(activation.module, index).at),
  name: '',
});

/** `Array.from(list, f)` and `Array.from({ length: n }, f)`. */
export function arrayFrom(call: BuiltinCall): Alternatives {
  const made = flatMap(argumentAt(call.m, call.args, 0), (value) => listed(value, call));
  if (call.args.length < 2) return made;
  return flatMap(made, (list) =>
    list.kind === 'array'
      ? (callArrayMethod(list, 'map', { ...call, args: call.args.slice(1) }) ?? sure<Value>(list))
      : sure(list),
  );
}

/** More elements than this are not listed. */
const longest = 48;

function listed(value: Value, call: BuiltinCall): Alternatives {
  if (value.kind === 'array') return sure(value);
  const unknown: ArrayValue = { kind: 'array', items: [], open: unknownItems(call) };
  if (value.kind !== 'object' || value.builtin !== undefined || !value.props.has('length'))
    return sure<Value>(unknown);
  const { activation, index } = call.site;
  return map(
    memberOf(call.m, value, 'length', activation, callOf(activation.module, index).at),
    (length): Value =>
      length.kind === 'number' && length.value <= longest
        ? {
            kind: 'array',
            items: Array.from({ length: length.value }, () => lazyValue(undefinedValue)),
            open: undefined,
          }
        : unknown,
  );
}

/** `new Set(list)`: each element once, and what the program may add. */
export function newSet(call: BuiltinCall): Alternatives {
  const added = isCalledForEffect(call.m, 'add') ? unknownItems(call) : undefined;
  return map(argumentAt(call.m, call.args, 0), (list): Value => {
    if (list.kind === 'array') {
      const openAt = list.openAt === undefined ? {} : { openAt: distinct(placedItems(list), call).length };
      return { kind: 'array', items: distinct(list.items, call), open: list.open ?? added, ...openAt };
    }
    const isEmpty = list.kind === 'undefined' || list.kind === 'null';
    return { kind: 'array', items: [], open: isEmpty ? added : unknownItems(call) };
  });
}

function distinct(items: readonly Lazy[], { m }: BuiltinCall): Lazy[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const [only, ...others] = force(m, item);
    const text = only && others.length === 0 ? textOf(only.value) : undefined;
    if (text === undefined) return true;
    return seen.has(text) ? false : seen.add(text);
  });
}
