import { combine, flatMap, map, onlyHole } from '../alternatives.js';
import { argumentAt, invoke, listArguments } from '../call.js';
import { force } from '../evaluate.js';
import { oneGuard } from '../guards.js';
import { hole } from '../holes.js';
import { inText } from '../in-text.js';
import { reversed } from '../changed-lists.js';
import { callOf } from '../machine.js';
import { itemsFrom, lastItem, listed, type ListPart } from '../listed.js';
import { sameValue } from '../operators.js';
import { stringOf, type Part } from '../parts.js';
import { toParts } from '../to-string.js';
import {
  lazyValue,
  placedItems,
  sure,
  truthiness,
  undefinedValue,
  type Alternatives,
  type ArrayValue,
  type HoleValue,
  type Lazy,
  type Value,
} from '../value.js';
import { callbacksOf } from './callbacks.js';
import { reduced } from './fold.js';
import { keepsGiven, whereGiven } from './given-items.js';
import { callExternal } from './index.js';
import type { BuiltinCall } from './context.js';

type Method = (self: ArrayValue, call: BuiltinCall) => Alternatives | undefined;

const unknown = (call: BuiltinCall, name: string): HoleValue =>
  hole('runtime', name, call.site.activation.module, callOf(call.site.activation.module, call.site.index).at);

/** The results of calling the callback for each element. */
function results(
  self: ArrayValue,
  call: BuiltinCall,
  name: string,
): { item: Lazy; result: Alternatives }[] | undefined {
  const { activation, index } = call.site;
  const from = { call: callOf(activation.module, index), index, activation };
  const callbacks = callbacksOf({ kind: 'method', receiver: self, name }, call).filter(
    (c) => c.element !== 'other',
  );
  if (callbacks.length !== self.items.length) return undefined;
  return callbacks.map((c, i) => ({
    item: self.items[i] ?? lazyValue(undefinedValue),
    result: invoke(call.m, c.fn, c.args, undefined, activation, c.tag, from),
  }));
}

/** `list.map(encodeURIComponent)`: a builtin function that takes each item. */
function mapExternal(self: ArrayValue, call: BuiltinCall): Value | undefined {
  const [fn] = argumentAt(call.m, call.args, 0);
  if (fn?.value.kind !== 'external' || fn.value.module !== 'global') return undefined;
  const { value } = fn;
  const items = self.items.map((item): Lazy => ({
    kind: 'values',
    values:
      callExternal(call.m, value, [{ spread: false, value: item }], call.site) ?? sure(unknown(call, 'item')),
  }));
  return { ...self, items };
}

const mapItems: Method = (self, call) => {
  const mapped = mapExternal(self, call);
  if (mapped) return sure(mapped);
  const list = results(self, call, 'map');
  if (!list)
    return sure({
      kind: 'array',
      items: [],
      open: self.open ? { ...self.open, name: '' } : { ...unknown(call, 'item'), name: '' },
    });
  return sure({ ...self, items: list.map(({ result }) => ({ kind: 'values', values: result })) });
};

const filter: Method = (self, call) => {
  const list = results(self, call, 'filter');
  // `filter(Boolean)` and tests that the code doesn't decide keep the element as a possibility.
  const kept = (list ?? self.items.map((item) => ({ item, result: force(call.m, item) }))).filter(
    ({ result }) => !result.every((a) => truthiness(a.value) === false),
  );
  const items = kept.map((k) => k.item);
  if (self.open || !keepsGiven(call)) {
    const isBefore = (item: Lazy): boolean => placedItems(self).includes(item);
    return sure({
      ...self,
      items,
      ...(self.openAt === undefined ? {} : { openAt: items.filter(isBefore).length }),
    });
  }
  return map(whereGiven(call.m, items), (given) => ({ ...self, items: given }));
};

const find: Method = (self, call) => {
  const list = results(self, call, 'find');
  if (!list || self.open) return sure(unknown(call, 'element'));
  const possible = list.filter(({ result }) => !result.every((a) => truthiness(a.value) === false));
  const test = `${call.site.activation.id}:find:${call.site.index}`;
  return possible.flatMap(({ item }, i) =>
    flatMap([{ value: item, guards: oneGuard(test, String(i)) }], (lazy) => force(call.m, lazy)),
  );
};

const join: Method = (self, call) => {
  if (self.open && self.items.length === 0)
    return sure({ ...self.open, name: self.open.name === '' ? 'path' : self.open.name });
  return flatMap(argumentAt(call.m, call.args, 0), (separator) => {
    const between: readonly Part[] =
      separator.kind === 'undefined'
        ? [{ kind: 'text', text: ',' }]
        : toParts(call.m, separator, undefined, call.site.activation);
    return map(
      combine(self.items.map((item) => inText(force(call.m, item), () => unknown(call, 'item')))),
      (values) => {
        const { open } = self;
        const pieces = values.map((v): readonly Part[] => joined(v, call));
        // An unknown text that was split may hold separators: put together again, it is that text.
        const last = values.at(-1);
        if (open && (!last || onlyHole(last)?.name !== open.name))
          pieces.splice(placedItems(self).length, 0, [{ ...open, name: open.name || 'rest' }]);
        return stringOf(pieces.flatMap((piece, i) => (i > 0 ? [...between, ...piece] : piece)));
      },
    );
  });
};

