import { UserError } from '../../model/errors.js';
import { nearestName } from '../../model/nearest.js';
import type { SourceText } from '../format.js';
import type { MarkdownTable } from './markdown-tables.js';
import type { TableKind } from './table-kind.js';

/** A table with its kind, and the canonical name of each of its columns. */
export interface RecognizedTable {
  readonly kind: TableKind;
  readonly columns: readonly string[];
}

/** The kind of a table by its headers. A `UserError` when it is none, with what the nearest kind expects. */
export function recognize(
  table: MarkdownTable,
  kinds: readonly TableKind[],
  source: SourceText,
): RecognizedTable {
  const readings = kinds.map((kind) => read(kind, table.headers));
  const fit = readings.find((reading) => reading.missing.length === 0 && reading.unknown.length === 0);
  if (fit) return { kind: fit.kind, columns: fit.columns };
  const nearest = readings.reduce((best, reading) => (reading.score > best.score ? reading : best));
  throw new UserError(
    `found a table with the columns ${table.headers.join(', ')}, which is none that is known${closest(nearest)}`,
    { file: source.file, line: table.line },
    `Tables are recognized by their headers. Known: ${kinds.map(describe).join('; ')}.`,
  );
}

interface Reading {
  readonly kind: TableKind;
  readonly columns: readonly string[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
  readonly score: number;
}

function read(kind: TableKind, headers: readonly string[]): Reading {
  const columns = headers.map((header) => canonical(kind, header));
  const unknown = headers.filter((_, index) => columns[index] === undefined);
  const missing = kind.columns
    .filter((column) => column.required && !columns.includes(column.name))
    .map((column) => column.name);
  const known = columns.filter((column) => column !== undefined);
  const repeated = known.filter((column, index) => known.indexOf(column) !== index);
  return {
    kind,
    columns: known,
    missing,
    unknown: [...unknown, ...repeated],
    score: known.length - missing.length - unknown.length - repeated.length,
  };
}

/** The canonical column of a header: case, bold marks and a remark in parentheses count for nothing. */
function canonical(kind: TableKind, header: string): string | undefined {
  const open = header.indexOf('(');
  const plain = (open > 0 ? header.slice(0, open) : header).replaceAll('*', '').trim().toLowerCase();
  return kind.columns.find((column) => column.name === plain || column.aliases?.includes(plain))?.name;
}

function closest(reading: Reading): string {
  if (reading.columns.length === 0) return '';
  const slips = reading.unknown.map((header) => {
    const near = nearestName(
      header,
      reading.kind.columns.map((column) => column.name),
    );
    return `column "${header}" is not known${near ? ` (did you mean "${near}"?)` : ''}`;
  });
  const gaps = reading.missing.map((column) => `column "${column}" is missing`);
  return `; as a table of kind "${reading.kind.id}", ${[...slips, ...gaps].join(', ')}`;
}

function describe(kind: TableKind): string {
  const columns = kind.columns.map((column) => (column.required ? column.name : `[${column.name}]`));
  return `${kind.id}: ${columns.join(', ')}`;
}
