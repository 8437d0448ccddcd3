import { mapText, stringOf, type Part } from '../parts.js';
import type { OriginHole, Value } from '../value.js';

/** `Number(value)`. */
export function toNumber(value: Value): Value {
  if (value.kind === 'number' || value.kind === 'hole') return value;
  const [part] = value.kind === 'string' ? value.parts : [];
  return part?.kind === 'text'
    ? { kind: 'number', value: Number(part.text) }
    : { kind: 'number', value: NaN };
}

/** `encodeURIComponent(value)`: what is known of a text is encoded, and of what isn't known that it will be. */
export function encodeComponent(value: Value): Value {
  const encoded = encode(value, encodeURIComponent);
  return encoded.kind === 'string'
    ? stringOf(encoded.parts.map((p) => (p.kind === 'hole' ? { ...p, isEncoded: true as const } : p)))
    : encoded;
}

/** Whether a part can't hold a text: it is encoded, and the text has a meaning in URLs. */
export const encodesAway = (part: Part | undefined, text: string): boolean =>
  part?.kind === 'hole' && (part as OriginHole).isEncoded === true && encodeURIComponent(text) !== text;

/** `encodeURI(value)` and its like. */
export function encode(value: Value, encoder: (text: string) => string): Value {
  if (value.kind !== 'string') return value;
  try {
    return stringOf(value.parts.map((p): Part => (p.kind === 'text' ? mapText(p, encoder) : p)));
  } catch {
    // A lone surrogate can't be encoded; the program itself would throw.
    return value;
  }
}
