import { mapText, stringOf, type Part } from '../parts.js';
import type { OriginHole, Value } from '../value.js';

/** `Number(value)`; what isn't known of a value isn't known of its number. */
export function toNumber(value: Value): Value {
  switch (value.kind) {
    case 'undefined':
      return { kind: 'number', value: NaN };
    case 'null':
      return { kind: 'number', value: 0 };
    case 'boolean':
      return { kind: 'number', value: Number(value.value) };
    case 'string': {
      const [part, ...others] = value.parts;
      if (part === undefined) return { kind: 'number', value: 0 };
      return part.kind === 'text' && others.length === 0
        ? { kind: 'number', value: Number(part.text) }
        : value;
    }
    default:
      return value;
  }
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
