import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog, Operation } from '../../src/model/catalog.js';
import { match } from '../../src/match/match.js';
import { buildPathIndex } from '../../src/match/path-index.js';
import { shapeOf } from './linear-reference.js';
import { abstractUrl } from './support.js';

const file = new URL('../../data/trust-platform/catalog.json', import.meta.url);
const platform = JSON.parse(readFileSync(file, 'utf8')) as Catalog;
const open = buildPathIndex([platform]);
const configured = buildPathIndex([platform], { 'trust-platform': ['https://*.example.com', 'env:OT_BASE'] });

/** The first by name of the operations that are equal up to parameter names. */
function routeOf(operation: Operation): string {
  const same = platform.operations.filter(
    ({ method, path }) => method === operation.method && shapeOf(path) === shapeOf(operation.path),
  );
  return same.map(({ id }) => id).sort()[0] ?? '';
}

let fresh = 0;
const fillers: readonly (readonly [string, (name: string) => string])[] = [
  ['identifiers', () => `7f3a-${fresh++}`],
  ['holes', (name) => `{${name}}`],
  ['holes in parts of segments', (name) => `x-{${name}}`],
  ['environment values', (name) => `{env:${name}}`],
  ['colon placeholders', (name) => `:${name}`],
  ['brace placeholders', (name) => `{{${name}}}`],
];
const fill = (template: string, filler: (name: string) => string): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => filler(name));

const result = (index: typeof open, operation: Operation, url: string): string =>
  match(index, { url: abstractUrl(url), methods: [operation.method] })
    .map((one) => (one.kind === 'matched' ? `${one.operation} ${one.confidence}` : `${one.kind} ${url}`))
    .join(' + ');

describe.each(fillers)('every operation with %s as parameters', (_, filler) => {
  it('is found by each full path, on any host that may be the provider’s', () => {
    for (const operation of platform.operations) {
      for (const template of operation.paths) {
        const path = fill(template, filler);
        const expected = `${routeOf(operation)} high`;
        for (const base of [
          '{env:OT_BASE}',
          '{base}',
          'https://{env:HOST}',
          'https://tenant.example.org',
          '',
        ]) {
          expect(result(open, operation, base + path)).toBe(expected);
        }
        for (const base of ['{env:OT_BASE}', 'https://eu.example.com', '{base}']) {
          expect(result(configured, operation, base + path)).toBe(expected);
        }
        expect(result(configured, operation, `{env:OTHER}${path}`)).toContain('foreign');
        expect(result(configured, operation, `https://api.example.net${path}`)).toContain('foreign');
      }
    }
  });

  it('is found by the docs’ path', () => {
    for (const operation of platform.operations) {
      const path = fill(operation.path, filler);
      const expected = `${routeOf(operation)} high`;
      expect(result(configured, operation, `{env:OT_BASE}${path}`)).toBe(expected);
      expect(result(configured, operation, `https://eu.example.com${path}/?page=1`)).toBe(expected);
      expect(result(open, operation, `{env:OT_BASE}${path}`)).toContain(routeOf(operation));
      const behindModule = result(open, operation, `{env:OT_BASE}/api/some-module${path}`);
      if (!path.includes('/api/')) expect(behindModule).toContain(routeOf(operation));
    }
  });
});

describe('other paths', () => {
  const forms = platform.operations.flatMap(({ path, paths }) => [path, ...paths]);
  const words = [...new Set(forms.flatMap((path) => path.split('/')))].filter((word) =>
    /^[\w-]+$/.test(word),
  );
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.stringMatching(/^[a-z]{3,9}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[0-9a-f]{8}$/) },
  );
  /** What no template fits, even behind any first segments and without any of its own first segments. */
  const regExps = forms.flatMap((path) => {
    const parts = path
      .split('/')
      .slice(1)
      .map((part) => (part.startsWith('{') ? '[^/]+' : part));
    return parts
      .map((_, drop) => new RegExp(`/${parts.slice(drop).join('/')}$`))
      .filter((_, drop) => drop < parts.length - 1 || parts.length === 1);
  });

  it('match no operation: 10,000 random ones', () => {
    const sample = fc.sample(fc.array(word, { minLength: 1, maxLength: 7 }), { numRuns: 200_000, seed: 7 });
    const others = [...new Set(sample.map((parts) => `/${parts.join('/')}`))].filter(
      (path) => !regExps.some((regExp) => regExp.test(path)),
    );
    expect(others.length).toBeGreaterThan(10_000);
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
    const bases = [
      [open, '{env:OT_BASE}'],
      [open, 'https://api.example.org'],
      [open, ''],
      [configured, '{env:OT_BASE}'],
      [configured, 'https://eu.example.com'],
    ] as const;
    for (const [at, path] of others.slice(0, 10_000).entries()) {
      const [index, base] = bases[at % bases.length] ?? [open, ''];
      const found = match(index, { url: abstractUrl(base + path), methods });
      expect(
        found.map(({ kind }) => kind).filter((kind) => kind === 'matched' || kind === 'ambiguous'),
      ).toEqual([]);
    }
  });
});