/** Null and undefined join as nothing. */
function joined(value: Value, call: BuiltinCall): Part[] {
  if (value.kind === 'undefined' || value.kind === 'null') return [];
  return toParts(call.m, value, undefined, call.site.activation);
}

const concat: Method = (self, call) => {
  const list = listArguments(call.m, call.args);
  const values = combine(list.items.map((item) => force(call.m, item)));
  return map(values, (added): Value =>
    listed([
      self,
      ...added.map((value): ListPart => {
        if (value.kind === 'array') return value;
        return value.kind === 'hole' ? { items: [], open: value } : { items: [lazyValue(value)] };
      }),
    ]),
  );
};

const slice: Method = (self, call) =>
  flatMap(argumentAt(call.m, call.args, 0), (from) =>
    map(argumentAt(call.m, call.args, 1), (to): Value => {
      const start = from.kind === 'number' ? from.value : 0;
      const end = to.kind === 'number' ? to.value : undefined;
      if (!self.open) return { ...self, items: self.items.slice(start, end) };
      if (start < 0) return unknown(call, 'slice');
      const left = itemsFrom(self, start);
      if (end === undefined) return left;
      const items = placedItems(left);
      const isKnown = end >= start && end - start <= items.length;
      return isKnown
        ? { kind: 'array', items: items.slice(0, end - start), open: undefined }
        : { kind: 'array', items, open: left.open };
    }),
  );

const includes: Method = (self, call) =>
  map(argumentAt(call.m, call.args, 0), (searched): Value => {
    const answers = self.items.flatMap((item) =>
      force(call.m, item).map((a) => sameValue(a.value, searched)),
    );
    if (answers.includes(true)) return { kind: 'boolean', value: true };
    return self.open || answers.includes(undefined)
      ? unknown(call, 'includes')
      : { kind: 'boolean', value: false };
  });

const flat: Method = (self, call) => {
  const values = combine(self.items.map((item) => force(call.m, item)));
  const openAt = placedItems(self).length;
  return map(values, (list): Value => {
    const parts = list.map((v): ListPart => (v.kind === 'array' ? v : { items: [lazyValue(v)] }));
    return listed([...parts.slice(0, openAt), { items: [], open: self.open }, ...parts.slice(openAt)]);
  });
};

const at: Method = (self, call) =>
  flatMap(argumentAt(call.m, call.args, 0), (index) => {
    const isLast = index.kind === 'number' && index.value === -1;
    const item = index.kind === 'number' && !self.open ? self.items.at(index.value) : undefined;
    return force(call.m, (isLast ? lastItem(self) : item) ?? lazyValue(unknown(call, 'element')));
  });

const entries: Method = (self) =>
  sure({
    ...self,
    items: self.items.map((item, i) =>
      lazyValue({ kind: 'array', items: [lazyValue({ kind: 'number', value: i }), item], open: undefined }),
    ),
  });

const same: Method = (self) => sure(self);

const methods: Readonly<Record<string, Method>> = {
  map: mapItems,
  flatMap: (self, call) =>
    flatMap(mapItems(self, call) ?? [], (mapped) =>
      mapped.kind === 'array' ? (flat(mapped, call) ?? []) : sure(mapped),
    ),
  filter,
  find,
  findLast: find,
  join,
  concat,
  slice,
  includes,
  flat,
  at,
  reduce: (self, call) => reduced(self, call, false),
  reduceRight: (self, call) => reduced(self, call, true),
  entries,
  values: same,
  reverse: (self) => sure(reversed(self)),
  toReversed: (self) => sure(reversed(self)),
  sort: same,
  toSorted: same,
  forEach: () => sure(undefinedValue),
  pop: (self, call) => force(call.m, lastItem(self) ?? lazyValue(unknown(call, 'item'))),
  shift: (self, call) => force(call.m, placedItems(self)[0] ?? lazyValue(unknown(call, 'item'))),
  toString: join,
};

export const isArrayMethod = (name: string): boolean =>
  Object.hasOwn(methods, name) ||
  ['push', 'unshift', 'splice', 'shift', 'some', 'every', 'indexOf', 'findIndex', 'keys', 'fill'].includes(
    name,
  );

export function callArrayMethod(self: ArrayValue, name: string, call: BuiltinCall): Alternatives | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method?.(self, call);
}
