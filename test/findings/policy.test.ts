import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/model/errors.js';
import { call, configWith, findingsOf, scanFiles } from './scan-files.js';

const read = call('GET', '/api/inventory/v2/inventories/assets/1');
const update = call('PUT', '/api/inventory/v2/inventories/assets/1');
const remove = call('DELETE', '/api/inventory/v2/inventories/assets/1');
const create = call('POST', '/api/inventory/v2/inventories/assets');

/** What breaks one rule, in a file of code and its config. */
const broken = (rule: string, code: string, grants: readonly string[] = []): string[] =>
  findingsOf(code, grants, `policy:\n  - { ${rule}, reason: Asked by security. }`).filter((one) =>
    one.startsWith('policy'),
  );

describe('calls', () => {
  test('forbidden access: the reason is shown', () => {
    expect(broken('forbid: { access: write }', `${read}\n${update}`)).toEqual([
      'policy line 2: PUT /inventories/{type}/{id}: write access is forbidden here: Asked by security.',
    ]);
  });
  test('forbidden methods, operations and versions, each judged by itself', () => {
    expect(broken('forbid: { methods: [delete], versions: [v1] }', `${read}\n${remove}`)).toEqual([
      expect.stringContaining('line 2: DELETE /inventories/{type}/{id}: method DELETE is forbidden'),
    ]);
    expect(broken('forbid: { versions: [v2] }', read)).toEqual([expect.stringContaining('version v2')]);
    const parameters = 'forbid: { operations: ["PUT /inventories/{a}/{b}"] }';
    expect(broken(parameters, `${read}\n${update}`)).toEqual([expect.stringContaining('policy line 2: PUT')]);
    expect(broken('forbid: { operations: ["* /api/inventory/*"] }', read)).toHaveLength(1);
  });
  test('required: what is not selected is not allowed', () => {
    expect(broken('require: { methods: [GET] }', `${read}\n${create}`)).toEqual([
      'policy line 2: POST /inventories/{type}: method POST is not among what is allowed here: Asked by security.',
    ]);
  });
  test('scopes: forbidden where each way takes one, allowed where one way keeps to those required', () => {
    expect(broken('forbid: { scopes: [INVENTORY] }', read)).toEqual([]);
    expect(broken('forbid: { scopes: [INVENTORY] }', create)).toHaveLength(1);
    expect(broken('forbid: { scopes: [INVENTORY, INVENTORY_READ] }', read)).toHaveLength(1);
    expect(broken('require: { scopes: ["*_READ"] }', read)).toEqual([]);
    expect(broken('require: { scopes: ["*_READ"] }', update)).toEqual([
      expect.stringContaining('scope INVENTORY or INVENTORY_WRITE is not among what is allowed'),
    ]);
  });
  test('other credentials are not concerned', () => {
    expect(broken('forbid: { access: read }, credentials: [app]', read)).toHaveLength(1);
    expect(broken('forbid: { access: read }, credentials: ["other-*"]', read)).toEqual([]);
  });
});

describe('files', () => {
  const rule =
    "policy:\n  - { forbid: { access: write }, files: ['web/**'], severity: warn, reason: Read only. }";
  const found = (files: Readonly<Record<string, string>>, grants: readonly string[]) =>
    scanFiles({ ...files, 'leastscope.config.yaml': configWith(grants, rule) })
      .filter((f) => f.rule === 'policy')
      .map((f) => `${f.severity} ${f.file}: ${f.message}`);
  test('only calls there, with the severity of the rule', () => {
    expect(found({ 'web/a.ts': update, 'jobs/b.ts': update }, [])).toEqual([
      'warn web/a.ts: PUT /inventories/{type}/{id}: write access is forbidden here: Read only.',
    ]);
  });
  test('a grant that allows writes, of a credential whose calls are there', () => {
    expect(found({ 'web/a.ts': read }, ['INVENTORY'])).toEqual([
      'warn leastscope.config.yaml: Credential "app" was granted scope INVENTORY (write access), which is forbidden in web/**, where calls use it: Read only.',
    ]);
    expect(found({ 'web/a.ts': read }, ['INVENTORY_READ'])).toEqual([]);
    expect(found({ 'jobs/b.ts': read }, ['INVENTORY'])).toEqual([]);
  });
});

test('`rules` turns the finding off', () => {
  const off = 'rules: { policy: off }\npolicy: [{ forbid: { access: read }, reason: r }]';
  expect(findingsOf(read, ['INVENTORY_READ'], off)).toEqual([]);
});

describe('a rule that would guard nothing is an error with its place and the nearest name', () => {
  const errorOf = (rule: string): string => {
    try {
      broken(rule, read);
    } catch (error) {
      if (error instanceof UserError) return `${error.place?.line}: ${error.message} | ${error.remedy}`;
      throw error;
    }
    return '';
  };
  test.each([
    [
      'forbid: { scopes: [INVENTORY_RAED] }',
      '13: unknown scope "INVENTORY_RAED" | Did you mean "INVENTORY_READ"?',
    ],
    ['forbid: { methods: [DELET] }', '13: unknown method "DELET" | Did you mean "DELETE"?'],
    [
      'forbid: { operations: ["GET /v2/purpose"] }',
      '13: unknown operation "GET /v2/purpose" | Did you mean "GET /v2/purposes"?',
    ],
    ['forbid: { access: write }, credentials: [ap]', '13: unknown credential "ap" | Did you mean "app"?'],
    [
      'forbid: { access: write }, credential: [app]',
      '13: policy.0: unknown key "credential" | Did you mean "credentials"?',
    ],
  ])('%s', (rule, expected) => {
    expect(errorOf(rule)).toContain(expected);
  });
});
