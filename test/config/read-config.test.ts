import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/read-config.js';
import { UserError } from '../../src/model/errors.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'leastscope-config-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string | Uint8Array): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const configOf = (text: string) => {
  write('leastscope.config.yaml', text);
  return readConfig({ cwd: root });
};

/** Every mistake as `line:column message | remedy`. */
function mistakes(text: string): string[] {
  try {
    configOf(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [error, ...error.more].map((e) => {
      expect(e.place?.file).toBe('leastscope.config.yaml');
      return `${e.place?.line}:${e.place?.column} ${e.message}${e.remedy === undefined ? '' : ` | ${e.remedy}`}`;
    });
  }
  return [];
}

describe('a whole config', () => {
  const text = `
# yaml-language-server: $schema=./node_modules/leastscope/schema/config.schema.json
catalogs: [trust-platform, ./specs/internal.openapi.yaml]
servers: { trust-platform: ["https://*.example.com", "env:OT_BASE_URL"] }
credentials:
  consent-sync:
    provider: trust-platform
    environment: uat
    account: main
    grants: [CONSENT_READ, COOKIE_READ, CONSENT_READ]
    match: { env: [OT_TOKEN], files: ["src/consent/**"], client: ["src/http.ts#otClient"] }
  writer:
    provider: trust-platform
accounts:
  main: { limits: { default-endpoint: { quota: 2000, reason: "override granted 2026-03" } } }
assume:
  users.length: { expected: 5000, max: 20000 }
  latency: { min: 80ms, expected: 0.15s, max: 800ms }
  replicas: 2
rules: { missing-scope: error, excess-scope: off }
clients:
  - { module: ./lib/rest.js, member: "create().get", method: GET, urlAt: 0, baseAt: 0.base }
include: ["src/**"]
exclude: ["src/generated/**"]
policy:
  - forbid: { access: write, methods: [delete] }
    files: ["src/web/**"]
    reason: The browser only reads.
`;

  test('is read with defaults, units and places', () => {
    const config = configOf(text);
    expect(config).toMatchObject({
      file: 'leastscope.config.yaml',
      catalogs: [
        { value: 'trust-platform', at: { line: 3, column: 12 } },
        { value: './specs/internal.openapi.yaml', at: { line: 3, column: 28 } },
      ],
      servers: { 'trust-platform': ['https://*.example.com', 'env:OT_BASE_URL'] },
      accounts: { main: { limits: { 'default-endpoint': { quota: 2000 } } } },
      assume: {
        'users.length': { expected: 5000, max: 20000 },
        latency: { min: 80, expected: 150, max: 800 },
        replicas: { min: 2, expected: 2, max: 2 },
      },
      rules: { 'missing-scope': 'error', 'excess-scope': 'off' },
      clients: [
        { module: './lib/rest.js', member: 'create().get', method: 'GET', urlAt: '0', baseAt: '0.base' },
      ],
      include: ['src/**'],
      exclude: ['src/generated/**'],
      policy: [
        {
          effect: 'forbid',
          select: { scopes: [], operations: [], methods: ['DELETE'], versions: [], access: 'write' },
          files: ['src/web/**'],
          credentials: [],
          severity: 'error',
          reason: 'The browser only reads.',
        },
      ],
    });
    expect(config.assume['users.length']).not.toHaveProperty('min');
    expect(config.places?.['rules.excess-scope']).toEqual({ line: 20, column: 32 });
  });

  test('credentials say what was assumed', () => {
    const [sync, writer] = configOf(text).credentials;
    expect(sync).toEqual({
      name: 'consent-sync',
      provider: 'trust-platform',
      environment: 'uat',
      environmentAssumed: false,
      account: 'main',
      grants: [
        { value: 'CONSENT_READ', at: { line: 10, column: 14 } },
        { value: 'COOKIE_READ', at: { line: 10, column: 28 } },
      ],
      match: { env: ['OT_TOKEN'], files: ['src/consent/**'], client: ['src/http.ts#otClient'], host: [] },
      at: { line: 6, column: 3 },
    });
    expect(writer).toMatchObject({ environment: 'production', environmentAssumed: true, account: 'default' });
    expect(writer).not.toHaveProperty('grants');
  });

  test('JSON says the same, tabs and all', () => {
    write('leastscope.config.json', '{\n\t"$schema": "x",\n\t"rules": { "missing-scope": "warn" }\n}\n');
    expect(readConfig({ cwd: root }).rules).toEqual({ 'missing-scope': 'warn' });
  });

  test('sections that are commented out, and an empty file, say nothing', () => {
    expect(configOf('assume:\n  # users.length: 10\nrules:\n').assume).toEqual({});
    expect(configOf('').credentials).toEqual([]);
  });
});

describe('mistakes', () => {
  test.each([
    [
      'rules: { missing-scope: eror }',
      ['1:25 rules.missing-scope: expected one of off, warn, error, found "eror" | Did you mean "error"?'],
    ],
    [
      'rule: {}',
      [
        '1:1 unknown key "rule" | Did you mean "rules"? Allowed: catalogs, scopeArrays, servers, credentials, accounts, assume, rules, clients, include, exclude, policy.',
      ],
    ],
    [
      'credentials:\n  a:\n    provider: p\n    grant: [X]\n',
      [
        '4:5 credentials.a: unknown key "grant" | Did you mean "grants"? Allowed: provider, environment, account, grants, match.',
      ],
    ],
    [
      'fail-on: []\ncredentials:\n  a: { provider: p, grants: [X], host: h, env: E }\nload: {}\n',
      [
        '1:1 unknown key "fail-on" | Allowed: catalogs, scopeArrays, servers, credentials, accounts, assume, rules, clients, include, exclude, policy.',
        '3:34 credentials.a: unknown key "host" | Allowed: provider, environment, account, grants, match.',
        '3:43 credentials.a: unknown key "env" | Allowed: provider, environment, account, grants, match.',
        '4:1 unknown key "load" | Allowed: catalogs, scopeArrays, servers, credentials, accounts, assume, rules, clients, include, exclude, policy.',
      ],
    ],
    [
      'credentials:\n  a:\n    grants: [X]\n',
      ['2:3 credentials.a: "provider" is missing | Expected a mapping with provider and grants.'],
    ],
    [
      'credentials:\n  - provider: p\n',
      [
        '2:3 credentials: expected a mapping (name: value), found a list | Write names as keys, without dashes.',
      ],
    ],
    [
      '- catalogs',
      ['1:1 expected a mapping (name: value), found a list | Write names as keys, without dashes.'],
    ],
    ['just text', ['1:1 expected a mapping of settings, found "just text"']],
    [
      'catalogs: trust-platform',
      ['1:11 catalogs: expected a list of catalog names or files, found "trust-platform"'],
    ],
    [
      'credentials: { a: { provider: p, grants: [1] } }',
      ['1:43 credentials.a.grants.0: expected text, found 1'],
    ],
    [
      'credentials: { a: { provider: p, grants: } }',
      ['1:42 credentials.a.grants: expected a list of scopes, such as [CONSENT_READ], found nothing'],
    ],
    [
      'assume: { latency: 80 ms }',
      [
        '1:20 assume.latency: expected a number of at least 0, or a duration such as 80ms, 2s, 5m, 6h, 1d, found "80 ms"',
      ],
    ],
    [
      'assume:\n  latency: { min: 80ms, expcted: 100ms }',
      ['2:25 assume.latency: unknown key "expcted" | Did you mean "expected"? Allowed: min, expected, max.'],
    ],
    [
      'assume: { a: { min: 5, max: 2 } }',
      [
        '1:11 assume.a: min, expected and max must not fall, found 5, 2 | Put the smallest value in min and the largest in max.',
      ],
    ],
    [
      'assume: { a: -1 }',
      [
        '1:14 assume.a: expected a number of at least 0, or a duration such as 80ms, 2s, 5m, 6h, 1d, found -1',
      ],
    ],
    [
      'accounts: { a: { limits: { x: { quota: 10 } } } }',
      ['1:28 accounts.a.limits.x: "reason" is missing | Expected a mapping of quota and reason.'],
    ],
    [
      'servers: { p: ["api.example.com"] }',
      [
        '1:16 servers.p.0: expected a base URL such as https://*.example.com, or env:NAME of an environment value, found "api.example.com"',
      ],
    ],
    [
      'policy: [{ reason: x }]',
      ['1:10 policy: expected either forbid or require, found neither | Write one rule for each.'],
    ],
    [
      'policy: [{ forbid: {}, reason: x }]',
      ['1:10 policy: the rule selects nothing | Name scopes, operations, methods, versions or access.'],
    ],
    [
      'rules: [',
      [
        '1:9 Flow sequence in block collection must be sufficiently indented and end with a ] | Correct the YAML syntax.',
      ],
    ],
    ['rules: {}\nrules: {}\n', ['2:1 Map keys must be unique | Correct the YAML syntax.']],
  ])('%j', (text, expected) => {
    expect(mistakes(text)).toEqual(expected);
  });

  test('all are named, in the order of the file', () => {
    const found = mistakes('rules: { a: 1 }\ninclude: src\nunknown: 1\n');
    expect(found.map((m) => m.split(' ')[0])).toEqual(['1:13', '2:10', '3:1']);
  });

  test('aliases that would explode are refused', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i++) {
      const [from, to] = [String.fromCharCode(96 + i), String.fromCharCode(97 + i)];
      lines.push(`${to}: &${to} [${Array<string>(10).fill(`*${from}`).join(', ')}]`);
    }
    expect(mistakes(lines.join('\n'))[0]).toMatch(/aliases/i);
  });

  test('a key named __proto__ is a key like any other', () => {
    expect(mistakes('__proto__: { polluted: true }')).toHaveLength(1);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    ['not UTF-8', Uint8Array.of(0x72, 0xff, 0xfe), /not UTF-8/],
    ['too large', new Uint8Array(1_000_001).fill(35), /larger than 1 MB/],
  ])('a file that is %s', (_, bytes, message) => {
    write('leastscope.config.yaml', bytes);
    expect(() => readConfig({ cwd: root })).toThrow(message);
  });

  test('a named config that is missing or a folder', () => {
    expect(() => readConfig({ cwd: root, file: 'nowhere.yaml' })).toThrow(
      "the config can't be read: there is no such file",
    );
    expect(() => readConfig({ cwd: root, file: '.' })).toThrow("the config can't be read: it is a folder");
  });
});

