import { describe, expect, it } from 'vitest';
import { indexScopes } from '../../src/scopes/scope-index.js';
import { solve } from '../../src/scopes/solve.js';
import { mayNeedMore, scopeVerdicts } from '../../src/scopes/verdicts.js';
import { smallCatalog } from './small-catalog.js';

const index = indexScopes(
  smallCatalog({
    implies: { ALL: ['WRITE'] },
    operations: {
      'GET /a': [['READ']],
      'PUT /a': [['WRITE'], ['READ', 'EXTRA']],
      'GET /b': [['OTHER']],
      'GET /public': [[]],
      'GET /unstated': 'undocumented',
    },
  }),
);
const least = solve(index, ['GET /a']);
const verdicts = (unresolved: { key: string; operations: string[] }[], about: string[]) =>
  scopeVerdicts(index.routes, least, unresolved, about);

describe('scopeVerdicts', () => {
  it('says by which operations a scope is needed, and what is not needed', () => {
    expect(verdicts([], ['OTHER'])).toEqual([
      { scope: 'OTHER', kind: 'not-needed' },
      { scope: 'READ', kind: 'needed', by: ['GET /a'] },
    ]);
  });

  it('is undecided because of the requests that could need the scope, and of those only', () => {
    const unresolved = [
      { key: 'a.ts:1', operations: ['GET /a', 'PUT /a'] },
      { key: 'a.ts:2', operations: ['GET /b'] },
      { key: 'a.ts:3', operations: ['GET /a'] },
    ];
    expect(verdicts(unresolved, ['WRITE', 'ALL', 'EXTRA', 'OTHER', 'UNKNOWN'])).toEqual([
      { scope: 'ALL', kind: 'undecided', because: ['a.ts:1'] },
      { scope: 'EXTRA', kind: 'undecided', because: ['a.ts:1'] },
      { scope: 'OTHER', kind: 'undecided', because: ['a.ts:2'] },
      { scope: 'READ', kind: 'needed', by: ['GET /a'] },
      { scope: 'UNKNOWN', kind: 'not-needed' },
      { scope: 'WRITE', kind: 'undecided', because: ['a.ts:1'] },
    ]);
  });

  it('does not count requests that the least set covers, or that need no scope', () => {
    const unresolved = [{ key: 'x', operations: ['GET /a', 'GET /public', 'GET /unstated', 'GET /none'] }];
    expect(verdicts(unresolved, ['WRITE'])[1]).toEqual({ scope: 'WRITE', kind: 'not-needed' });
    expect(mayNeedMore(index.routes, least, unresolved)).toEqual([]);
    expect(mayNeedMore(index.routes, least, [{ key: 'y', operations: ['GET /a', 'GET /b'] }])).toEqual(['y']);
  });
});
