import { expect, test } from 'vitest';
import { checkConfigAgainst, unknownCatalogs } from '../../src/config/check-config.js';
import { parseConfig } from '../../src/config/read-config.js';
import type { Catalog } from '../../src/model/catalog.js';

const source = { document: 'scopes.md', line: 1 };
const catalog: Catalog = {
  schemaVersion: 1,
  provider: 'trust-platform',
  title: 'Trust Platform',
  servers: [],
  schemes: {},
  scopes: ['CONSENT', 'CONSENT_READ'].map((name) => ({
    name,
    description: '',
    implies: [],
    describedAs: [],
    source,
  })),
  operations: [],
  rateLimits: [
    {
      id: 'default-endpoint',
      applies: { each: 'operation' },
      windows: [],
      partition: 'account',
      violation: 'rejected',
      sources: [source],
    },
  ],
  requestShapes: {},
  sources: [],
};

const read = (text: string) =>
  parseConfig(text, 'leastscope.config.yaml', { glob: (g) => g, module: (f) => f, catalog: (f) => f });

const problems = (text: string, rules?: string[]) =>
  checkConfigAgainst(read(text), [catalog], rules).map(({ kind, severity, error }) =>
    [severity, kind, `${error.place?.line}:${error.place?.column}`, error.message, error.remedy].join(' | '),
  );

test('names that fit are no problem', () => {
  const text = `
servers: { trust-platform: ["env:BASE"] }
credentials: { a: { provider: trust-platform, account: main, grants: [CONSENT] } }
accounts: { main: { limits: { default-endpoint: { quota: 2000, reason: r } } } }
rules: { missing-scope: warn }
`;
  expect(problems(text, ['missing-scope'])).toEqual([]);
});

test.each([
  [
    'credentials: { a: { provider: trust-platfrom } }',
    'error | unknown-provider | 1:31 | unknown provider "trust-platfrom" | Did you mean "trust-platform"? Known: trust-platform.',
  ],
  [
    'servers: { other: ["https://a.example"] }',
    'error | unknown-provider | 1:12 | unknown provider "other" | Known: trust-platform.',
  ],
  [
    'credentials: { a: { provider: trust-platform, grants: [CONSENT, CONSNET_READ] } }',
    'warning | unknown-scope | 1:65 | unknown scope "CONSNET_READ" | Did you mean "CONSENT_READ"? Known: CONSENT, CONSENT_READ.',
  ],
  [
    'credentials: { a: { provider: trust-platform } }\naccounts: { default: { limits: { default-endpint: { quota: 1, reason: r } } } }',
    'error | unknown-limit | 2:13 | unknown limit "default-endpint" | Did you mean "default-endpoint"? Known: default-endpoint.',
  ],
  [
    'accounts: { man: { limits: {} } }',
    'warning | unknown-account | 1:13 | unknown account "man" | None is known here.',
  ],
  [
    'rules: { mising-scope: off }',
    'error | unknown-rule | 1:10 | unknown rule "mising-scope" | Did you mean "missing-scope"? Known: missing-scope.',
  ],
])('%s', (text, expected) => {
  expect(problems(text, ['missing-scope'])).toEqual([expected]);
});

test('catalogs by name are checked, files are not', () => {
  const config = read('catalogs: [trust-platfrom, ./api.yaml, specs/x.json]');
  const [error, ...others] = unknownCatalogs(config.catalogs ?? [], ['trust-platform'], config.file);
  expect(others).toEqual([]);
  expect(error).toMatchObject({
    message: 'unknown catalog "trust-platfrom"',
    place: { file: 'leastscope.config.yaml', line: 1, column: 12 },
    remedy:
      'Did you mean "trust-platform"? Known: trust-platform. A catalog of your own is given as a file: ./trust-platfrom.json.',
  });
});
