import type { Expr } from '../../model/module-summary.js';
import type { Activation, Value } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { between, constant, constantValue, quotient, sum, within } from '../quantity.js';
import { isGrown } from './growth.js';
import { argumentOf, numberIn, numberOf } from './numbers.js';
import { placeIn, valuesOf, type Reader } from './reader.js';
import { wordsOf } from './words.js';

const maxDepth = 12;

/** How many elements a collection has: known, derived from another one, or the symbol `<expression>.length`. */
export function lengthOf(reader: Reader, expr: Expr, activation: Activation, depth = 0): Quantity {
  return (
    lengthInValues(reader, expr, activation) ??
    (depth < maxDepth ? derived(reader, expr, activation, depth + 1) : undefined) ??
    lengthSymbol(reader, expr, activation)
  );
}

/** The length of what an expression may give, where all of that is known. */
function lengthInValues(reader: Reader, expr: Expr, activation: Activation): Quantity | undefined {
  const known = knownLength(valuesOf(reader, expr, activation));
  return known && isGrown(reader, expr, activation) ? undefined : known;
}

function knownLength(values: readonly Value[]): Quantity | undefined {
  const lengths = values.map((value) => {
    if (value.kind === 'array' && value.open === undefined) return value.items.length;
    if (value.kind === 'object' && value.open === undefined && value.builtin === 'Map')
      return value.props.size;
    if (value.kind === 'hole' && value.type?.ref.kind === 'array') return value.type.ref.length;
    return undefined;
  });
  if (lengths.length === 0 || lengths.some((n) => n === undefined)) return undefined;
  const known = lengths.filter((n) => n !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return low === high ? constant(low) : within(low, high);
}

const sameLength: ReadonlySet<string> = new Set([
  'map',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'entries',
  'keys',
  'values',
  'Symbol.iterator',
  'fill',
]);

function derived(reader: Reader, expr: Expr, activation: Activation, depth: number): Quantity | undefined {
  const { module } = activation;
  switch (expr.kind) {
    case 'await':
    case 'type-cast':
      return derived(reader, expr.value, activation, depth);
    case 'parameter': {
      const given = argumentOf(activation, expr.fn, expr.index);
      return given
        ? ofGiven(reader, expr, given, activation, depth)
        : ofElement(reader, expr, activation, depth);
    }
    case 'reference': {
      const value = module.bindings[expr.binding]?.value;
      const isMade =
        value?.kind === 'array' || (value?.kind === 'call' && module.calls[value.call]?.kind === 'new');
      if (isMade && isGrown(reader, expr, activation)) return undefined;
      return value && followed(value) ? derived(reader, value, activation, depth) : undefined;
    }
    case 'array': {
      const parts = expr.items.map((item) =>
        item.spread ? lengthOf(reader, item.value, activation, depth) : constant(1),
      );
      return parts.length === 0 ? undefined : sum(...parts);
    }
    case 'element':
      return ofChunk(reader, expr.of, activation, depth);
    case 'call':
      return ofCall(reader, expr.call, activation, depth);
    default:
      return undefined;
  }
}

/** A parameter's length is that of what the caller gives; where that has no name of its own, it goes by the parameter's. */
function ofGiven(
  reader: Reader,
  parameter: Expr,
  given: { readonly expr: Expr; readonly activation: Activation },
  activation: Activation,
  depth: number,
): Quantity {
  const known =
    lengthInValues(reader, given.expr, given.activation) ??
    derived(reader, given.expr, given.activation, depth);
  if (known) return known;
  const isNamed = /^[\w$.]+$/.test(wordsOf(given.expr, given.activation.module));
  const own = `${wordsOf(parameter, activation.module)}.length`;
  return isNamed
    ? lengthSymbol(reader, given.expr, given.activation, [own])
    : lengthSymbol(reader, parameter, activation);
}

/** What a callback is given of a list of chunks: `chunk(users, 10).map((part) => …)`, `reduce((before, part) => …)`. */
function ofElement(
  reader: Reader,
  { fn, index }: Extract<Expr, { kind: 'parameter' }>,
  activation: Activation,
  depth: number,
): Quantity | undefined {
  let run: Activation | undefined = activation;
  while (run && run.fn !== fn) run = run.parent;
  const outer = run?.parent;
  const call = outer?.module.calls.find(({ args: [given] }) => {
    return given?.value.kind === 'function' && given.value.fn === fn;
  });
  if (!outer || call?.callee.kind !== 'member' || call.callee.key.kind !== 'literal') return undefined;
  const element = elementOf[String(call.callee.key.value)];
  return element === index ? ofChunk(reader, call.callee.object, outer, depth) : undefined;
}

/** Which argument of their callback methods of a list give an element. */
const elementOf: Record<string, number> = { map: 0, forEach: 0, flatMap: 0, reduce: 1, reduceRight: 1 };

function ofChunk(reader: Reader, list: Expr, activation: Activation, depth: number): Quantity | undefined {
  const chunks = chunkSize(reader, list, activation, depth);
  return chunks && { kind: 'minimum', of: [chunks.size, chunks.of] };
}

/** Variables that only name a part or a rearrangement of a collection are looked through. */
const followed = (value: Expr): boolean =>
  ['call', 'array', 'reference', 'parameter', 'element', 'await', 'type-cast'].includes(value.kind);

function ofCall(reader: Reader, index: number, activation: Activation, depth: number): Quantity | undefined {
  const { module } = activation;
  const call = module.calls[index];
  if (call === undefined) return undefined;
  const argument = (at: number): Expr | undefined => call.args[at]?.value;
  const chunks = chunkCall(reader, index, activation, depth);
  if (chunks) return quotient(chunks.of, chunks.size);
  const path = wordsOf(call.callee, module);
  const [first] = call.args;
  if (path === 'Array' && call.args.length === 1 && first) return numberOf(reader, first.value, activation);
  if ((path === 'Set' || path === 'Map') && first) {
    const all = lengthOf(reader, first.value, activation, depth);
    return between(constant(0), all);
  }
  if (/^Promise\.all(?:Settled)?$/.test(path) && first)
    return lengthOf(reader, first.value, activation, depth);
  if (path === 'Array.from' && first) return ofArrayFrom(reader, first.value, activation, depth);
  if (/(?:^|\.)range$/.test(path) && first)
    return ofRange(
      reader,
      call.args.map((a) => a.value),
      activation,
    );
  if (call.callee.kind !== 'member') return undefined;
  const { object, key } = call.callee;
  const receiver = (): Quantity => lengthOf(reader, object, activation, depth);
  const name = key.kind === 'literal' ? String(key.value) : wordsOf(key, module);
  if (name === 'splice') return ofSplice(reader, argument(1), activation, receiver());
  if (name === 'slice') return ofSlice(reader, argument(0), argument(1), activation, receiver());
  if (path.startsWith('Object.') && first) return keysOf(reader, first.value, activation);
  if (sameLength.has(name)) return receiver();
  if (name === 'filter') return between(constant(0), receiver());
  if (name === 'concat')
    return sum(receiver(), ...call.args.map((a) => lengthOf(reader, a.value, activation, depth)));
  return undefined;
}

function ofArrayFrom(
  reader: Reader,
  from: Expr,
  activation: Activation,
  depth: number,
): Quantity | undefined {
  if (from.kind !== 'object') return lengthOf(reader, from, activation, depth);
  const length = from.entries.find(
    (entry) => entry.kind === 'property' && entry.key.kind === 'literal' && entry.key.value === 'length',
  );
  return length?.kind === 'property' ? numberOf(reader, length.value, activation) : undefined;
}

function ofRange(reader: Reader, args: readonly Expr[], activation: Activation): Quantity | undefined {
  const [a, b] = args.map((arg) => numberOf(reader, arg, activation));
  if (a === undefined || args.length === 1) return a;
  const start = constantValue(a);
  return b === undefined || start === undefined ? undefined : sum(b, constant(-start));
}

/** How many entries an object has, where all of them are known. */
export function keysOf(reader: Reader, expr: Expr, activation: Activation): Quantity | undefined {
  const sizes = valuesOf(reader, expr, activation).map((value) =>
    value.kind === 'object' && value.open === undefined ? value.props.size : undefined,
  );
  const [only] = sizes;
  if (isGrown(reader, expr, activation)) return undefined;
  return only !== undefined && sizes.every((size) => size === only) ? constant(only) : undefined;
}

function ofSlice(
  reader: Reader,
  from: Expr | undefined,
  to: Expr | undefined,
  activation: Activation,
  whole: Quantity,
): Quantity {
  const size = from && to ? difference(reader, from, to, activation) : undefined;
  const start = from ? constantOf(reader, from, activation) : 0;
  if (size) return { kind: 'minimum', of: [size, whole] };
  return start !== undefined && start > 0 ? sum(whole, constant(-start)) : between(constant(0), whole);
}

/** `splice(0, 50)` takes 50, or what is left. */
function ofSplice(reader: Reader, size: Expr | undefined, activation: Activation, whole: Quantity): Quantity {
  const taken = size && numberOf(reader, size, activation);
  return taken ? { kind: 'minimum', of: [taken, whole] } : whole;
}

const constantOf = (reader: Reader, expr: Expr, activation: Activation): number | undefined => {
  const number = numberIn(valuesOf(reader, expr, activation));
  return number && constantValue(number);
};

/** `slice(i, i + 50)` takes 50, wherever `i` is. */
function difference(reader: Reader, from: Expr, to: Expr, activation: Activation): Quantity | undefined {
  const { module } = activation;
  if (to.kind === 'plus') {
    const [words, left, right] = [from, to.left, to.right].map((part) => wordsOf(part, module));
    if (words !== '' && words === left) return numberOf(reader, to.right, activation);
    if (words !== '' && words === right) return numberOf(reader, to.left, activation);
  }
  const start = constantOf(reader, from, activation);
  const end = numberOf(reader, to, activation);
  return end === undefined || start === undefined
    ? undefined
    : start === 0
      ? end
      : sum(end, constant(-start));
}

interface Chunks {
  readonly of: Quantity;
  readonly size: Quantity;
}

/** `chunk(users, 50)`: of a library, or of a function of that name. */
function chunkCall(reader: Reader, index: number, activation: Activation, depth: number): Chunks | undefined {
  const call = activation.module.calls[index];
  const [collection, size] = call?.args ?? [];
  if (call === undefined || collection === undefined || size === undefined) return undefined;
  const name = wordsOf(call.callee, activation.module).split('.').at(-1) ?? '';
  if (!/chunk|batch|partition|inGroupsOf|splitEvery/i.test(name)) return undefined;
  const [list, by] = /splitEvery/.test(name) ? [size, collection] : [collection, size];
  const of = numberOf(reader, by.value, activation);
  return of && { of: lengthOf(reader, list.value, activation, depth), size: of };
}

/** What the elements of a collection of chunks are. */
function chunkSize(reader: Reader, expr: Expr, activation: Activation, depth: number): Chunks | undefined {
  if (depth > maxDepth) return undefined;
  if (expr.kind === 'await' || expr.kind === 'type-cast')
    return chunkSize(reader, expr.value, activation, depth + 1);
  if (expr.kind === 'call') return chunkCall(reader, expr.call, activation, depth);
  if (expr.kind === 'parameter') {
    const given = argumentOf(activation, expr.fn, expr.index);
    return given && chunkSize(reader, given.expr, given.activation, depth + 1);
  }
  const value = expr.kind === 'reference' ? activation.module.bindings[expr.binding]?.value : undefined;
  return value && chunkSize(reader, value, activation, depth + 1);
}

/** `users.length` for `users`: a symbol of the file in which it is written. */
function lengthSymbol(
  reader: Reader,
  expr: Expr,
  activation: Activation,
  aliases: readonly string[] = [],
): Quantity {
  const { module } = activation;
  const words = wordsOf(expr, module);
  const at = 'at' in expr ? expr.at : activation.summary.at;
  return reader.book.use({
    name: `${words === '' ? 'items' : words}.length`,
    aliases: [...aliases, `this.${words}.length`],
    unit: 'count',
    least: 0,
    file: module.file,
    at: at[0],
    place: placeIn(module, at),
  });
}
