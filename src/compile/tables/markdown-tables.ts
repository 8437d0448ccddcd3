import { createRequire } from 'node:module';
import type { Html, Nodes, Paragraph, Root, Table } from 'mdast';
import type * as fromMarkdownModule from 'mdast-util-from-markdown';
import type * as tablesModule from 'mdast-util-gfm-table';
import type * as toStringModule from 'mdast-util-to-string';
import type * as gfmModule from 'micromark-extension-gfm-table';
import { UserError } from '../../model/errors.js';
import type { SourceText } from '../format.js';

/** A table as written: trimmed cell texts, 1-based lines. Every row has as many cells as there are headers. */
export interface MarkdownTable {
  readonly headers: readonly string[];
  readonly line: number;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** More text than any table of facts: parsing it would only cost memory. */
const longestText = 2_000_000;

// Loaded when a document is compiled: the parser is a hundred files, and few runs need it.
const load = createRequire(import.meta.url);

/**
 * Emphasis, autolinks and inline HTML are off: `/api/scim/*`, `a_b_c` and `<TOKEN>` are facts, not markup.
 */
function parse(text: string): Root {
  const { fromMarkdown } = load('mdast-util-from-markdown') as typeof fromMarkdownModule;
  const { gfmTableFromMarkdown } = load('mdast-util-gfm-table') as typeof tablesModule;
  const { gfmTable } = load('micromark-extension-gfm-table') as typeof gfmModule;
  return fromMarkdown(text, {
    extensions: [gfmTable(), { disable: { null: ['attention', 'autolink', 'htmlText'] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
}

/** All tables of a document. A `UserError` where a table is broken: no row is dropped in silence. */
export function markdownTables(source: SourceText): readonly MarkdownTable[] {
  if (source.text.length > longestText) {
    throw new UserError(
      `is ${source.text.length} characters long; tables are read up to ${longestText}`,
      { file: source.file },
      'Split the document.',
    );
  }
  const lines = source.text.split(/\r\n|\r|\n/);
  const tables: MarkdownTable[] = [];
  // A stack instead of recursion: nesting is the writer's choice.
  const pending: Nodes[] = [parse(source.text)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'table') tables.push(readTable(node, source));
    else if (node.type === 'paragraph') refuseLooseRows(node, lines, source);
    else if (node.type === 'html') refuseHtmlTable(node, source);
    else if ('children' in node) pending.push(...node.children.toReversed());
  }
  return tables;
}

function readTable(table: Table, source: SourceText): MarkdownTable {
  const { toString } = load('mdast-util-to-string') as typeof toStringModule;
  const [head, ...body] = table.children.map((row) => ({
    line: row.position?.start.line ?? 0,
    cells: row.children.map((cell) => toString(cell).trim()),
  }));
  const headers = head?.cells ?? [];
  const line = head?.line ?? 0;
  if (body.length === 0) {
    throw new UserError(
      `the table ${quoteHeaders(headers)} has no rows`,
      { file: source.file, line },
      'Add a row, or take the table out.',
    );
  }
  for (const row of body) {
    if (row.cells.length === headers.length) continue;
    throw new UserError(
      `found a row of ${row.cells.length} cells in a table of ${headers.length} columns (${headers.join(', ')})`,
      { file: source.file, line: row.line },
      'Give the row one cell for each column; write `|` inside a cell as `\\|`.',
    );
  }
  return { headers, line, rows: body };
}

/** Text that looks like table rows but is none: a missing or wrong delimiter row, or a blank line inside a table. */
function refuseLooseRows(paragraph: Paragraph, lines: readonly string[], source: SourceText): void {
  const { start, end } = paragraph.position ?? { start: { line: 1 }, end: { line: 0 } };
  for (let line = start.line; line <= end.line; line++) {
    const text = (lines[line - 1] ?? '').trim();
    if (!text.startsWith('|')) continue;
    throw new UserError(
      `found a table row outside of a table: ${text.slice(0, 80)}`,
      { file: source.file, line },
      'Expected a header row, then a delimiter row `| --- | --- |` with as many cells, then rows without blank lines between them.',
    );
  }
}

function refuseHtmlTable(html: Html, source: SourceText): void {
  if (html.value.trimStart().startsWith('<!--') || !html.value.toLowerCase().includes('<table')) return;
  throw new UserError(
    'found an HTML table',
    { file: source.file, line: html.position?.start.line ?? 1 },
    'Write it as a Markdown table: | Scope | Method | Path |',
  );
}

const quoteHeaders = (headers: readonly string[]): string => `| ${headers.join(' | ')} |`;
