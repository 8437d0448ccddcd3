import { describe, expect, it } from 'vitest';
import { compareGrants } from '../../src/scopes/compare.js';
import { unauthorized } from '../../src/scopes/explain.js';
import { indexScopes } from '../../src/scopes/scope-index.js';
import { solve } from '../../src/scopes/solve.js';
import { bruteForce } from './brute-force.js';
import { below, randomCatalog, seeded, shuffled } from './random-catalog.js';
import { smallCatalog } from './small-catalog.js';

const inventory = indexScopes(
  smallCatalog({
    operations: {
      'GET /inventories': [['INVENTORY'], ['INVENTORY_READ']],
      'POST /inventories': [['INVENTORY']],
      'GET /reports': [['REPORTS']],
      'GET /linked': [['INVENTORY_READ', 'REPORTS'], ['INVENTORY']],
      'GET /purposes': [['CONSENT_READ']],
      'PUT /purposes': [['CONSENT']],
      'GET /unstated': 'undocumented',
    },
  }),
);

const compared = (granted: string[], demanded: string[]) => {
  const { least, missing, excess, replaceable } = compareGrants(inventory, { granted, demanded });
  return { least: least.scopes, missing: missing.scopes, excess, replaceable };
};

describe('compareGrants', { timeout: 60_000 }, () => {
  it('finds nothing to say where the grants are the least set', () => {
    expect(compared(['INVENTORY_READ'], ['GET /inventories'])).toEqual({
      least: ['INVENTORY_READ'],
      missing: [],
      excess: [],
      replaceable: [],
    });
  });

  it('lacks what no grant authorizes', () => {
    expect(compared(['CONSENT'], ['GET /purposes'])).toEqual({
      least: ['CONSENT_READ'],
      missing: ['CONSENT_READ'],
      excess: ['CONSENT'],
      replaceable: [],
    });
  });

  it('names the replacement of a grant that is used but wider than needed', () => {
    expect(compared(['INVENTORY'], ['GET /inventories'])).toEqual({
      least: ['INVENTORY_READ'],
      missing: [],
      excess: ['INVENTORY'],
      replaceable: [{ scope: 'INVENTORY', by: ['INVENTORY_READ'] }],
    });
  });

  it('names no replacement that other calls lack anyway', () => {
    expect(compared(['INVENTORY_READ'], ['GET /inventories', 'POST /inventories'])).toEqual({
      least: ['INVENTORY'],
      missing: ['INVENTORY'],
      excess: ['INVENTORY_READ'],
      replaceable: [],
    });
  });

  it('calls a wide grant excess only, when the grants that stay do its work', () => {
    expect(compared(['INVENTORY', 'INVENTORY_READ'], ['GET /inventories'])).toMatchObject({
      excess: ['INVENTORY'],
      replaceable: [],
    });
  });

  it('replaces by what is not granted yet', () => {
    expect(compared(['INVENTORY', 'REPORTS'], ['GET /linked', 'GET /reports'])).toMatchObject({
      least: ['INVENTORY_READ', 'REPORTS'],
      replaceable: [{ scope: 'INVENTORY', by: ['INVENTORY_READ'] }],
    });
  });

  it('names every one of two wide grants that only together can go', () => {
    const index = indexScopes(
      smallCatalog({
        operations: { 'GET /a': [['READ'], ['W1'], ['W2']], 'PUT /a': [['W1']], 'PUT /b': [['W2']] },
      }),
    );
    expect(compareGrants(index, { granted: ['W2', 'W1'], demanded: ['GET /a'] }).replaceable).toEqual([
      { scope: 'W1', by: ['READ'] },
      { scope: 'W2', by: ['READ'] },
    ]);
  });

  it('does not call a grant used for what a grant that stays does as well', () => {
    const index = indexScopes(
      smallCatalog({
        implies: { E: ['K'] },
        operations: {
          'GET /a': [
            ['K', 'F'],
            ['K', 'R'],
          ],
          'PUT /e': [['E']],
          'PUT /f': [['F']],
        },
      }),
    );
    expect(compareGrants(index, { granted: ['E', 'F', 'K'], demanded: ['GET /a'] })).toMatchObject({
      least: { scopes: ['K', 'R'] },
      excess: ['E', 'F'],
      replaceable: [{ scope: 'F', by: ['R'] }],
    });
  });

  it('sees use and replacement through a hierarchy', () => {
    const index = indexScopes(
      smallCatalog({
        implies: { ALL: ['WRITE'], WRITE: ['READ'] },
        operations: { 'GET /a': [['READ']], 'PUT /a': [['WRITE']] },
      }),
    );
    expect(compareGrants(index, { granted: ['ALL'], demanded: ['GET /a'] })).toMatchObject({
      missing: { scopes: [] },
      excess: ['ALL'],
      replaceable: [{ scope: 'ALL', by: ['READ'] }],
    });
  });

  it('lets undocumented calls neither need nor excuse a grant', () => {
    expect(compared(['CONSENT'], ['GET /unstated'])).toEqual({
      least: [],
      missing: [],
      excess: ['CONSENT'],
      replaceable: [],
    });
  });

  it('gives missing as the least addition, though the least set differs', () => {
    const index = indexScopes(
      smallCatalog({
        operations: {
          'GET /a': [['A'], ['WIDE']],
          'GET /b': [['B'], ['B2', 'WIDE']],
          'PUT /a': [['WIDE']],
          'PUT /b': [['B']],
        },
      }),
    );
    const found = compareGrants(index, { granted: ['WIDE'], demanded: ['GET /a', 'GET /b'] });
    expect(found.least.scopes).toEqual(['A', 'B']);
    expect(found.missing.scopes).toEqual(['B2']);
  });

  it('agrees with brute force, and what stays plus the replacements authorizes what the grants did', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const catalog = randomCatalog(random, {
        scopes: 7,
        operations: 20,
        anyOf: 3,
        allOf: 2,
        implies: seed % 2,
      });
      const demanded = shuffled(
        random,
        catalog.operations.map(({ id }) => id),
      ).slice(0, 6);
      const granted = shuffled(
        random,
        catalog.scopes.map(({ name }) => name),
      ).slice(0, below(random, 5));
      const index = indexScopes(catalog);
      const { least, missing, excess, replaceable, spareAfter } = compareGrants(index, { granted, demanded });
      expect(missing.scopes).toEqual(bruteForce(catalog, demanded, granted).scopes);
      expect(least.scopes).toEqual(bruteForce(catalog, demanded).scopes);
      const kept = granted.filter((scope) => least.scopes.includes(scope));
      expect([...kept, ...excess].sort()).toEqual([...granted].sort());
      const after = [...kept, ...[...replaceable, ...spareAfter].flatMap(({ by }) => by)];
      const before = unauthorized(index.routes, granted, demanded);
      expect(unauthorized(index.routes, after, demanded).filter((id) => !before.includes(id))).toEqual([]);
      for (const { by } of replaceable) for (const scope of by) expect(granted).not.toContain(scope);
    }
  });

  it('passes its budget on', () => {
    const random = seeded(3);
    const catalog = randomCatalog(random, { scopes: 60, operations: 400, anyOf: 5, allOf: 2, implies: 0 });
    const demanded = catalog.operations.map(({ id }) => id).slice(0, 40);
    const index = indexScopes(catalog);
    const hurried = compareGrants(index, { granted: [], demanded, budget: 0 });
    expect(hurried.least).toEqual(solve(index, demanded, { budget: 0 }));
    expect(hurried.least.proven).toBe(false);
  });
});
