import { expect, it } from 'vitest';
import { impliedScopes } from '../../src/catalog/scope-graph.js';

const scope = (name: string, ...implies: string[]) => ({
  name,
  description: '',
  implies,
  describedAs: [],
  source: { document: 'a.md', line: 1 },
});

it('follows the hierarchy to its end, through cycles and to scopes that are not listed', () => {
  const graph = impliedScopes([
    scope('ADMIN', 'WRITE'),
    scope('WRITE', 'READ', 'OTHER'),
    scope('READ', 'WRITE'),
  ]);
  expect([...(graph.get('ADMIN') ?? [])].toSorted()).toEqual(['ADMIN', 'OTHER', 'READ', 'WRITE']);
  expect([...(graph.get('READ') ?? [])].toSorted()).toEqual(['OTHER', 'READ', 'WRITE']);
});

it('holds a scope without a hierarchy for itself alone', () => {
  expect([...(impliedScopes([scope('READ')]).get('READ') ?? [])]).toEqual(['READ']);
});
