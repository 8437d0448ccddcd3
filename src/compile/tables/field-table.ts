import { choice, name, operations, optionalText, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Shape | Body | Used by`: the shapes of JSON bodies, and the operations that take them. */
export const shapeTable: TableKind = {
  id: 'shape',
  columns: [{ name: 'shape', required: true }, { name: 'body', required: true }, { name: 'used by' }],
  read(row) {
    const shape = name(row, 'shape');
    return {
      shapes: [{ name: shape, body: choice(row, 'body', ['array', 'object', 'part']), source: row.source }],
      additions: operations(row, 'used by').map(({ id }) => ({
        operation: id,
        requestShape: shape,
        source: row.source,
      })),
    };
  },
};

/** `Shape | Field | Type`: the fields of a shape, in the docs' words. */
export const fieldTable: TableKind = {
  id: 'request field',
  columns: [
    { name: 'shape', required: true },
    { name: 'field', required: true },
    { name: 'type', required: true },
    { name: 'notes', aliases: ['note'] },
  ],
  read(row) {
    const field = {
      name: name(row, 'field'),
      type: text(row, 'type'),
      note: optionalText(row, 'notes') ?? '',
      source: row.source,
    };
    return { fields: [{ shape: name(row, 'shape'), field }] };
  },
};
