import type { StringPart, TextPart } from '../model/abstract-string.js';
import type { TextPiece } from '../model/trail.js';

/** The stretches of a text: one of unknown origin where nothing is kept. */
export const piecesOf = ({ text, pieces }: TextPart): readonly TextPiece[] => pieces ?? [{ text }];

/** The stretches of two texts that follow each other. */
export const joinPieces = (a: TextPart, b: TextPart): readonly TextPiece[] => [
  ...piecesOf(a),
  ...piecesOf(b),
];

/** The stretches between two positions. */
export function cutPieces(pieces: readonly TextPiece[], from: number, to: number): readonly TextPiece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const start = at;
    at += piece.text.length;
    const text = piece.text.slice(Math.max(from - start, 0), Math.max(to - start, 0));
    return text === '' ? [] : [{ ...piece, text }];
  });
}

/** A text that was made from others as a whole: stretches of them that are found in it, in their order, keep their ways. */
export function madeFrom(text: string, sources: readonly StringPart[]): TextPart {
  const known = sources.flatMap((part) => (part.kind === 'text' ? (part.pieces ?? []) : []));
  if (known.length === 0) return { kind: 'text', text };
  const pieces: TextPiece[] = [];
  let last = 0;
  for (const piece of known) {
    const found = [piece.text, piece.text.replaceAll(/^\/+|\/+$/g, '')].find(
      (t) => t !== '' && text.includes(t, last),
    );
    if (found === undefined) continue;
    const at = text.indexOf(found, last);
    if (at > last) pieces.push({ text: text.slice(last, at) });
    pieces.push({ ...piece, text: found });
    last = at + found.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last) });
  return { kind: 'text', text, pieces };
}
