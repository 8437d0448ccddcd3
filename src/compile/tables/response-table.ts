import { cellError, name, operations, optionalText, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Status | Meaning`: responses of every operation, or of those in the column `operations`. */
export const responseTable: TableKind = {
  id: 'response',
  columns: [
    { name: 'status', required: true },
    { name: 'meaning', required: true },
    { name: 'operations' },
    { name: 'code' },
    { name: 'body' },
    { name: 'remedy' },
  ],
  read(row) {
    const status = Number(text(row, 'status'));
    if (!Number.isInteger(status) || status < 100 || status > 599) {
      throw cellError(row, 'status', 'an HTTP status from 100 to 599');
    }
    const stated = operations(row, 'operations').map(({ id }) => id);
    const code = optionalText(row, 'code');
    const remedy = optionalText(row, 'remedy');
    return {
      responses: [
        {
          status,
          ...(code === undefined ? {} : { code }),
          meaning: text(row, 'meaning'),
          ...(optionalText(row, 'body') === undefined ? {} : { body: name(row, 'body') }),
          ...(remedy === undefined ? {} : { remedy }),
          ...(stated.length === 0 ? {} : { operations: stated }),
          source: row.source,
        },
      ],
    };
  },
};
