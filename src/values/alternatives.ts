import {
  branchOf,
  decisions,
  isLostKey,
  keptGuards,
  lostGuards,
  mergeGuards,
  withoutGuard,
} from './guards.js';
import { anyQuery, cutAt, stringOf } from './parts.js';
import {
  lazyValue,
  noGuards,
  undefinedValue,
  type Alternative,
  type Alternatives,
  type Guards,
  type Lazy,
  type ObjectValue,
  type OriginHole,
  type StringValue,
  type Value,
} from './value.js';

/** Combinations of alternatives beyond this many are cut, unless one list alone is as long. */
export const maxAlternatives = 48;
/** The entries of one table, switch or list that are told apart. */
export const largestTable = 256;

let cuts = 0;

/** How often alternatives were cut that no answer speaks of yet. */
export const cutsSoFar = (): number => cuts;

/** Stands for alternatives that were cut, whatever their decisions. */
export const theRest = <V>(value: V): Alternative<V> => ({ value, guards: lostGuards });

/** An answer, with an alternative that stands for the rest where some were cut on the way to it. */
export function withRest<V>(found: Alternatives<V>, before: number, rest: () => V): Alternatives<V> {
  if (cuts === before) return found;
  cuts = before;
  return [...found, theRest(rest())];
}

/** Adds decisions to every alternative; contradicting ones fall away. */
export function under<V>(alternatives: Alternatives<V>, guards: Guards): Alternatives<V> {
  if (guards.size === 0) return alternatives;
  const out: Alternative<V>[] = [];
  for (const { value, guards: own } of alternatives) {
    const merged = mergeGuards(own, guards);
    if (merged) out.push({ value, guards: merged });
  }
  return out;
}

/** From so many alternatives on, what is said twice about equal values is looked for. */
const manyAlternatives = 8;
/** From so many on, equal values are one alternative, under the conditions that all share. */
export const tooManyAlternatives = 24;

/**
 * Joins alternatives with equal values when there are many: the same values, under as many of their conditions as can
 * be kept. Where there still are, URLs that differ in their query alone are one.
 */
export function compact(alternatives: Alternatives): Alternatives {
  if (alternatives.length <= manyAlternatives) return alternatives;
  const groups = groupsOf(alternatives);
  const exact = groups.length === alternatives.length ? alternatives : groups.flatMap(joined);
  if (exact.length <= tooManyAlternatives) return exact;
  // What is equal in a table stays apart where it is too long: each entry goes with what else the table says of it.
  if (areEntries(alternatives)) return exact.length <= largestTable ? exact : alternatives;
  const byPath = groupsOf(groups.flatMap(shared), (value) => valueKey(withoutQuery(value)));
  return byPath.flatMap((group) => (group.length > 1 ? shared(map(group, withoutQuery)) : [...group]));
}

/** How many alternatives are kept: the entries of a table don't multiply, as combinations of decisions do. */
export const mostKept = <V>(alternatives: Alternatives<V>): number =>
  alternatives.length > maxAlternatives && areEntries(alternatives) ? largestTable : maxAlternatives;

/** Whether the alternatives are those of one decision, as the entries of a table are: no combinations of several. */
function areEntries<V>(alternatives: Alternatives<V>): boolean {
  let only: string | undefined;
  for (const { guards } of alternatives)
    for (const { key } of decisions(guards)) {
      if (isLostKey(key) || key === only) continue;
      if (only !== undefined) return false;
      only = key;
    }
  return true;
}

/** A URL whose query may be any. */
function withoutQuery(value: Value): Value {
  if (value.kind !== 'string' || value.parts.length === 1) return value;
  const cut = cutAt(value.parts, '?');
  return cut ? stringOf([...cut.before, { kind: 'text', text: '?' }, anyQuery]) : value;
}

/** Alternatives by equal values. */
function groupsOf(
  alternatives: Alternatives,
  keyOf: (value: Value) => unknown = valueKey,
): readonly (readonly Alternative[])[] {
  const groups = new Map<unknown, Alternative[]>();
  for (const a of alternatives) {
    const key = keyOf(a.value);
    const group = groups.get(key);
    if (group) group.push(a);
    else groups.set(key, [a]);
  }
  return [...groups.values()];
}

/** The first of the alternatives with each key, under what all of them have in common. */
export const oneOfEach = (alternatives: Alternatives, keyOf: (value: Value) => unknown): Alternatives =>
  groupsOf(alternatives, keyOf).flatMap(shared);

/** Of alternatives with one value: `x when a and b, x when a and not b` is `x when a`. */
function joined(group: readonly Alternative[]): Alternative[] {
  const out: Alternative[] = [];
  for (const next of group) {
    let { guards } = next;
    for (let i = 0; i < out.length;) {
      const both = either(out[i]?.guards ?? noGuards, guards);
      if (!both) i += 1;
      else {
        guards = both;
        out.splice(i, 1);
        i = 0;
      }
    }
    out.push({ value: next.value, guards });
  }
  return out;
}

const opposite: Readonly<Record<string, string>> = {
  then: 'else',
  else: 'then',
  given: 'missing',
  missing: 'given',
};

/** The decisions under which one of two sets holds, when that is one set: they differ in one question with two answers, or one needs more than the other. */
function either(a: Guards, b: Guards): Guards | undefined {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let differing = 0;
  let question = '';
  for (const { key, branch } of decisions(small)) {
    if (branchOf(large, key) === branch) continue;
    differing += 1;
    question = key;
  }
  if (differing === 0) return small;
  if (differing > 1 || small.size !== large.size) return undefined;
  const other = branchOf(large, question);
  if (other === undefined || other !== opposite[branchOf(small, question) ?? '']) return undefined;
  return withoutGuard(small, question);
}

