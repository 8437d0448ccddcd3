import type { Expr, ObjectEntry } from '../model/module-summary.js';
import { combine, flatMap, map } from './alternatives.js';
import { urlMembers } from './builtins/url.js';
import { evaluate } from './evaluate.js';
import { fieldNames } from './field-names.js';
import { holeFor } from './holes.js';
import { namespaceAssigned, namespaceEntries } from './imports.js';
import { listed, type ListPart } from './listed.js';
import type { Machine } from './machine.js';
import { overridden } from './overridden.js';
import { isTaskQueue } from './task-queues.js';
import {
  sure,
  textOf,
  undefinedValue,
  type Activation,
  type Alternatives,
  type InstanceValue,
  type Lazy,
  type ObjectValue,
  type Value,
} from './value.js';

/** Object literals: properties in order, spreads opened. */
export function evaluateObject(
  m: Machine,
  entries: readonly ObjectEntry[],
  activation: Activation,
  isChanged?: boolean,
): Alternatives {
  const [first, ...others] = entries;
  if (!isChanged || first?.kind !== 'spread') return objectOf(m, entries, activation);
  return flatMap(evaluate(m, first.value, activation), (value): Alternatives =>
    value.kind === 'instance'
      ? map(objectOf(m, others, activation), (given) => changed(m, value, given, first.value, activation))
      : objectOf(m, entries, activation),
  );
}

/** `Object.assign(client, { base })`: the instance with the members that it is given. */
function changed(
  m: Machine,
  instance: InstanceValue,
  { props, open }: ObjectValue,
  expr: Expr,
  activation: Activation,
): InstanceValue {
  if (!open) return { ...instance, props: new Map([...instance.props, ...props]) };
  const before = new Map([...fieldsOf(m, instance, expr, activation), ...instance.props]);
  return { ...instance, props: new Map([...overridden(before, open), ...props]) };
}

function objectOf(
  m: Machine,
  entries: readonly ObjectEntry[],
  activation: Activation,
): Alternatives<ObjectValue> {
  let objects: Alternatives<ObjectValue> = sure({
    kind: 'object',
    props: new Map(),
    open: undefined,
    home: undefined,
  });
  for (const entry of entries) {
    if (entry.kind === 'spread') {
      const spreads = evaluate(m, entry.value, activation);
      objects = flatMap(objects, (object) =>
        map(spreads, (value) => spreadInto(m, object, value, entry.value, activation)),
      );
    } else {
      const lazy: Lazy =
        entry.kind === 'getter'
          ? { kind: 'getter', fn: entry.fn, activation }
          : { kind: 'expr', expr: entry.value, activation };
      objects = addProperty(m, objects, entry.key, lazy, activation);
    }
  }
  return objects;
}

function addProperty(
  m: Machine,
  objects: Alternatives<ObjectValue>,
  key: Expr,
  lazy: Lazy,
  activation: Activation,
): Alternatives<ObjectValue> {
  if (key.kind === 'literal') {
    // The common case in place: each object of this evaluation is ours alone.
    for (const { value } of objects) (value.props as Map<string, Lazy>).set(String(key.value), lazy);
    return objects;
  }
  const keys = evaluate(m, key, activation);
  return flatMap(objects, (object) =>
    map(keys, (k) => {
      const name = textOf(k);
      if (name !== undefined) return { ...object, props: new Map(object.props).set(name, lazy) };
      return { ...object, props: new Map(object.props), open: holeFor('dynamic-key', key, activation) };
    }),
  );
}

/** `{ ...value }`: known properties are copied, an unknown value leaves the object open and hides what came before. */
export function spreadInto(
  m: Machine,
  object: ObjectValue,
  given: Value,
  expr: Expr,
  activation: Activation,
): ObjectValue {
  const value = given.kind === 'url' ? urlMembers(given) : given;
  if (value.kind === 'object') {
    const base = value.open ? overridden(object.props, value.open) : object.props;
    return { ...object, props: new Map([...base, ...value.props]), open: value.open ?? object.open };
  }
  if (value.kind === 'namespace') return withExports(m, object, value.file, expr, activation);
  const unknown = value.kind === 'external' ? holeFor('runtime', expr, activation) : value;
  if (unknown.kind === 'hole') return { ...object, props: overridden(object.props, unknown), open: unknown };
  if (value.kind === 'instance') {
    const fields = fieldsOf(m, value, expr, activation);
    return { ...object, props: new Map([...object.props, ...fields, ...value.props]) };
  }
  return { ...object, props: new Map(object.props) };
}

/** All that a module exports, by name and as what it assigned to `module.exports`. */
function withExports(
  m: Machine,
  object: ObjectValue,
  file: string,
  expr: Expr,
  activation: Activation,
): ObjectValue {
  const [assigned] = namespaceAssigned(m, file) ?? [];
  const held = assigned ? spreadInto(m, object, assigned.value, expr, activation) : object;
  return { ...held, props: new Map([...held.props, ...namespaceEntries(m, file, activation)]) };
}

/** The fields of an instance, as reading them gives them. */
const fieldsOf = (
  m: Machine,
  instance: InstanceValue,
  object: Expr,
  activation: Activation,
): (readonly [string, Lazy])[] =>
  fieldNames(m, instance).map((name) => {
    const key = { kind: 'literal', value: name } as const;
    return [name, { kind: 'expr', expr: { kind: 'member', object, key, at: [0, 0] }, activation }];
  });

/** Array literals, spreads of known arrays opened. */
export function evaluateArray(
  m: Machine,
  expr: Extract<Expr, { kind: 'array' }>,
  activation: Activation,
): Alternatives {
  if (expr.items.every((i) => !i.spread)) {
    return sure({
      kind: 'array',
      items: expr.items.map((i) => ({ kind: 'expr', expr: i.value, activation }) as const),
      open: undefined,
    });
  }
  const spreads = combine(
    expr.items.map((i) => (i.spread ? evaluate(m, i.value, activation) : sure(undefinedValue))),
  );
  return map(spreads, (values) => {
    // `queue.push(task)` is lowered as if it were a list that gets longer.
    const queue = values.find(isTaskQueue);
    if (queue) return queue;
    return listed(
      expr.items.map((item, i): ListPart => {
        if (!item.spread) return { items: [{ kind: 'expr', expr: item.value, activation }] };
        const value = values[i];
        if (value?.kind === 'array') return value;
        return {
          items: [],
          open: value?.kind === 'hole' ? value : holeFor('runtime', item.value, activation),
        };
      }),
    );
  });
}
