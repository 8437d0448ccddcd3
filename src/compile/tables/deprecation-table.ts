import { operation, operations, optionalText, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Older operation | Replacement | ...`: operations that should give way to a newer version. */
export const deprecationTable: TableKind = {
  id: 'older operation',
  columns: [
    { name: 'older operation', required: true },
    { name: 'replacement' },
    { name: 'alternatives' },
    { name: 'parameter changes' },
    { name: 'notes', aliases: ['note'], required: true },
  ],
  read(row) {
    const replacement = optionalText(row, 'replacement');
    const alternatives = operations(row, 'alternatives').map(({ id }) => id);
    const parameterChanges = optionalText(row, 'parameter changes');
    const deprecated = {
      ...(replacement === undefined ? {} : { replacement: operation(row, 'replacement').id }),
      ...(alternatives.length === 0 ? {} : { alternatives }),
      ...(parameterChanges === undefined ? {} : { parameterChanges }),
      note: text(row, 'notes'),
      source: row.source,
    };
    return {
      additions: [{ operation: operation(row, 'older operation').id, deprecated, source: row.source }],
    };
  },
};
