import { combine, flatMap, map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { hole } from '../holes.js';
import { cutText, leadingText, mapText, splitParts, stringOf, trailingText, type Part } from '../parts.js';
import { toParts } from '../to-string.js';
import {
  lazyValue,
  stringValue,
  sure,
  textOf,
  type Alternatives,
  type HoleValue,
  type StringValue,
  type Value,
} from '../value.js';
import { callOf } from '../machine.js';
import { isValueName } from '../value-names.js';
import type { BuiltinCall } from './context.js';
import { encodesAway } from './conversion.js';
import { matched, searched } from './pattern-match.js';
import { replaced } from './replace.js';

type Method = (self: StringValue, call: BuiltinCall) => Alternatives | undefined;

const same: Method = (self) => sure(self);

const unknown = (call: BuiltinCall, name: string): HoleValue => {
  const { activation, index } = call.site;
  return hole('runtime', name, activation.module, callOf(activation.module, index).at);
};

const eachText =
  (f: (text: string) => string): Method =>
  (self) =>
    sure(stringOf(self.parts.map((p) => (p.kind === 'text' ? mapText(p, f) : p))));

function argumentParts(call: BuiltinCall, index: number): Alternatives<Part[]> {
  return map(argumentAt(call.m, call.args, index), (v) =>
    toParts(call.m, v, undefined, call.site.activation),
  );
}

/** A test on the known beginning or end of a string; undefined where a hole hides it. */
const testText =
  (decide: (self: StringValue, search: string) => boolean | undefined): Method =>
  (self, call) =>
    map(argumentAt(call.m, call.args, 0), (search): Value => {
      const text = textOf(search);
      const answer = text === undefined ? undefined : decide(self, text);
      return answer === undefined ? unknown(call, 'test') : { kind: 'boolean', value: answer };
    });

function startsWith(self: StringValue, search: string): boolean | undefined {
  const lead = leadingText(self.parts);
  if (lead.length >= search.length || self.parts.length <= 1)
    return textOf(self) === undefined && lead === '' ? undefined : lead.startsWith(search);
  return search.startsWith(lead) ? undefined : false;
}

function endsWith(self: StringValue, search: string): boolean | undefined {
  const tail = trailingText(self.parts);
  if (tail.length >= search.length || textOf(self) !== undefined) return tail.endsWith(search);
  const last = self.parts.at(tail === '' ? -1 : -2);
  return search.endsWith(tail) && !encodesAway(last, search) ? undefined : false;
}

function includes(self: StringValue, search: string): boolean | undefined {
  if (self.parts.some((p) => p.kind === 'text' && p.text.includes(search))) return true;
  if (textOf(self) !== undefined) return false;
  // What fills a path has no query of its own; a variable alone may be any URL.
  if (search === '?') return self.parts.length > 1 ? false : undefined;
  return /^\/?[a-z]{3,}\/?$/i.test(search) && holdsValues(self.parts) ? false : undefined;
}

/** Whether all that is unknown are values in segments of a path: an id is none of the words that code tells paths by. */
const holdsValues = (parts: readonly Part[]): boolean =>
  parts.every((part, i) => {
    const before = parts[i - 1];
    return (
      part.kind === 'text' || (before?.kind === 'text' && before.text.endsWith('/') && isValueName(part.name))
    );
  });

const indexOf: Method = (self, call) =>
  map(argumentAt(call.m, call.args, 0), (search): Value => {
    const [text, searched] = [textOf(self), textOf(search)];
    if (text !== undefined && searched !== undefined)
      return { kind: 'number', value: text.indexOf(searched) };
    const early = searched === undefined ? -1 : leadingText(self.parts).indexOf(searched);
    if (early >= 0) return { kind: 'number', value: early };
    const found = searched === undefined ? undefined : includes(self, searched);
    if (found === false) return { kind: 'number', value: -1 };
    return found ? { ...unknown(call, 'index'), least: 0 } : unknown(call, 'index');
  });

const slice: Method = (self, call) =>
  flatMap(argumentAt(call.m, call.args, 0), (from) =>
    map(
      argumentAt(call.m, call.args, 1),
      (to) => sliceParts(self, numberOf(from) ?? 0, numberOf(to)) ?? { ...unknown(call, 'slice') },
    ),
  );

const numberOf = (value: Value): number | undefined => (value.kind === 'number' ? value.value : undefined);

function sliceParts(self: StringValue, from: number, to: number | undefined): Value | undefined {
  const [only] = self.parts;
  if (self.parts.length <= 1 && only?.kind !== 'hole') return stringOf(only ? [cutText(only, from, to)] : []);
  let parts: Part[] = [...self.parts];
  if (from > 0) {
    const first = parts[0];
    if (first?.kind !== 'text' || first.text.length < from) return holeLike(self);
    parts = [cutText(first, from), ...parts.slice(1)];
  }
  if (from < 0 || (to !== undefined && to > 0)) return holeLike(self);
  if (to !== undefined && to < 0) {
    const last = parts.at(-1);
    if (last?.kind !== 'text' || last.text.length < -to) return holeLike(self);
    parts = [...parts.slice(0, -1), cutText(last, 0, to)];
  }
  return stringOf(parts);
}

/** One character of the known beginning; undefined where a hole hides it. */
export function characterAt(self: StringValue, at: number): Value | undefined {
  const lead = leadingText(self.parts);
  if (at >= 0 && at < lead.length) return stringValue(lead.charAt(at));
  return at >= 0 && textOf(self) !== undefined ? stringValue('') : undefined;
}

/** What is left of a string that was cut at an unknown place: its hole, so that callers can still fill it. */
function holeLike(self: StringValue): Value | undefined {
  const part = self.parts.find((p) => p.kind === 'hole');
  return part && { ...part };
}

const split: Method = (self, call) =>
  map(argumentAt(call.m, call.args, 0), (separator): Value => {
    const text = textOf(separator) ?? plainPattern(separator);
    if (text === undefined || (text === '' && textOf(self) === undefined)) return unknown(call, 'split');
    const items = splitParts(self.parts, text).map((parts) => lazyValue(stringOf(parts)));
    const hidden = self.parts.find((p) => p.kind === 'hole');
    // A hole may hold separators of its own: then the number of items isn't known.
    return {
      kind: 'array',
      items,
      open: hidden?.kind === 'hole' && self.parts.length === 1 ? { ...hidden } : undefined,
    };
  });

/** The one text that a pattern finds: `/ /`, `/\\//`. */
const plainPattern = (value: Value): string | undefined =>
  value.kind === 'regexp' &&
  !value.flags.includes('i') &&
  /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])+$/.test(value.pattern)
    ? value.pattern.replace(/\\(.)/g, '$1')
    : undefined;

