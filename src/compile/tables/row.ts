import { UserError } from '../../model/errors.js';
import { toHttpMethod } from '../../model/http-method.js';
import { nearestName } from '../../model/nearest.js';
import type { HttpMethod } from '../../model/http-method.js';
import type { SourceRef } from '../../model/catalog.js';

/** One row of a recognized table: its cells by the canonical name of their column. */
export interface Row {
  readonly file: string;
  readonly source: SourceRef;
  readonly cells: ReadonlyMap<string, string>;
}

/** Method and path template of an operation, with its id `METHOD path`. */
export interface OperationName {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
}

/** The error of a cell that isn't what its column needs; names file and line. */
export function cellError(row: Row, column: string, expected: string): UserError {
  const found = row.cells.get(column) ?? '';
  return new UserError(
    `column "${column}": found ${found === '' ? 'an empty cell' : `"${found}"`}, expected ${expected}`,
    { file: row.file, line: row.source.line },
    'Correct the cell: every row of a table is compiled, none is skipped.',
  );
}

/** The text of a cell that must not be empty. */
export function text(row: Row, column: string): string {
  return optionalText(row, column) ?? fail(cellError(row, column, 'a value'));
}

/** The text of a cell, or undefined when it is empty, `-` or `none`, or the table lacks the column. */
export function optionalText(row: Row, column: string): string | undefined {
  const cell = row.cells.get(column) ?? '';
  return cell === '' || cell === '-' || cell === 'none' ? undefined : cell;
}

/** The parts of a cell that lists values with `;`; none for an empty cell. */
export function list(row: Row, column: string): readonly string[] {
  return (optionalText(row, column) ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A cell that holds one of the allowed words. */
export function choice<T extends string>(row: Row, column: string, allowed: readonly T[]): T {
  const found = text(row, column);
  const value = allowed.find((word) => word === found);
  if (value !== undefined) return value;
  const nearest = nearestName(found, allowed);
  throw cellError(row, column, `one of ${allowed.join(', ')}${nearest ? ` (did you mean ${nearest}?)` : ''}`);
}

/** A name of one word: scopes, ids, parameters, fields, shapes. */
export function name(row: Row, column: string): string {
  const found = text(row, column);
  if (/[\s;]/.test(found)) throw cellError(row, column, 'one name without spaces');
  return found;
}

/** The names that a cell lists with `;`. */
export function names(row: Row, column: string): readonly string[] {
  const found = list(row, column);
  if (found.some((part) => /\s/.test(part))) throw cellError(row, column, 'names divided by `;`');
  return found;
}

/** The operation `METHOD /path` that a cell names. */
export function operation(row: Row, column: string): OperationName {
  return toOperation(text(row, column)) ?? fail(cellError(row, column, operationForm));
}

/** The operations that a cell lists with `;`. */
export function operations(row: Row, column: string): readonly OperationName[] {
  return list(row, column).map((part) => toOperation(part) ?? fail(cellError(row, column, operationForm)));
}

/** The operation that two cells name, the method in one and the path in the other. */
export function operationOf(row: Row, methodColumn: string, pathColumn: string): OperationName {
  const method = text(row, methodColumn);
  if (toHttpMethod(method) !== method) throw cellError(row, methodColumn, 'an HTTP method in capitals');
  return (
    toOperation(`${method} ${text(row, pathColumn)}`) ??
    fail(cellError(row, pathColumn, 'a path template such as /users/{id}'))
  );
}

/** A path template: starts with `/`, has no spaces, and its braces are closed and not nested. */
export function isPathTemplate(path: string): boolean {
  return path.startsWith('/') && !/[\s?#*]/.test(path) && !/[{}]/.test(path.replace(/\{[^{}/]+\}/g, ''));
}

const operationForm = 'an operation such as GET /users/{id}';

function toOperation(found: string): OperationName | undefined {
  const space = found.indexOf(' ');
  const word = found.slice(0, Math.max(space, 0));
  const path = found.slice(space + 1).trim();
  const method = toHttpMethod(word);
  if (method !== word || !isPathTemplate(path)) return undefined;
  return { id: `${method} ${path}`, method, path };
}

/** Throws in the place of an expression. */
export function fail(error: Error): never {
  throw error;
}
