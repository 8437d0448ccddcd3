import type { AbstractString, StringPart, TextPart } from '../model/abstract-string.js';
import { cutPieces, joinPieces } from './pieces.js';
import type { OriginHole, StringValue } from './value.js';

export type Part = StringPart | OriginHole;

/** Joins neighbouring texts and drops empty ones. */
export function normalize(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    if (part.kind === 'text') {
      if (part.text === '') continue;
      const last = out.at(-1);
      if (last?.kind === 'text') {
        out[out.length - 1] = joined(last, part);
        continue;
      }
    }
    out.push(part);
  }
  return out;
}

/** Parts as plain data, without what evaluation keeps in them. */
export const plainParts = (parts: readonly Part[]): AbstractString =>
  normalize(parts).map((p) =>
    p.kind === 'text'
      ? { kind: 'text', text: p.text }
      : { kind: 'hole', reason: p.reason, name: p.name, at: p.at },
  );

function joined(a: TextPart, b: TextPart): TextPart {
  const text = a.text + b.text;
  return a.pieces || b.pieces ? { kind: 'text', text, pieces: joinPieces(a, b) } : { kind: 'text', text };
}

/** A text of which each stretch becomes another one. */
export function mapText(part: TextPart, f: (text: string) => string): TextPart {
  const text = f(part.text);
  return part.pieces
    ? { kind: 'text', text, pieces: part.pieces.map((piece) => ({ ...piece, text: f(piece.text) })) }
    : { kind: 'text', text };
}

/** A stretch of a text, as `slice` takes it. */
export function cutText(part: TextPart, from: number, to?: number): TextPart {
  const text = part.text.slice(from, to);
  if (!part.pieces) return { kind: 'text', text };
  const start = from < 0 ? Math.max(part.text.length + from, 0) : from;
  return { kind: 'text', text, pieces: cutPieces(part.pieces, start, start + text.length) };
}

export const stringOf = (parts: readonly Part[]): StringValue => ({
  kind: 'string',
  parts: normalize(parts),
});

/** A query of which nothing is known. */
export const anyQuery: Part = {
  kind: 'hole',
  reason: 'runtime',
  name: 'query',
  at: { file: '', start: 0, end: 0 },
};

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
      before: normalize([...parts.slice(0, i), cutText(part, 0, at)]),
      after: normalize([cutText(part, at + pattern.length), ...parts.slice(i + 1)]),
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
    let from = 0;
    pieces.forEach((piece, i) => {
      if (i > 0) out.push([]);
      if (piece !== '') out.at(-1)?.push(cutText(part, from, from + piece.length));
      from += piece.length + separator.length;
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
