import type { Part } from '../parts.js';
import { stringOf } from '../parts.js';
import type { StringValue, Value } from '../value.js';

type HolePart = Extract<Part, { kind: 'hole' }>;

/**
 * `` path.replace(`{${key}}`, value) `` with a key that isn't known: whatever stands in such marks in the path
 * may be replaced. Undefined where the searched text has no marks.
 */
export function replacePlaceholders(
  self: StringValue,
  search: StringValue,
  by: readonly Part[],
): Value | undefined {
  const [open, key, close] = search.parts;
  const filling = by.find((p): p is HolePart => p.kind === 'hole');
  if (open?.kind !== 'text' || key?.kind !== 'hole' || search.parts.length > 3 || !filling) return undefined;
  if (!/^[:{<$[(%@]{1,3}$/.test(open.text) || (close && close.kind !== 'text')) return undefined;
  const end = close?.kind === 'text' ? close.text : '';
  const parts = self.parts.flatMap((p) => (p.kind === 'text' ? fill(p.text, open.text, end, filling) : [p]));
  return stringOf(parts);
}

function fill(text: string, open: string, close: string, filling: HolePart): Part[] {
  const parts: Part[] = [];
  let last = 0;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, Math.max(at + 1, last))) {
    const word = /^[A-Za-z_][\w-]*/.exec(text.slice(at + open.length, at + open.length + 80))?.[0];
    const end = at + open.length + (word?.length ?? 0);
    if (word === undefined || !text.startsWith(close, end)) continue;
    parts.push({ kind: 'text', text: text.slice(last, at) }, { ...filling, name: word });
    last = end + close.length;
  }
  return [...parts, { kind: 'text', text: text.slice(last) }];
}
