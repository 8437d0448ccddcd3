import type { StringPart } from '../model/abstract-string.js';
import type { OriginHole, StringValue } from './value.js';

export type Part = StringPart | OriginHole;

/** Longest text that is kept; what goes beyond is cut off by a hole. */
const maxText = 20_000;

/** Joins neighbouring texts and drops empty ones. */
export function normalize(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  let length = 0;
  for (const part of parts) {
    if (part.kind === 'text') {
      if (part.text === '') continue;
      length += part.text.length;
      if (length > maxText) return out;
      const last = out.at(-1);
      if (last?.kind === 'text') {
        out[out.length - 1] = { kind: 'text', text: last.text + part.text };
        continue;
      }
    }
    out.push(part);
  }
  return out;
}

export const stringOf = (parts: readonly Part[]): StringValue => ({
  kind: 'string',
  parts: normalize(parts),
});

/** Cuts the parts at the first occurrence of a character in known text. */
export function cutAt(
  parts: readonly Part[],
  pattern: string,
): { before: Part[]; after: Part[] } | undefined {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part?.kind !== 'text') continue;
    const at = part.text.indexOf(pattern);
    if (at === -1) continue;
    return {
      before: normalize([...parts.slice(0, i), { kind: 'text', text: part.text.slice(0, at) }]),
      after: normalize([{ kind: 'text', text: part.text.slice(at + pattern.length) }, ...parts.slice(i + 1)]),
    };
  }
  return undefined;
}

/** Splits at every occurrence of a separator in known text. */
export function splitParts(parts: readonly Part[], separator: string): Part[][] {
  const out: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind !== 'text') {
      out.at(-1)?.push(part);
      continue;
    }
    const pieces = separator === '' ? [...part.text] : part.text.split(separator);
    pieces.forEach((piece, i) => {
      if (i > 0) out.push([]);
      if (piece !== '') out.at(-1)?.push({ kind: 'text', text: piece });
    });
  }
  return out;
}

/** The first known text, when the string begins with one. */
export const leadingText = (parts: readonly Part[]): string =>
  parts[0]?.kind === 'text' ? parts[0].text : '';

export function trailingText(parts: readonly Part[]): string {
  const last = parts.at(-1);
  return last?.kind === 'text' ? last.text : '';
}
