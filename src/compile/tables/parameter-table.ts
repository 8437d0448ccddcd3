import { choice, name, operation, optionalText } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Operation | Parameter | In | Required`: parameters and headers of an operation. */
export const parameterTable: TableKind = {
  id: 'parameter',
  columns: [
    { name: 'operation', required: true },
    { name: 'parameter', required: true },
    { name: 'in', required: true },
    { name: 'required', required: true },
    { name: 'format' },
    { name: 'value' },
    { name: 'notes', aliases: ['note'] },
  ],
  read(row) {
    const format = optionalText(row, 'format');
    const value = optionalText(row, 'value');
    const note = optionalText(row, 'notes');
    const parameter = {
      name: name(row, 'parameter'),
      in: choice(row, 'in', ['path', 'query', 'header']),
      required: choice(row, 'required', ['yes', 'no', 'not stated']) === 'yes',
      ...(format === undefined ? {} : { format }),
      ...(value === undefined ? {} : { value }),
      ...(note === undefined ? {} : { note }),
      source: row.source,
    };
    return {
      additions: [{ operation: operation(row, 'operation').id, parameters: [parameter], source: row.source }],
    };
  },
};
