import { name, names, optionalText, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Scope | Grants`: what scopes there are, and what prose says that each grants. */
export const scopeTable: TableKind = {
  id: 'scope',
  columns: [
    { name: 'scope', required: true },
    { name: 'grants', aliases: ['description'], required: true },
    { name: 'area', aliases: ['module'] },
    { name: 'implies', aliases: ['includes'] },
  ],
  read(row) {
    const area = optionalText(row, 'area');
    return {
      scopes: [
        {
          name: name(row, 'scope'),
          description: text(row, 'grants'),
          ...(area === undefined ? {} : { area }),
          implies: names(row, 'implies'),
          describedAs: [],
          source: row.source,
        },
      ],
    };
  },
};
