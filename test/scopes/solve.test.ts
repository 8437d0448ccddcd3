import { describe, expect, it } from 'vitest';
import { compareCosts, compareNameLists, costOf } from '../../src/scopes/objective.js';
import { unauthorized } from '../../src/scopes/explain.js';
import { layOut } from '../../src/scopes/instance.js';
import { demandedRoutes } from '../../src/scopes/objective.js';
import { stateProblem } from '../../src/scopes/problem.js';
import { indexScopes } from '../../src/scopes/scope-index.js';
import { search } from '../../src/scopes/search.js';
import { solve } from '../../src/scopes/solve.js';
import { bruteForce } from './brute-force.js';
import { below, randomCatalog, seeded, shuffled } from './random-catalog.js';
import type { Random } from './random-catalog.js';
import { smallCatalog } from './small-catalog.js';

describe('solve', () => {
  const solved = (
    operations: Parameters<typeof smallCatalog>[0]['operations'],
    demanded: string[],
    implies = {},
  ) => solve(indexScopes(smallCatalog({ operations, implies })), demanded);

  it('prefers spared writes to spared reads, and those to fewer scopes', () => {
    const operations = {
      'GET /a': [['WIDE'], ['READ_A']],
      'GET /b': [['WIDE'], ['READ_B']],
      'DELETE /a': [['WIDE']],
      'GET /c': [['READ_A']],
      'GET /d': [['READ_B']],
    };
    const found = solved(operations, ['GET /a', 'GET /b']);
    expect(found.scopes).toEqual(['READ_A', 'READ_B']);
    expect(found.cost).toEqual({ excessWrites: 0, excessReads: 2 });
  });

  it('takes the wide scope when all that it opens is demanded', () => {
    const operations = { 'GET /a': [['WIDE'], ['READ_A']], 'GET /b': [['WIDE'], ['READ_B']] };
    expect(solved(operations, ['GET /a', 'GET /b']).scopes).toEqual(['WIDE']);
  });

  it('breaks ties by name', () => {
    expect(solved({ 'GET /a': [['C'], ['B']] }, ['GET /a']).scopes).toEqual(['B']);
  });

  it('needs all of one alternative, and counts what only the pair opens', () => {
    const operations = {
      'GET /a': [['A', 'B'], ['C']],
      'DELETE /pair': [['A', 'B']],
      'GET /c': [['C']],
    };
    expect(solved(operations, ['GET /a'])).toMatchObject({
      scopes: ['C'],
      cost: { excessWrites: 0, excessReads: 1 },
    });
  });

  it('counts what a scope implies as authorized, and as excess', () => {
    const operations = { 'GET /a': [['READ']], 'PUT /a': [['WRITE']], 'GET /b': [['READ_B']] };
    const implies = { WRITE: ['READ'], ALL: ['WRITE', 'READ_B'] };
    expect(solved(operations, ['GET /a', 'PUT /a'], implies).scopes).toEqual(['WRITE']);
    expect(solved(operations, ['GET /a'], implies).scopes).toEqual(['READ']);
    expect(solved(operations, ['GET /a', 'PUT /a', 'GET /b'], implies).scopes).toEqual(['ALL']);
  });

  it('needs no scope for public and undocumented operations, and names ids that the catalog lacks', () => {
    const found = solved({ 'GET /public': [[]], 'GET /unstated': 'undocumented' }, [
      'GET /unstated',
      'GET /public',
      'GET /none',
    ]);
    expect(found).toEqual({
      scopes: [],
      proven: true,
      because: {},
      unsatisfied: ['GET /none'],
      cost: { excessWrites: 0, excessReads: 0 },
    });
  });

  it('says which operations need each scope, one name a route', () => {
    const operations = {
      'GET /a/{y}': [['A']],
      'GET /a/{x}': [['A']],
      'GET /b': [['A'], ['B']],
      'PUT /b': [['B']],
    };
    expect(solved(operations, ['GET /a/{y}', 'GET /b', 'PUT /b']).because).toEqual({
      A: ['GET /a/{x}'],
      B: ['PUT /b'],
    });
  });

  it('with fixed scopes gives the least addition, for which what they open costs nothing more', () => {
    const operations = {
      'GET /a': [['A'], ['X']],
      'GET /b': [['B', 'HELD'], ['C']],
      'PUT /x': [['HELD'], ['X']],
      'GET /c': [['C']],
    };
    const index = indexScopes(smallCatalog({ operations }));
    const found = solve(index, ['GET /a', 'GET /b'], { fixed: ['HELD', 'TYPO'] });
    // A and X are equal once HELD has opened PUT /x; C would open GET /c.
    expect(found).toMatchObject({ scopes: ['A', 'B'], cost: { excessWrites: 1, excessReads: 0 } });
    expect(Object.keys(found.because)).toEqual(['A', 'B']);
  });
});

describe('solve against brute force', () => {
  for (const fixed of [false, true]) {
    it(
      `finds the same optimum on 1,000 random instances ${fixed ? 'with' : 'without'} fixed grants`,
      { timeout: 120_000 },
      () => {
        for (let seed = 1; seed <= 1000; seed++) {
          const { catalog, demanded, grants } = instance(seeded(seed + (fixed ? 100_000 : 0)), fixed);
          const best = bruteForce(catalog, demanded, grants);
          const found = solve(indexScopes(catalog), demanded, { fixed: grants });
          expect({ seed, scopes: found.scopes, ...found.cost, proven: found.proven }).toEqual({
            seed,
            ...best,
            proven: true,
          });
        }
      },
    );
  }
});

