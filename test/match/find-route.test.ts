import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRoute } from '../../src/match/find-route.js';
import type { RouteAnswer } from '../../src/match/find-route.js';
import { fitsPattern, mayFitPattern, templatePatterns } from '../../src/match/path-pattern.js';
import { buildPathIndex } from '../../src/match/path-index.js';
import { fillingsFor, HOLE, reference } from './linear-reference.js';
import type { Expected, Template } from './linear-reference.js';
import { catalog } from './support.js';

const alphabet = 'ab.';
const text = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 2 });
const letter = fc.constantFrom(...alphabet);
const templateSegment = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom('{p}', '{q}') },
  { weight: 1, arbitrary: fc.tuple(text, fc.constant('{p}')).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('{p}'), text).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(letter, fc.constantFrom('', 'a', 'b')).map(([a, b]) => `{p}${a}{q}${b}`) },
);
const method = fc.constantFrom('GET', 'POST', 'PUT');
const template = fc
  .tuple(method, fc.array(templateSegment, { minLength: 1, maxLength: 3 }))
  .map(([verb, parts]): Template => {
    const path = `/${parts.join('/')}`;
    return { id: `${verb} ${path}`, method: verb, path };
  });
const templates = fc.uniqueArray(template, { minLength: 1, maxLength: 14, selector: ({ id }) => id });
// Dots alone are steps in a path, which the URL has taken out before.
const knownSegment = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 4 });
const segment = fc.oneof(
  { weight: 4, arbitrary: knownSegment },
  { weight: 2, arbitrary: fc.constant(HOLE) },
  { weight: 1, arbitrary: text.map((one) => one + HOLE) },
  { weight: 1, arbitrary: text.map((one) => HOLE + one) },
);
const path = fc.array(segment, { minLength: 1, maxLength: 3 });

function ours(all: readonly Template[], segments: readonly string[], verb: string, guess: boolean): Expected {
  const [provider] = buildPathIndex([
    catalog(
      'p',
      all.map(({ id }) => id),
    ),
  ]).providers;
  const serves = (): boolean => true;
  return plain(provider && findRoute(provider.docs, { segments, method: verb as 'GET', guess, serves }));
}

function plain(answer: RouteAnswer): Expected {
  if (answer === undefined) return undefined;
  switch (answer.kind) {
    case 'one':
      return { kind: 'one', id: answer.route.operation.id, guessed: answer.guessed };
    case 'several':
      return { kind: 'several', ids: answer.routes.map(({ operation }) => operation.id).sort() };
    case 'other-method':
      return { kind: 'other-method' };
  }
}

describe('findRoute', () => {
  it('equals the linear reference on known paths', () => {
    fc.assert(
      fc.property(
        templates,
        fc.array(knownSegment, { minLength: 1, maxLength: 3 }),
        method,
        (all, segments, verb) => {
          expect(ours(all, segments, verb, false)).toEqual(reference(all, segments, verb, false, alphabet));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('equals the linear reference on paths with holes', () => {
    fc.assert(
      fc.property(templates, path, method, fc.boolean(), (all, segments, verb, guess) => {
        expect(ours(all, segments, verb, guess)).toEqual(reference(all, segments, verb, guess, alphabet));
      }),
      { numRuns: 1500 },
    );
  });

  it('prefers the template that fits better in a later segment where mixed segments tie', () => {
    const all = ['GET /{p}a/{p}.', 'PUT /.{p}/{p}'].map((id): Template => {
      const [verb = '', path = ''] = id.split(' ');
      return { id, method: verb, path };
    });
    expect(ours(all, ['.a', 'a.'], 'PUT', false)).toEqual({ kind: 'other-method' });
    expect(ours(all, ['.a', 'ab'], 'PUT', false)).toEqual({
      kind: 'one',
      id: 'PUT /.{p}/{p}',
      guessed: false,
    });
  });

  it('does not depend on the order of operations', () => {
    fc.assert(
      fc.property(templates, path, method, (all, segments, verb) => {
        expect(ours([...all].reverse(), segments, verb, true)).toEqual(ours(all, segments, verb, true));
      }),
    );
  });

  it('finds every template by its own text, or a more literal one', () => {
    fc.assert(
      fc.property(templates, (all) => {
        for (const one of all) {
          const segments = one.path
            .split('/')
            .slice(1)
            .map((part) => part.replaceAll(/\{\w+\}/g, HOLE));
          const answer = ours(all, segments, one.method, false);
          expect(answer?.kind).not.toBe(undefined);
        }
      }),
    );
  });
});

describe('patterns', () => {
  it('agree with every filling of the holes', () => {
    fc.assert(
      fc.property(templateSegment, segment, (one, other) => {
        const [pattern] = templatePatterns(one);
        if (pattern === undefined) throw new Error(`no pattern in ${one}`);
        const fits = fillingsFor(alphabet, other).map((filled) => fitsPattern(filled, pattern));
        // Four letters a hole are enough for these templates, so "some" is exact and "all" follows from `fitsPattern`.
        expect(mayFitPattern(other, pattern)).toBe(fits.includes(true));
        if (fitsPattern(other, pattern)) expect(fits).not.toContain(false);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{a}{b}', 'x', true],
    ['{a}...{b}', 'main...dev', true],
    ['{a}...{b}', '...dev', false],
    ['{a}:append', ':append', false],
    ["getByPath(path='{path}')", "getByPath(path='a/b')", true],
    [':id', 'x', true],
    ['a:b', 'a:b', true],
    ['{a', '{a', true],
    ['%7Bid%7D', '{id}', true],
  ])('%s and %s', (pattern, value, expected) => {
    const [segmentPattern] = templatePatterns(pattern);
    expect(segmentPattern !== undefined && fitsPattern(value, segmentPattern)).toBe(expected);
  });
});
