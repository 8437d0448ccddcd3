import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globReaches } from '../../src/catalog/path-glob.js';

describe('globReaches', () => {
  it.each([
    ['/api/scim/*', '/api/scim/v2/Users/{id}', true],
    ['/api/scim/*', '/api/scim/', true],
    ['/api/scim/*', '/api/scim', false],
    ['/api/scim/*', '/other/api/scim/v2', false],
    ['/api/*/users', '/api/v1/x/users', true],
    ['/api/users', '/api/users', true],
    ['/api/users', '/api/users/1', false],
  ])('%s reaches %s: %s', (glob, path, reaches) => {
    expect(globReaches(glob, path)).toBe(reaches);
  });

  it('agrees with the regular expression of the glob', () => {
    const text = fc.stringMatching(/^[ab/*]{0,10}$/);
    fc.assert(
      fc.property(text, fc.stringMatching(/^[ab/]{0,12}$/), (glob, path) => {
        const expression = new RegExp(`^${glob.replaceAll('*', '.*')}$`);
        expect(globReaches(glob, path)).toBe(expression.test(path));
      }),
      { numRuns: 2000 },
    );
  });

  it('does not backtrack without bound', () => {
    expect(globReaches(`${'*a'.repeat(2000)}b`, 'a'.repeat(4000))).toBe(false);
  });
});
