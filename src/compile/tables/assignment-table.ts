import type { CompileSettings } from '../format.js';
import type { OperationName, Row } from './row.js';
import { cellError, name, operationOf, operations, optionalText } from './row.js';
import type { RowFacts, TableKind } from './table-kind.js';

/** `Scope | Method | Path`: one assignment a row; `none` in both says that the scope has no operation. */
export const assignmentTable: TableKind = {
  id: 'assignment',
  columns: [
    { name: 'scope', required: true },
    { name: 'method', required: true },
    { name: 'path', required: true },
  ],
  read(row, settings) {
    const none = ['method', 'path'].filter((column) => optionalText(row, column) === undefined);
    if (none.length === 1) throw cellError(row, none[0] ?? 'path', 'a value, or `none` in both columns');
    return assigned(row, none.length === 0 ? [operationOf(row, 'method', 'path')] : [], settings);
  },
};

/** `Scope | Endpoints`: the operations of a scope in one cell, divided by `;`. */
export const assignmentListTable: TableKind = {
  id: 'assignment list',
  columns: [
    { name: 'scope', required: true },
    { name: 'endpoints', aliases: ['operations', 'operation', 'endpoint'], required: true },
  ],
  read(row, settings) {
    if ((row.cells.get('endpoints') ?? '') === '') throw cellError(row, 'endpoints', 'operations, or `none`');
    return assigned(row, operations(row, 'endpoints'), settings);
  },
};

function assigned(row: Row, operationNames: readonly OperationName[], settings: CompileSettings): RowFacts {
  const scope = name(row, 'scope');
  return {
    scopeMentions: [{ scope, source: row.source }],
    operations: operationNames.map((operation) => ({
      ...operation,
      paths: [],
      security: [{ [settings.scopeScheme ?? 'oauth2']: [scope] }],
      assignments: [{ scope, source: row.source }],
      parameters: [],
      alsoStated: [],
      sources: [row.source],
    })),
  };
}
