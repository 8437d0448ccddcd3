import { stringOf, type Part } from '../parts.js';
import type { Value } from '../value.js';

/** `Number(value)`. */
export function toNumber(value: Value): Value {
  if (value.kind === 'number' || value.kind === 'hole') return value;
  const [part] = value.kind === 'string' ? value.parts : [];
  return part?.kind === 'text'
    ? { kind: 'number', value: Number(part.text) }
    : { kind: 'number', value: NaN };
}

/** `encodeURIComponent(value)` and its like: what is known of a text is encoded. */
export function encode(value: Value, encoder: (text: string) => string): Value {
  if (value.kind !== 'string') return value;
  try {
    return stringOf(
      value.parts.map((p): Part => (p.kind === 'text' ? { kind: 'text', text: encoder(p.text) } : p)),
    );
  } catch {
    // A lone surrogate can't be encoded; the program itself would throw.
    return value;
  }
}
