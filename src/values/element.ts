import type { Expr } from '../model/module-summary.js';
import { flatMap, largestTable } from './alternatives.js';
import { force } from './evaluate.js';
import { oneGuard } from './guards.js';
import { hole } from './holes.js';
import type { Machine } from './machine.js';
import { withEntries } from './stores.js';
import { sure, stringValue, type Activation, type Alternatives, type Lazy, type Value } from './value.js';

/** One element of a collection; `test` names the choice, so that everything taken from it goes together. */
export function elementOf(
  m: Machine,
  collections: Alternatives,
  test: string,
  expr: Extract<Expr, { kind: 'element' }>,
  activation: Activation,
): Alternatives {
  return flatMap(collections, (collection) => {
    const unknown = { ...hole('runtime', '', activation.module, expr.at), name: '' };
    if (expr.keys) return keysOf(collection, test) ?? sure<Value>(unknown);
    if (collection.kind === 'array') return arrayElements(m, collection, test, unknown);
    if (collection.kind === 'object' && collection.builtin === 'Map')
      return mapElements(withEntries(m, collection), test) ?? sure<Value>(unknown);
    if (collection.kind === 'hole') return sure<Value>({ ...collection, name: '' });
    return sure<Value>(unknown);
  });
}

export function arrayElements(
  m: Machine,
  array: Extract<Value, { kind: 'array' }>,
  test: string,
  unknown: Value,
): Alternatives {
  const open: Alternatives = array.open ? [{ value: unknown, guards: oneGuard(test, 'other') }] : [];
  if (array.items.length > largestTable) return sure(unknown);
  const items = array.items.flatMap((item, i) =>
    flatMap([{ value: item, guards: oneGuard(test, String(i)) }], (lazy: Lazy) => force(m, lazy)),
  );
  return [...items, ...open];
}

function keysOf(collection: Value, test: string): Alternatives | undefined {
  if (collection.kind !== 'object' || collection.open || collection.props.size > largestTable)
    return undefined;
  return [...collection.props.keys()].map((key) => ({
    value: stringValue(key),
    guards: oneGuard(test, key),
  }));
}

function mapElements(collection: Extract<Value, { kind: 'object' }>, test: string): Alternatives | undefined {
  if (collection.open || collection.props.size > largestTable) return undefined;
  return [...collection.props].map(([key, lazy]) => ({
    value: {
      kind: 'array',
      items: [{ kind: 'values', values: sure(stringValue(key)) }, lazy],
      open: undefined,
    },
    guards: oneGuard(test, key),
  }));
}
