import { describe, expect, test } from 'vitest';
import { call, findingsOf } from './scan-files.js';

const code = call('GET', '/api/consentmanager/v2/purposes');
const file = 'leastscope.config.yaml';

describe('excess-scope', () => {
  test('incorrect: no call needs the grant', () => {
    expect(findingsOf(code, ['CONSENT_READ', 'COOKIE'])).toEqual([
      `excess-scope ${file}: Credential "app" was granted COOKIE, which no call needs.`,
    ]);
  });
  test('correct', () => {
    expect(findingsOf(code, ['CONSENT_READ'])).toEqual([]);
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
