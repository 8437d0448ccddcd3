import { describe, expect, it } from 'vitest';
import { excessRoutes } from '../../src/scopes/objective.js';
import { demandOf, readRoutes } from '../../src/scopes/routes.js';
import { smallCatalog } from './small-catalog.js';

describe('readRoutes', () => {
  it('makes one route of operations that are equal up to parameter names, named after the first', () => {
    const routes = readRoutes(
      smallCatalog({
        operations: { 'GET /users/{userId}': [['A']], 'GET /users/{id}': [['B']], 'GET /users': [['C']] },
      }),
    );
    expect(routes.all.map(({ id, operations, anyOf }) => ({ id, operations, anyOf }))).toEqual([
      { id: 'GET /users', operations: ['GET /users'], anyOf: [['C']] },
      {
        id: 'GET /users/{id}',
        operations: ['GET /users/{id}', 'GET /users/{userId}'],
        anyOf: [['A'], ['B']],
      },
    ]);
    expect(demandOf(routes, 'GET /users/{userId}')).toEqual({
      operation: 'GET /users/{id}',
      anyOf: [['A'], ['B']],
    });
  });

  it('takes what one of them states when the other states nothing', () => {
    const routes = readRoutes(
      smallCatalog({ operations: { 'GET /a/{x}': 'undocumented', 'GET /a/{y}': [['A']] } }),
    );
    expect(routes.all.map((route) => route.anyOf)).toEqual([[['A']]]);
  });

  it('keeps methods, servers and parts of segments apart', () => {
    const catalog = smallCatalog({
      operations: { 'GET /a/{x}': [['A']], 'PUT /a/{x}': [['A']], 'GET /a/{y}.json': [['A']] },
    });
    const [first, ...rest] = catalog.operations;
    const moved = { ...first!, id: 'GET /a/{z}', path: '/a/{z}', servers: ['https://upload.example.com'] };
    expect(readRoutes({ ...catalog, operations: [first!, ...rest, moved] }).all).toHaveLength(4);
  });

  it('ignores case only where the catalog does', () => {
    const catalog = smallCatalog({ operations: { 'GET /Users': [['A']], 'GET /users': [['A']] } });
    expect(readRoutes(catalog).all).toHaveLength(2);
    expect(readRoutes({ ...catalog, caseInsensitivePaths: true }).all).toHaveLength(1);
  });

  it('demands nothing where the docs state nothing', () => {
    const routes = readRoutes(smallCatalog({ operations: { 'GET /a': 'undocumented' } }));
    expect(demandOf(routes, 'GET /a')).toBeUndefined();
    expect(demandOf(routes, 'GET /b')).toBeUndefined();
  });
});

describe('excessRoutes', () => {
  const catalog = smallCatalog({
    implies: { A: ['AA'] },
    operations: {
      'GET /demanded': [['A']],
      'POST /search': [['A']],
      'DELETE /all': [['AA']],
      'GET /both': [['A', 'B']],
      'GET /public': [[]],
      'GET /free': [['A'], []],
      'PUT /unstated': 'undocumented',
      'GET /same/{x}': [['A']],
      'GET /same/{y}': [['A']],
    },
    access: { 'POST /search': 'read' },
  });

  it('counts guarded, undemanded routes once, and by the access that the catalog marks', () => {
    const excess = excessRoutes(readRoutes(catalog), ['A'], ['GET /demanded']);
    expect(excess.map(({ id, write }) => [id, write])).toEqual([
      ['DELETE /all', true],
      ['GET /same/{x}', false],
      ['POST /search', false],
    ]);
  });

  it('does not count a route of which one operation is demanded', () => {
    const excess = excessRoutes(readRoutes(catalog), ['A'], ['GET /same/{y}', 'GET /demanded']);
    expect(excess.map((route) => route.id)).toEqual(['DELETE /all', 'POST /search']);
  });
});