const concat: Method = (self, call) =>
  map(combine(call.args.map((_, i) => argumentParts(call, i))), (lists) =>
    stringOf([...self.parts, ...lists.flat()]),
  );

const trimStart = (parts: readonly Part[]): Part[] =>
  parts.map((p, i) =>
    i === 0 && p.kind === 'text' ? cutText(p, p.text.length - p.text.trimStart().length) : p,
  );
const trimEnd = (parts: readonly Part[]): Part[] =>
  parts.map((p, i) =>
    i === parts.length - 1 && p.kind === 'text' ? cutText(p, 0, p.text.trimEnd().length) : p,
  );

const asFill = (fill: string | number | undefined): string | undefined =>
  fill === undefined ? undefined : String(fill);

/** A longer text is no path: code that we don't trust may ask for one of any length. */
const longest = 10_000;

/** A method of a text that is known as a whole, with arguments that are. What it can't give is not known. */
const ofWhole =
  (
    name: string,
    apply: (text: string, args: readonly (string | number | undefined)[]) => string | undefined,
  ): Method =>
  (self, call) =>
    map(combine(call.args.map((_, i) => argumentAt(call.m, call.args, i))), (values): Value => {
      const text = textOf(self);
      const args = values.map((v) => (v.kind === 'number' ? v.value : textOf(v)));
      const made = text === undefined || args.includes(undefined) ? undefined : apply(text, args);
      return made === undefined ? unknown(call, name) : stringValue(made);
    });

const repeated = (text: string, count: number): string | undefined =>
  count >= 0 && text.length * count <= longest ? text.repeat(count) : undefined;

const methods: Readonly<Record<string, Method>> = {
  toString: same,
  valueOf: same,
  normalize: same,
  toLowerCase: eachText((t) => t.toLowerCase()),
  toLocaleLowerCase: eachText((t) => t.toLowerCase()),
  toUpperCase: eachText((t) => t.toUpperCase()),
  toLocaleUpperCase: eachText((t) => t.toUpperCase()),
  trim: (self) => sure(stringOf(trimEnd(trimStart(self.parts)))),
  trimStart: (self) => sure(stringOf(trimStart(self.parts))),
  trimEnd: (self) => sure(stringOf(trimEnd(self.parts))),
  startsWith: testText(startsWith),
  endsWith: testText(endsWith),
  includes: testText(includes),
  indexOf,
  match: matched,
  search: searched,
  charAt: (self, call) =>
    map(
      argumentAt(call.m, call.args, 0),
      (at) => characterAt(self, numberOf(at) ?? -1) ?? unknown(call, 'charAt'),
    ),
  slice,
  substring: slice,
  split,
  replace: (self, call) => replaced(self, false, call),
  replaceAll: (self, call) => replaced(self, true, call),
  concat,
  at: ofWhole('at', (text, [at]) => text.at(Number(at ?? 0))),
  repeat: ofWhole('repeat', (text, [count]) => repeated(text, Number(count))),
  padStart: ofWhole('padStart', (text, [length, fill]) =>
    Number(length) <= longest ? text.padStart(Number(length), asFill(fill)) : undefined,
  ),
  padEnd: ofWhole('padEnd', (text, [length, fill]) =>
    Number(length) <= longest ? text.padEnd(Number(length), asFill(fill)) : undefined,
  ),
};

/** Methods that make sense on a value of which only its being a string is likely. */
const holeMethods: ReadonlySet<string> = new Set(
  Object.keys(methods).filter((n) => !['valueOf', 'indexOf', 'match', 'search', 'charAt', 'at'].includes(n)),
);

export const isHoleMethod = (name: string): boolean => holeMethods.has(name);

export function callStringMethod(
  self: StringValue,
  name: string,
  call: BuiltinCall,
): Alternatives | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method?.(self, call);
}
