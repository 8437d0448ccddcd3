import type { Catalog } from '../../src/model/catalog.js';

const sources = [{ document: 'bench.md', line: 1 }];
const operation = (method: 'GET' | 'POST', path: string): Catalog['operations'][number] => ({
  id: `${method} ${path}`,
  method,
  path,
  paths: [path],
  security: 'undocumented',
  parameters: [],
  alsoStated: [],
  sources,
});

/** An API whose operations the programs call, with a limit for each in a minute and an hour. */
export const catalog: Catalog = {
  schemaVersion: 1,
  provider: 'bench',
  title: 'Bench',
  servers: ['https://api.example.test'],
  schemes: {},
  scopes: [],
  operations: [
    ...['/users', '/customers', '/orders', '/pages', '/tickets', '/items/{id}', '/stock/{id}'].map((path) =>
      operation('GET', path),
    ),
    operation('POST', '/items/{id}'),
  ],
  rateLimits: [
    {
      id: 'each',
      applies: { each: 'operation' },
      windows: [
        { quota: 300, windowSeconds: 60 },
        { quota: 9000, windowSeconds: 3600 },
      ],
      partition: 'account',
      violation: 'rejected',
      sources,
    },
  ],
  requestShapes: {},
  sources: [{ document: 'bench.md', title: 'Bench' }],
};
