import { describe, expect, it } from 'vitest';
import { descriptionOnly } from '../../src/scopes/described-as.js';
import { readRoutes } from '../../src/scopes/routes.js';
import { smallCatalog } from './small-catalog.js';

const catalog = smallCatalog({
  implies: { SUITE: ['CONSENT'], CONSENT_ALL_READ: ['CONSENT_READ'] },
  describedAs: {
    CONSENT: [{ scope: 'CONSENT_READ', quote: 'Read, write and delete consent data' }],
    RISK: [{ scope: 'CONSENT_ALL_READ', quote: 'Everything' }],
  },
  operations: {
    'GET /purposes': [['CONSENT_READ']],
    'POST /purposes': [['CONSENT']],
    'GET /pair': [['CONSENT_READ', 'OTHER']],
    'GET /unstated': 'undocumented',
  },
});
const routes = readRoutes(catalog);
const found = (granted: string[], operation: string) => descriptionOnly(catalog, routes, granted, operation);

describe('descriptionOnly', () => {
  it('quotes the description that says what no assignment does', () => {
    expect(found(['CONSENT'], 'GET /purposes')).toEqual([
      {
        held: 'CONSENT',
        needed: 'CONSENT_READ',
        grant: {
          scope: 'CONSENT_READ',
          quote: 'Read, write and delete consent data',
          source: { document: 'scopes.md', line: 7 },
        },
      },
    ]);
  });

  it('goes through what the grant implies and what the described scope implies', () => {
    expect(found(['SUITE'], 'GET /purposes').map(({ held }) => held)).toEqual(['CONSENT']);
    expect(found(['RISK'], 'GET /purposes').map(({ held, needed }) => [held, needed])).toEqual([
      ['RISK', 'CONSENT_READ'],
    ]);
  });

  it('has nothing to say of what is authorized anyway, stated nowhere, or described in part only', () => {
    expect(found(['CONSENT', 'CONSENT_READ'], 'GET /purposes')).toEqual([]);
    expect(found(['CONSENT'], 'GET /unstated')).toEqual([]);
    expect(found(['CONSENT'], 'GET /pair')).toEqual([]);
    expect(found(['OTHER'], 'GET /purposes')).toEqual([]);
    expect(found(['CONSENT'], 'GET /none')).toEqual([]);
  });

  it('needs only what the grants lack of an alternative', () => {
    expect(found(['CONSENT', 'OTHER'], 'GET /pair').map(({ needed }) => needed)).toEqual(['CONSENT_READ']);
  });

  it('counts a description that speaks of certain operations for those alone', () => {
    const source = { document: 'scopes.md', line: 1 };
    const narrow = { scope: 'CONSENT_READ', quote: 'Read notices', source, operations: ['GET /notices'] };
    const wide = { scope: 'CONSENT_READ', quote: 'Read all', source };
    const described = (...describedAs: (typeof narrow | typeof wide)[]) => ({
      ...catalog,
      scopes: catalog.scopes.map((scope) => (scope.name === 'CONSENT' ? { ...scope, describedAs } : scope)),
    });
    const quotes = (one: typeof catalog) =>
      descriptionOnly(one, routes, ['CONSENT'], 'GET /purposes').map(({ grant }) => grant.quote);
    expect(quotes(described(narrow))).toEqual([]);
    expect(quotes(described(narrow, wide))).toEqual(['Read all']);
  });
});
