import type { TextPart } from '../../model/abstract-string.js';
import { combine, flatMap, map } from '../alternatives.js';
import { argumentAt, invoke } from '../call.js';
import { callOf } from '../machine.js';
import { cutText, normalize, splitParts, stringOf, type Part } from '../parts.js';
import { toParts } from '../to-string.js';
import {
  lazyValue,
  stringValue,
  sure,
  textOf,
  undefinedValue,
  type Alternatives,
  type OriginHole,
  type StringValue,
  type TextReplacement,
  type Value,
} from '../value.js';
import type { BuiltinCall } from './context.js';
import { replacePlaceholders } from './placeholder.js';
import { safeRegExp } from './regexp.js';

/** `text.replace(search, by)`; `by` may be a function of what is found and of its groups. */
export const replaced = (self: StringValue, all: boolean, call: BuiltinCall): Alternatives =>
  flatMap(argumentAt(call.m, call.args, 0), (search) =>
    flatMap(argumentAt(call.m, call.args, 1), (by) => replaceWith(self, search, by, all, call)),
  );

/** What stands for a text that was found, and for its groups. */
type Replacement = (found: string, groups?: readonly (string | undefined)[]) => Alternatives<Part[]>;

function replaceWith(
  self: StringValue,
  search: Value,
  by: Value,
  all: boolean,
  call: BuiltinCall,
): Alternatives {
  const replacement: Replacement = (found, groups = []) => {
    const activation = call.site.activation;
    if (by.kind !== 'function') return sure(toParts(call.m, by, undefined, activation));
    const from = { call: callOf(activation.module, call.site.index), index: call.site.index, activation };
    const result = invoke(
      call.m,
      by,
      [found, ...groups].map((text) => ({
        spread: false,
        value: lazyValue(text === undefined ? undefinedValue : stringValue(text)),
      })),
      undefined,
      activation,
      `replace:${found}`,
      from,
    );
    const values = map(result, (v) => toParts(call.m, v, undefined, activation));
    // A placeholder is filled with nothing only where its value is missing: that is no request of its own.
    const filled = values.filter((a) => a.value.length > 0);
    return filled.length > 0 ? filled : values;
  };
  const text = textOf(search);
  if (text !== undefined && text !== '') return replaceText(self, text, all, replacement);
  if (search.kind === 'string')
    return map(replacement(''), (parts) => replacePlaceholders(self, search, parts) ?? self);
  if (search.kind !== 'regexp') return sure(self);
  return replacePattern(self, search, replacement, textOf(by));
}

/** What was put in the place of an unknown text, with the replacements that its code makes in it. */
export const replacedAgain = (
  parts: readonly Part[],
  all: readonly TextReplacement[] = [],
): readonly Part[] =>
  all.reduce((held, { pattern, flags, by }) => {
    const search = { kind: 'regexp', pattern, flags } as const;
    const [only] = replacePattern(stringOf(held), search, () => sure([{ kind: 'text', text: by }]), by);
    return only?.value.parts ?? held;
  }, parts);

function replaceText(self: StringValue, text: string, all: boolean, replacement: Replacement): Alternatives {
  const pieces = splitParts(self.parts, text);
  if (pieces.length === 1) return sure(self);
  return map(replacement(text), (by) => {
    const parts: Part[] = [];
    pieces.forEach((piece, i) => {
      if (i > 0) parts.push(...(all || i === 1 ? by : [{ kind: 'text' as const, text }]));
      parts.push(...piece);
    });
    return stringOf(parts);
  });
}

/** Replaces in each known text; anchored patterns only in the first or last one. */
function replacePattern(
  self: StringValue,
  search: Extract<Value, { kind: 'regexp' }>,
  replacement: Replacement,
  by: string | undefined,
): Alternatives<StringValue> {
  const { pattern: source, flags } = search;
  const anchoredStart = search.pattern.startsWith('^');
  const anchoredEnd = search.pattern.endsWith('$') && !search.pattern.endsWith('\\$');
  const pieces = self.parts.map((part, i): Alternatives<Part[]> => {
    if ((anchoredStart && i > 0) || (anchoredEnd && i < self.parts.length - 1)) return sure([part]);
    if (part.kind !== 'text')
      return sure([by === undefined ? part : toBeReplaced(part, { pattern: source, flags, by })]);
    const pattern = safeRegExp(
      search.pattern,
      search.flags.includes('g') ? search.flags : `${search.flags}g`,
      part.text,
    );
    if (!pattern) return sure([part]);
    const matches = [...part.text.matchAll(pattern)].slice(0, search.flags.includes('g') ? 50 : 1);
    return combineMatches(part, matches, replacement);
  });
  return map(combine(pieces), (lists) => stringOf(lists.flat()));
}

const toBeReplaced = (part: Exclude<Part, TextPart>, by: TextReplacement): OriginHole => ({
  ...part,
  replaced: [...((part as OriginHole).replaced ?? []), by],
});

function combineMatches(
  part: TextPart,
  matches: readonly RegExpMatchArray[],
  replacement: Replacement,
): Alternatives<Part[]> {
  return map(combine(matches.map((match) => replacement(match[0], match.slice(1)))), (by) => {
    const parts: Part[] = [];
    let last = 0;
    matches.forEach((match, i) => {
      parts.push(cutText(part, last, match.index), ...substituteGroups(by[i] ?? [], match));
      last = (match.index ?? 0) + match[0].length;
    });
    parts.push(cutText(part, last));
    return normalize(parts);
  });
}

/** `$1` in a replacement. */
function substituteGroups(parts: readonly Part[], match: RegExpMatchArray): Part[] {
  return parts.map((p) =>
    p.kind === 'text' && p.text.includes('$')
      ? { kind: 'text', text: p.text.replaceAll(/\$(\d)/g, (_, n: string) => match[Number(n)] ?? '') }
      : p,
  );
}
