import type { Operation } from '../model/catalog.js';
import type { Span } from '../model/span.js';
import { parseCode } from './code-list.js';
import type { Edit } from './list.js';

/**
 * The edit that writes another operation's full path into a call, where the call itself holds the old one in one
 * piece. Undefined where the path comes from elsewhere, or where either path has parameters.
 */
export function moveCall(text: string, call: Span, from: Operation, to: Operation): Edit | undefined {
  const target = to.paths.find(isPlain);
  if (target === undefined || from.method !== to.method) return undefined;
  const { source, morph } = parseCode(call.file, text);
  const pieces = source.getDescendants().filter((node) => {
    const isPiece =
      morph.Node.isStringLiteral(node) ||
      morph.Node.isNoSubstitutionTemplateLiteral(node) ||
      morph.Node.isTemplateHead(node) ||
      morph.Node.isTemplateMiddle(node) ||
      morph.Node.isTemplateTail(node);
    return isPiece && node.getStart() >= call.start && node.getEnd() <= call.end;
  });
  const edits = pieces.flatMap((piece): Edit[] =>
    from.paths.filter(isPlain).flatMap((path): Edit[] => {
      const at = piece.getText().indexOf(path);
      const next = piece.getText()[at + path.length] ?? '';
      if (at < 0 || !/^['"`?#]$/.test(next)) return [];
      const start = piece.getStart() + at;
      return [{ start, end: start + path.length, text: target }];
    }),
  );
  return edits.length === 1 ? edits[0] : undefined;
}

const isPlain = (path: string): boolean => !path.includes('{');
