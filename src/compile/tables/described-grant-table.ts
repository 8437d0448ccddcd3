import { name, operations, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Scope | Description covers | Quote`: where a scope's description says more than its assignments. */
export const describedGrantTable: TableKind = {
  id: 'described grant',
  columns: [
    { name: 'scope', required: true },
    { name: 'description covers', required: true },
    { name: 'quote', required: true },
    { name: 'operations' },
  ],
  read(row) {
    const covered = operations(row, 'operations').map(({ id }) => id);
    const grant = {
      scope: name(row, 'description covers'),
      ...(covered.length === 0 ? {} : { operations: covered }),
      quote: text(row, 'quote'),
      source: row.source,
    };
    return { describedGrants: [{ of: name(row, 'scope'), grant }] };
  },
};
