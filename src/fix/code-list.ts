import { createRequire } from 'node:module';
import type * as morphModule from 'ts-morph';
import type { Node, SourceFile } from 'ts-morph';
import type { ListPlace } from './list.js';

type TsMorph = typeof morphModule;

// Loaded when a fix is asked for: it brings the compiler with it.
const load = createRequire(import.meta.url);
let morph: TsMorph | undefined;

/** Parses a text, without types and without reading any other file. */
export function parseCode(
  file: string,
  text: string,
): { readonly source: SourceFile; readonly morph: TsMorph } {
  morph ??= load('ts-morph') as TsMorph;
  const project = new morph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noResolve: true },
  });
  const [, ending = 'ts'] = /\.([a-z]+)$/.exec(file) ?? [];
  return { source: project.createSourceFile(`/file.${ending}`, text), morph };
}

/** The array literal of which the element around an offset is a string. */
export function codeListAt(file: string, text: string, offset: number): ListPlace | undefined {
  const { source, morph: m } = parseCode(file, text);
  const literal = stringAt(source, offset, m);
  const array = literal?.getParent();
  if (!literal || !m.Node.isArrayLiteralExpression(array)) return undefined;
  return {
    start: array.getStart(),
    end: array.getEnd(),
    items: array.getElements().map((element) => ({
      start: element.getStart(),
      end: element.getEnd(),
      value: isText(element, m) ? element.getLiteralText() : undefined,
    })),
    style: 'flow',
    trailingComma: true,
    quote: "'",
  };
}

/** The string literal around an offset, with its quotes. */
export function codeStringAt(
  file: string,
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  const { source, morph: m } = parseCode(file, text);
  const literal = stringAt(source, offset, m);
  return literal && { start: literal.getStart(), end: literal.getEnd() };
}

function stringAt(source: SourceFile, offset: number, m: TsMorph): Node | undefined {
  const node = source.getDescendantAtPos(offset);
  return node && node.getStart() <= offset && isText(node, m) ? node : undefined;
}

const isText = (node: Node, m: TsMorph) =>
  m.Node.isStringLiteral(node) || m.Node.isNoSubstitutionTemplateLiteral(node);