/** One alternative for all of a value, under the decisions that they have in common. */
function shared(group: readonly Alternative[]): Alternative[] {
  const [first, ...others] = group;
  if (!first || others.length === 0) return [...group];
  const guards = keptGuards(first.guards, ({ key, branch }) =>
    others.every((o) => branchOf(o.guards, key) === branch),
  );
  return [{ value: first.value, guards: mergeGuards(guards, lostGuards) ?? lostGuards }];
}

/**
 * The combinations of lists that don't contradict each other. Where they are too many, what is said twice about equal
 * values becomes one alternative, under the conditions that both share; where there still are, one stands for the rest.
 */
export function combinations(
  lists: readonly Alternatives[],
  rest: (index: number) => Value,
): Alternatives<readonly Value[]> {
  const before = cuts;
  const exact = combine(lists.map(compact));
  if (cuts === before) return exact;
  cuts = before;
  return combine(
    lists.map((list) => groupsOf(list).flatMap(shared)),
    rest,
  );
}

const partsKey = (parts: StringValue['parts']): string =>
  parts.map((p) => (p.kind === 'text' ? p.text : `\0${p.name}\0`)).join('');

/** Equal for values that are known to be equal; the value itself where only itself is. */
export function valueKey(value: Value): unknown {
  switch (value.kind) {
    case 'string':
      return `s:${partsKey(value.parts)}`;
    case 'url':
      return `u:${partsKey(value.href)}`;
    case 'number':
    case 'boolean':
      return `${value.kind}:${String(value.value)}`;
    case 'null':
    case 'undefined':
      return value.kind;
    case 'hole':
      return `h:${value.name}:${value.origin?.activation.id ?? ''}`;
    default:
      return value;
  }
}

/**
 * Objects that differ in some members, as one object whose members differ: each conditional assignment would
 * double the number of alternatives otherwise.
 */
export function oneObject(alternatives: Alternatives): Alternatives | undefined {
  const [first, ...others] = alternatives;
  if (others.length === 0 || first?.value.kind !== 'object') return undefined;
  const objects: Alternative<ObjectValue>[] = [];
  for (const { value, guards } of alternatives) {
    if (value.kind !== 'object' || value.builtin !== first.value.builtin || value.home !== first.value.home)
      return undefined;
    objects.push({ value, guards });
  }
  const keys = new Set(objects.flatMap((o) => [...o.value.props.keys()]));
  const props = new Map<string, Lazy>();
  for (const key of keys) {
    const options = objects.map(({ value: { props: own, open }, guards }) => ({
      value: own.get(key) ?? lazyValue(open ?? undefinedValue),
      guards,
    }));
    const [one] = options;
    const isSame = options.every((o) => o.value === one?.value);
    if (one) props.set(key, isSame ? one.value : { kind: 'either', options });
  }
  const open = objects.find((o) => o.value.open)?.value.open;
  return [{ value: { ...first.value, props, open }, guards: noGuards }];
}

/** The hole that a value is, or that its text consists of. */
export function onlyHole(value: Value): OriginHole | undefined {
  if (value.kind === 'hole') return value;
  const [part] = value.kind === 'string' && value.parts.length === 1 ? value.parts : [];
  return part?.kind === 'hole' ? part : undefined;
}

/** Applies a step that may itself have several outcomes, keeping decisions consistent. */
export function flatMap<A, B>(
  alternatives: Alternatives<A>,
  f: (value: A) => Alternatives<B>,
): Alternatives<B> {
  const out: Alternative<B>[] = [];
  // As many as are kept, and one that stands for the rest of them.
  let most = Math.max(maxAlternatives + 1, Math.min(alternatives.length, largestTable + 1));
  for (const { value, guards } of alternatives) {
    const following = f(value);
    most = Math.max(most, Math.min(following.length, mostKept(following)));
    for (const next of following) {
      const merged = mergeGuards(guards, next.guards);
      if (!merged) continue;
      if (out.length >= most) {
        cuts += 1;
        return out;
      }
      out.push({ value: next.value, guards: merged });
    }
  }
  return out;
}

export const map = <A, B>(alternatives: Alternatives<A>, f: (value: A) => B): Alternatives<B> =>
  alternatives.map(({ value, guards }) => ({ value: f(value), guards }));

/** All combinations of one alternative of each, that don't contradict each other; `rest` stands for a list where some were cut. */
export function combine<V>(
  lists: readonly Alternatives<V>[],
  rest?: (index: number) => V,
): Alternatives<readonly V[]> {
  const before = cuts;
  let out: Alternatives<V[]> = [{ value: [], guards: noGuards }];
  for (const list of lists) {
    const [only] = list;
    // Most lists have one value: a text of thousands of pieces is not copied for each of them.
    if (only && list.length === 1 && only.guards.size === 0)
      for (const { value } of out) value.push(only.value);
    else
      out = flatMap(out, (prefix) =>
        list.map(({ value, guards }) => ({ value: [...prefix, value], guards })),
      );
  }
  return rest
    ? withRest(out, before, () =>
        lists.map((list, i) => (list.length === 1 && list[0] ? list[0].value : rest(i))),
      )
    : out;
}
