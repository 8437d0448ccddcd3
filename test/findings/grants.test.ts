import { describe, expect, test } from 'vitest';
import { call, configWith, findingsOf, scanFiles } from './scan-files.js';

const code = call('GET', '/api/consentmanager/v2/purposes');
const file = 'leastscope.config.yaml';

describe('excess-scope', () => {
  test('incorrect: no call needs the grant', () => {
    expect(findingsOf(code, ['CONSENT_READ', 'COOKIE'])).toEqual([
      `excess-scope ${file}: Credential "app" was granted COOKIE, which no call needs.`,
    ]);
  });
  test('its place is the whole scope in the config', () => {
    const config = configWith(['CONSENT_READ', 'COOKIE']);
    const [found] = scanFiles({ 'a.ts': code, [file]: config });
    const line = config.split('\n')[(found?.line ?? 0) - 1];
    expect(line?.slice((found?.column ?? 0) - 1, (found?.endColumn ?? 0) - 1)).toBe('COOKIE');
  });
  test('correct', () => {
    expect(findingsOf(code, ['CONSENT_READ'])).toEqual([]);
  });
});

describe('broader-than-needed', () => {
  const inventory = call('GET', '/api/inventory/v2/inventories/assets/1');
  const write = call('PUT', '/api/inventory/v2/inventories/assets/1');
  test('incorrect: the narrower scope, and what the broader one allows beyond it; excess-scope leaves it to this', () => {
    expect(findingsOf(inventory, ['INVENTORY'])).toEqual([
      `broader-than-needed ${file}: Credential "app" was granted INVENTORY, where holding INVENTORY_READ is enough; INVENTORY also allows POST /inventories/{type}, DELETE /inventories/{type}/{id}, PUT /inventories/{type}/{id}.`,
    ]);
  });
  test('correct: the narrower scope, and the broader one where a call needs it', () => {
    expect(findingsOf(inventory, ['INVENTORY_READ'])).toEqual([]);
    const create = call('POST', '/api/inventory/v2/inventories/assets');
    expect(findingsOf(`${inventory}\n${create}`, ['INVENTORY'])).toEqual([]);
  });
  test('a pair of narrower scopes serves where reads and updates are made', () => {
    expect(findingsOf(`${inventory}\n${write}`, ['INVENTORY'])).toEqual([
      expect.stringContaining('where holding INVENTORY_READ and INVENTORY_WRITE is enough'),
    ]);
  });
});

describe('unknown-scope', () => {
  test('incorrect: the nearest is named; excess-scope leaves it to this finding', () => {
    expect(findingsOf(code, ['CONSENT_READ', 'COOKEI'])).toEqual([
      `unknown-scope ${file}: Credential "app" was granted COOKEI, which the docs of trust-platform do not have. Did you mean COOKIE?`,
    ]);
  });
  test('incorrect: nothing is near', () => {
    expect(findingsOf(code, ['CONSENT_READ', 'QQQQQQ'])).toEqual([
      expect.stringMatching(/^unknown-scope .* do not have\.$/),
    ]);
  });
  test('correct', () => {
    expect(findingsOf(code, ['CONSENT_READ'])).toEqual([]);
  });
});

describe('scope-without-operations', () => {
  test('incorrect: the docs assign nothing to it', () => {
    expect(findingsOf(code, ['CONSENT_READ', 'DATA_CATALOG_WRITE'])).toEqual([
      expect.stringMatching(/^scope-without-operations .*DATA_CATALOG_WRITE.* assign no operation\.$/),
    ]);
  });
  test('correct', () => {
    expect(findingsOf(code, ['CONSENT_READ'])).toEqual([]);
  });
});
