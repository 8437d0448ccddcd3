import { describe, expect, it } from 'vitest';
import { breaksWithout, unauthorized } from '../../src/scopes/explain.js';
import { readRoutes } from '../../src/scopes/routes.js';
import { smallCatalog } from './small-catalog.js';

const routes = readRoutes(
  smallCatalog({
    implies: { ALL: ['WRITE'] },
    operations: {
      'GET /a': [['READ'], ['WRITE']],
      'PUT /a': [['WRITE']],
      'GET /b': [['READ', 'EXTRA']],
      'GET /c/{y}': [['READ']],
      'GET /c/{x}': [['READ']],
      'GET /unstated': 'undocumented',
    },
  }),
);
const demanded = ['GET /c/{y}', 'GET /a', 'GET /b', 'PUT /a', 'GET /unstated', 'GET /none'];

describe('breaksWithout', () => {
  it('lists the operations that a scope alone carries', () => {
    expect(breaksWithout(routes, ['READ', 'WRITE', 'EXTRA'], demanded, 'READ')).toEqual([
      'GET /b',
      'GET /c/{x}',
    ]);
    expect(breaksWithout(routes, ['READ', 'WRITE', 'EXTRA'], demanded, 'WRITE')).toEqual(['PUT /a']);
  });

  it('lists nothing that another held scope implies, or that failed before', () => {
    expect(breaksWithout(routes, ['ALL', 'WRITE'], demanded, 'WRITE')).toEqual([]);
    expect(breaksWithout(routes, ['ALL'], demanded, 'ALL')).toEqual(['GET /a', 'PUT /a']);
    expect(breaksWithout(routes, ['EXTRA'], demanded, 'EXTRA')).toEqual([]);
    expect(breaksWithout(routes, ['READ'], demanded, 'WRITE')).toEqual([]);
  });
});

describe('unauthorized', () => {
  it('lists what the held scopes leave out; what the docs do not state is never listed', () => {
    expect(unauthorized(routes, [], demanded)).toEqual(['GET /a', 'GET /b', 'GET /c/{x}', 'PUT /a']);
    expect(unauthorized(routes, ['ALL'], demanded)).toEqual(['GET /b', 'GET /c/{x}']);
  });
});
