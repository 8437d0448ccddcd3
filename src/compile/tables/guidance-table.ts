import { name, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Id | Statement`: what the docs say about use, for reports and findings to cite. */
export const guidanceTable: TableKind = {
  id: 'guidance',
  columns: [
    { name: 'id', required: true },
    { name: 'statement', required: true },
  ],
  read(row) {
    return { guidance: [{ id: name(row, 'id'), statement: text(row, 'statement'), source: row.source }] };
  },
};
