import type { SecurityRequirement } from '../../model/catalog.js';
import type { Row } from './row.js';
import { list, name, operationOf, optionalText, choice } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Method | Path`: operations that the docs describe, whatever they say of scopes. */
export const endpointTable: TableKind = {
  id: 'endpoint',
  columns: [
    { name: 'method', required: true },
    { name: 'path', required: true },
    { name: 'summary', aliases: ['behaviour', 'description'] },
    { name: 'security' },
    { name: 'servers', aliases: ['server'] },
    { name: 'access' },
  ],
  read(row) {
    const summary = optionalText(row, 'summary');
    const servers = list(row, 'servers');
    const access = optionalText(row, 'access');
    return {
      operations: [
        {
          ...operationOf(row, 'method', 'path'),
          paths: [],
          ...(summary === undefined ? {} : { summary }),
          ...(servers.length === 0 ? {} : { servers }),
          security: security(row),
          ...(access === undefined ? {} : { access: choice(row, 'access', ['read', 'write']) }),
          parameters: [],
          alsoStated: [],
          sources: [row.source],
        },
      ],
    };
  },
};

/** `not stated`, `public`, or the id of a scheme that is needed without a scope. */
function security(row: Row): readonly SecurityRequirement[] | 'undocumented' {
  const stated = optionalText(row, 'security');
  if (stated === undefined || stated === 'not stated') return 'undocumented';
  return stated === 'public' ? [{}] : [{ [name(row, 'security')]: [] }];
}