describe('which file holds', () => {
  test('none: the defaults', () => {
    write('.git/HEAD', '');
    expect(readConfig({ cwd: root })).toMatchObject({ file: undefined, credentials: [] });
  });

  test('the nearest one upward, not beyond the Git root', () => {
    write('leastscope.config.yml', 'rules: { a: warn }');
    write('packages/web/src/x.ts', '');
    expect(readConfig({ cwd: path.join(root, 'packages/web') }).file).toBe('../../leastscope.config.yml');
    write('packages/web/.git', 'gitdir: elsewhere');
    expect(readConfig({ cwd: path.join(root, 'packages/web') }).file).toBeUndefined();
  });

  test('the one of the analyzed folder before the one of the working directory', () => {
    write('leastscope.config.yaml', '');
    write('examples/app/leastscope.config.yaml', '');
    write('examples/app/src/a.ts', '');
    write('examples/app/src/b.ts', '');
    const fileFor = (...paths: string[]) => readConfig({ cwd: root, paths }).file;
    expect(fileFor('examples/app')).toBe('examples/app/leastscope.config.yaml');
    expect(fileFor('examples/app/src/a.ts', 'examples/app/src/b.ts')).toBe(
      'examples/app/leastscope.config.yaml',
    );
    expect(fileFor('examples/app', '.')).toBe('leastscope.config.yaml');
    expect(fileFor()).toBe('leastscope.config.yaml');
  });
});

