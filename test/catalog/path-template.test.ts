import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSameRoute,
  parameterNames,
  parseTemplate,
  routeKey,
  templateEndsWith,
} from '../../src/catalog/path-template.js';

describe('parseTemplate', () => {
  it('tells literals, parameters and mixed segments apart', () => {
    expect(parseTemplate('/users/{id}/report-{year}.json')).toEqual([
      { kind: 'literal', text: 'users' },
      { kind: 'parameter', name: 'id' },
      {
        kind: 'mixed',
        parts: [
          { kind: 'text', text: 'report-' },
          { kind: 'parameter', name: 'year' },
          { kind: 'text', text: '.json' },
        ],
      },
    ]);
  });

  it('keeps a trailing slash as an empty literal, and the root as no segment', () => {
    expect(parseTemplate('/users/')).toHaveLength(2);
    expect(parseTemplate('/')).toEqual([]);
  });

  it('reads a brace without its pair as text', () => {
    expect(parseTemplate('/a{b')).toEqual([{ kind: 'literal', text: 'a{b' }]);
  });

  it('loses no text of a template', () => {
    const segment = fc.stringMatching(/^[a-z{}.-]{0,8}$/);
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
        const path = `/${segments.join('/')}`;
        const written = parseTemplate(path).map((one) => {
          if (one.kind === 'literal') return one.text;
          const parts = one.kind === 'mixed' ? one.parts : [one];
          return parts.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('');
        });
        expect(path === '/' ? [] : written).toEqual(path === '/' ? [] : segments);
      }),
    );
  });
});

describe('routes', () => {
  it.each([
    ['/a/{x}', '/a/{y}', true],
    ['/a/{x}', '/a/b', false],
    ['/a/{x}.json', '/a/{y}.json', true],
    ['/a/{x}.json', '/a/{y}', false],
    ['/a', '/A', false],
  ])('%s and %s are one route: %s', (a, b, same) => {
    expect(isSameRoute(a, b)).toBe(same);
  });

  it('writes parameters without their names', () => {
    expect(routeKey('/users/{id}/posts/{postId}')).toBe('/users/{}/posts/{}');
    expect(parameterNames('/users/{id}/posts/p-{postId}')).toEqual(['id', 'postId']);
  });

  it.each([
    ['/api/document/v3/files/{id}', '/files/{fileId}', true],
    ['/files/{id}', '/files/{fileId}', true],
    ['/api/myfiles/{id}', '/files/{id}', false],
    ['/{id}', '/files/{id}', false],
  ])('%s ends in %s: %s', (full, tail, ends) => {
    expect(templateEndsWith(full, tail)).toBe(ends);
  });
});
