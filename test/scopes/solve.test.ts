import { describe, expect, it } from 'vitest';
import { indexScopes } from '../../src/scopes/scope-index.js';
import { solve } from '../../src/scopes/solve.js';
import { bruteForce } from './brute-force.js';
import { below, randomCatalog, seeded, shuffled } from './random-catalog.js';

describe('solve against brute force', () => {
  for (const fixed of [false, true]) {
    it(`finds the same optimum on 1,000 random instances ${fixed ? 'with' : 'without'} fixed grants`, () => {
      for (let seed = 1; seed <= 1000; seed++) {
        const random = seeded(seed + (fixed ? 100_000 : 0));
        const { catalog, demanded, grants } = instance(random, fixed);
        const best = bruteForce(catalog, demanded, grants);
        const found = solve(indexScopes(catalog), demanded, { fixed: grants });
        expect({ seed, scopes: found.scopes, ...found.cost, proven: found.proven }).toEqual({ seed, ...best, proven: true });
      }
    });
  }
});

function instance(random: () => number, fixed: boolean) {
  // Brute force doubles with every scope: most instances are small, some have 14.
  const scopes = random() < 0.04 ? 14 : 2 + below(random, 8);
  const catalog = randomCatalog(random, {
    scopes,
    operations: 4 + below(random, 26),
    anyOf: 1 + below(random, 4),
    allOf: 1 + below(random, 3),
    implies: random() < 0.5 ? 0 : 1.2,
  });
  const ids = shuffled(random, catalog.operations.map((operation) => operation.id));
  const demanded = ids.slice(0, below(random, 10));
  const names = shuffled(random, catalog.scopes.map((scope) => scope.name));
  return { catalog, demanded, grants: fixed ? names.slice(0, 1 + below(random, 3)) : [] };
}