describe('paths become relative to the working directory', () => {
  const text = `
catalogs: [./api.yaml, bundled]
include: ["src/**", "./lib/*.ts", "!src/gen/**", "packages/*/web/**", "**/*.ts", "packages"]
credentials: { a: { provider: p, match: { files: [src/a.ts], client: ["src/http.ts#c"] } } }
`;
  const seen = (request: Parameters<typeof readConfig>[0]) => {
    const config = readConfig(request);
    return {
      catalogs: config.catalogs?.map((c) => c.value),
      include: config.include,
      files: config.credentials[0]?.match.files,
      client: config.credentials[0]?.match.client,
    };
  };

  test('of a config in the working directory', () => {
    write('leastscope.config.yaml', text);
    expect(seen({ cwd: root })).toEqual({
      catalogs: ['./api.yaml', 'bundled'],
      include: ['src/**', 'lib/*.ts', '!src/gen/**', 'packages/*/web/**', '**/*.ts', 'packages'],
      files: ['src/a.ts'],
      client: ['src/http.ts#c'],
    });
  });

  test('of a config below it', () => {
    write('ex/app/leastscope.config.yaml', text);
    expect(seen({ cwd: root, paths: ['ex/app'] })).toEqual({
      catalogs: ['./ex/app/api.yaml', 'bundled'],
      include: [
        'ex/app/src/**',
        'ex/app/lib/*.ts',
        '!ex/app/src/gen/**',
        'ex/app/packages/*/web/**',
        'ex/app/**/*.ts',
        'ex/app/packages',
      ],
      files: ['ex/app/src/a.ts'],
      client: ['ex/app/src/http.ts#c'],
    });
  });

  test('of a config above it', () => {
    write('leastscope.config.yaml', text);
    write('packages/core/web/x.ts', '');
    expect(seen({ cwd: path.join(root, 'packages/core') })).toEqual({
      catalogs: ['../../api.yaml', 'bundled'],
      include: ['web/**', '**/*.ts', '**'],
      files: [],
      client: ['../../src/http.ts#c'],
    });
  });

  test('of a named config: globs stay, catalogs follow the file', () => {
    write('ci/strict.yaml', text);
    expect(seen({ cwd: root, file: 'ci/strict.yaml' })).toMatchObject({
      catalogs: ['./ci/api.yaml', 'bundled'],
      files: ['src/a.ts'],
      client: ['src/http.ts#c'],
    });
  });
});