describe('solve on larger random instances', { timeout: 120_000 }, () => {
  const larger = Array.from({ length: 40 }, (_, i) => {
    const random = seeded(5000 + i);
    const shape = {
      scopes: 20 + below(random, 25),
      operations: 150,
      anyOf: 4,
      allOf: 1 + (i % 3),
      implies: i % 2,
    };
    const catalog = randomCatalog(random, shape);
    const demanded = shuffled(
      random,
      catalog.operations.map(({ id }) => id),
    ).slice(0, 15 + below(random, 20));
    return { random, catalog, demanded, index: indexScopes(catalog) };
  });

  it('finds the same with and without reductions', () => {
    for (const { index, demanded } of larger) {
      const found = solve(index, demanded);
      const problem = stateProblem(index.numbering, demandedRoutes(index.routes, demanded));
      const plain = layOut(problem);
      const result = search(plain, Infinity);
      const names = result.scopes.map((scope) => index.numbering.names[plain.scopes[scope]!]);
      expect({ scopes: found.scopes, proven: found.proven }).toEqual({ scopes: names, proven: true });
    }
  });

  it('authorizes the demand, and no proper subset does', () => {
    for (const { index, demanded } of larger) {
      const { scopes, because } = solve(index, demanded);
      expect(unauthorized(index.routes, scopes, demanded)).toEqual([]);
      for (const scope of scopes) {
        const broken = unauthorized(
          index.routes,
          scopes.filter((other) => other !== scope),
          demanded,
        );
        expect(broken.length).toBeGreaterThan(0);
        expect(because[scope]).toEqual(broken);
      }
    }
  });

  it('reports the cost that the objective gives', () => {
    for (const { index, demanded } of larger) {
      const { scopes, cost } = solve(index, demanded);
      expect({ ...cost, scopes: scopes.length }).toEqual(costOf(index.routes, scopes, demanded));
    }
  });

  it('does not depend on the order of scopes, operations, alternatives or demands', () => {
    for (const { index, catalog, demanded, random } of larger) {
      const mixed = {
        ...catalog,
        scopes: shuffled(random, catalog.scopes),
        operations: shuffled(random, catalog.operations).map((operation) =>
          operation.security === 'undocumented'
            ? operation
            : { ...operation, security: shuffled(random, operation.security) },
        ),
      };
      const mixedIndex = indexScopes(mixed);
      expect(solve(mixedIndex, shuffled(random, demanded))).toEqual(solve(index, demanded));
      const hurried = { budget: 0 };
      expect(solve(mixedIndex, shuffled(random, demanded), hurried)).toEqual(solve(index, demanded, hurried));
    }
  });

  it('is never beaten by a random exchange of scopes', () => {
    for (const { index, catalog, demanded, random } of larger) {
      const { scopes, cost } = solve(index, demanded);
      const names = catalog.scopes.map((scope) => scope.name);
      for (let i = 0; i < 50; i++) {
        const other = [
          ...new Set([
            ...shuffled(random, scopes).slice(1 + below(random, 2)),
            ...shuffled(random, names).slice(0, 2),
          ]),
        ].sort();
        if (unauthorized(index.routes, other, demanded).length > 0) continue;
        const difference = compareCosts(costOf(index.routes, other, demanded), {
          ...cost,
          scopes: scopes.length,
        });
        expect(difference || compareNameLists(other, scopes)).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

describe('solve when the budget ends', { timeout: 60_000 }, () => {
  it('still authorizes everything, is not proven, and its bound holds', () => {
    let unproven = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed);
      const catalog = randomCatalog(random, {
        scopes: 30,
        operations: 150,
        anyOf: 4,
        allOf: 2,
        implies: 0.5,
      });
      const demanded = shuffled(
        random,
        catalog.operations.map(({ id }) => id),
      ).slice(0, 30);
      const index = indexScopes(catalog);
      const best = solve(index, demanded);
      const hurried = solve(index, demanded, { budget: 0 });
      expect(best.proven).toBe(true);
      expect(unauthorized(index.routes, hurried.scopes, demanded)).toEqual([]);
      if (hurried.proven) {
        expect(hurried).toEqual(best);
        continue;
      }
      unproven += 1;
      const optimum = { ...best.cost, scopes: best.scopes.length };
      expect(compareCosts(hurried.bound!, optimum)).toBeLessThanOrEqual(0);
      expect(compareCosts(optimum, { ...hurried.cost, scopes: hurried.scopes.length })).toBeLessThanOrEqual(
        0,
      );
    }
    expect(unproven).toBeGreaterThan(10);
  });
});

function instance(random: Random, fixed: boolean) {
  // Brute force doubles with every scope: most instances are small, some have 14.
  const scopes = random() < 0.04 ? 14 : 2 + below(random, 8);
  const catalog = randomCatalog(random, {
    scopes,
    operations: 4 + below(random, 26),
    anyOf: 1 + below(random, 4),
    allOf: 1 + below(random, 3),
    implies: random() < 0.5 ? 0 : 1.2,
  });
  const ids = shuffled(
    random,
    catalog.operations.map((operation) => operation.id),
  );
  const names = shuffled(
    random,
    catalog.scopes.map((scope) => scope.name),
  );
  return {
    catalog,
    demanded: ids.slice(0, below(random, 10)),
    grants: fixed ? names.slice(0, 1 + below(random, 3)) : [],
  };
}
