import { cellError, isPathTemplate, names, operation, optionalText, text } from './row.js';
import type { TableKind } from './table-kind.js';

/**
 * `Operation | Full path | Scopes stated there | Evidence`: documented operations under their full paths. The scopes
 * are `none` where the other document lists the operation without a scope, `-` where it doesn't list it.
 */
export const fullPathTable: TableKind = {
  id: 'full path',
  columns: [
    { name: 'operation', required: true },
    { name: 'full path', required: true },
    { name: 'scopes stated there', required: true },
    { name: 'evidence', required: true },
  ],
  read(row) {
    const path = optionalText(row, 'full path');
    if (path !== undefined && !isPathTemplate(path)) {
      throw cellError(
        row,
        'full path',
        'a path template from the host such as /api/users/v2/users/{id}, or `none`',
      );
    }
    return {
      pairings: [
        {
          operation: operation(row, 'operation').id,
          path,
          scopes:
            row.cells.get('scopes stated there') === '-' ? undefined : names(row, 'scopes stated there'),
          evidence: text(row, 'evidence'),
          source: row.source,
        },
      ],
    };
  },
};
