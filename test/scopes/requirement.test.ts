import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope, SecurityScheme } from '../../src/model/catalog.js';
import { authorizedScopes, authorizes, closeImplications } from '../../src/scopes/implication.js';
import { alternativesOf, minimalAlternatives } from '../../src/scopes/requirement.js';

const schemes: Record<string, SecurityScheme> = {
  code: { type: 'oauth2' },
  implicit: { type: 'oauth2' },
  login: { type: 'openIdConnect' },
  basic: { type: 'http' },
  key: { type: 'apiKey' },
  download: { type: 'token' },
};

const source = { document: 'docs.md', line: 1 };
const scope = (name: string, implies: readonly string[] = []): Scope => ({
  name,
  description: '',
  implies,
  describedAs: [],
  source,
});

describe('alternativesOf', () => {
  it('keeps any-of apart from all-of', () => {
    expect(alternativesOf([{ code: ['B', 'A'] }, { code: ['C'] }], schemes)).toEqual([['A', 'B'], ['C']]);
  });

  it('needs the same scope on two schemes once', () => {
    expect(alternativesOf([{ code: ['A'], implicit: ['A'] }], schemes)).toEqual([['A']]);
  });

  it('adds up the scopes of the schemes of one requirement', () => {
    expect(alternativesOf([{ code: ['A'], basic: ['B'], key: [] }], schemes)).toEqual([['A', 'B']]);
  });

  it('needs no scope where none is named', () => {
    expect(alternativesOf([{ key: [] }], schemes)).toEqual([[]]);
    expect(alternativesOf([{ download: [] }], schemes)).toEqual([[]]);
    expect(alternativesOf([{ code: [] }, { key: [] }], schemes)).toEqual([[]]);
  });

  it('sets aside the way for another kind of token, so that it does not excuse the scopes', () => {
    expect(alternativesOf([{ basic: [] }, { code: ['A'] }], schemes)).toEqual([['A']]);
    expect(alternativesOf([{ unknown: [] }, { code: ['A'] }], schemes)).toEqual([['A']]);
  });

  it('keeps a public alternative and an OAuth token without scopes', () => {
    expect(alternativesOf([{ basic: [] }, { code: ['A'] }, {}], schemes)).toEqual([['A'], []]);
    expect(alternativesOf([{ login: [] }, { code: ['A'] }], schemes)).toEqual([[], ['A']]);
  });

  it('reads an empty list as no security, and keeps undocumented apart', () => {
    expect(alternativesOf([], schemes)).toEqual([[]]);
    expect(alternativesOf('undocumented', schemes)).toBe('undocumented');
  });
});

describe('closeImplications', () => {
  it('follows the hierarchy to its end, through circles and to scopes that are not listed', () => {
    const closed = closeImplications([
      scope('ADMIN', ['WRITE']),
      scope('WRITE', ['READ', 'OTHER']),
      scope('READ', ['WRITE']),
    ]);
    expect([...closed.of('ADMIN')].sort()).toEqual(['ADMIN', 'OTHER', 'READ', 'WRITE']);
    expect([...closed.of('READ')].sort()).toEqual(['OTHER', 'READ', 'WRITE']);
    expect([...closed.of('ALONE')]).toEqual(['ALONE']);
  });
});

describe('minimalAlternatives', () => {
  const implications = closeImplications([
    scope('WRITE', ['READ']),
    scope('READ'),
    scope('ADMIN', ['WRITE']),
  ]);

  it('drops sets that include another, directly or by implication', () => {
    expect(minimalAlternatives([['A', 'B'], ['A'], ['C']], implications)).toEqual([['A'], ['C']]);
    expect(minimalAlternatives([['ADMIN'], ['READ']], implications)).toEqual([['READ']]);
  });

  it('drops scopes that their own set implies', () => {
    expect(minimalAlternatives([['ADMIN', 'READ']], implications)).toEqual([['ADMIN']]);
  });

  it('keeps the first by name of scopes that imply each other', () => {
    const circle = closeImplications([scope('A', ['B']), scope('B', ['A'])]);
    expect(minimalAlternatives([['B'], ['A']], circle)).toEqual([['A']]);
    expect(minimalAlternatives([['B', 'A']], circle)).toEqual([['A']]);
  });

  it('is public when one alternative is', () => {
    expect(minimalAlternatives([['A'], []], implications)).toEqual([[]]);
  });

  const name = fc.constantFrom('A', 'B', 'C', 'D', 'E');
  const hierarchy = fc.array(fc.tuple(name, name), { maxLength: 6 });
  const sets = fc.array(fc.array(name, { maxLength: 3 }), { maxLength: 5 });

  it('means the same as its input, has no superfluous part, and is a fixed point', () => {
    fc.assert(
      fc.property(hierarchy, sets, (edges, anyOf) => {
        const scopes = ['A', 'B', 'C', 'D', 'E'].map((one) =>
          scope(
            one,
            edges.filter(([from]) => from === one).map(([, to]) => to),
          ),
        );
        const closed = closeImplications(scopes);
        const minimal = minimalAlternatives(anyOf, closed);
        for (let bits = 0; bits < 32; bits++) {
          const held = authorizedScopes(
            closed,
            ['A', 'B', 'C', 'D', 'E'].filter((_, i) => (bits >> i) & 1),
          );
          expect(authorizes(held, minimal)).toBe(authorizes(held, anyOf));
        }
        for (const allOf of minimal) {
          const held = authorizedScopes(closed, allOf);
          expect(
            authorizes(
              held,
              minimal.filter((other) => other !== allOf),
            ),
          ).toBe(false);
        }
        expect(minimalAlternatives(minimal, closed)).toEqual(minimal);
        expect(minimalAlternatives([...anyOf].reverse(), closed)).toEqual(minimal);
      }),
    );
  });
});
