import type { Expr } from '../model/module-summary.js';
import { holeFor } from './holes.js';
import { cutText, type Part } from './parts.js';
import type { Activation, Alternatives, Value } from './value.js';

/** Longest text of one string that is kept, in UTF-16 units: far beyond any URL. */
const longestText = 20_000;

/** Strings in which what goes beyond the longest text is a hole. */
export const bounded = (values: Alternatives, expr: Expr, activation: Activation): Alternatives =>
  values.some(({ value }) => isLong(value))
    ? values.map(({ value, guards }) => ({ value: cut(value, expr, activation), guards }))
    : values;

function isLong(value: Value): boolean {
  if (value.kind !== 'string') return false;
  let length = 0;
  for (const part of value.parts) if (part.kind === 'text') length += part.text.length;
  return length > longestText;
}

function cut(value: Value, expr: Expr, activation: Activation): Value {
  if (value.kind !== 'string' || !isLong(value)) return value;
  const kept: Part[] = [];
  let left = longestText;
  for (const part of value.parts) {
    if (part.kind === 'text' && part.text.length > left) {
      if (left > 0) kept.push(cutText(part, 0, left));
      break;
    }
    kept.push(part);
    if (part.kind === 'text') left -= part.text.length;
  }
  return { kind: 'string', parts: [...kept, holeFor('budget', expr, activation)] };
}
