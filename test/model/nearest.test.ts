import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearestName } from '../../src/model/nearest.js';

test.each([
  ['CONSNET_READ', ['CONSENT', 'CONSENT_READ', 'COOKIE_READ'], 'CONSENT_READ'],
  ['consent', ['CONSENT', 'CONTENT'], 'CONSENT'],
  ['eror', ['off', 'warn', 'error'], 'error'],
  ['USER', ['RISK', 'VRM'], undefined],
  ['x'.repeat(1000), ['x'.repeat(1001)], undefined],
  ['anything', [], undefined],
])('%s', (name, candidates, nearest) => {
  expect(nearestName(name, candidates)).toBe(nearest);
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

/** The definition itself, without a table. */
function slowDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const cost = a.at(-1) === b.at(-1) ? 0 : 1;
  const [a1, b1] = [a.slice(0, -1), b.slice(0, -1)];
  const options = [slowDistance(a1, b) + 1, slowDistance(a, b1) + 1, slowDistance(a1, b1) + cost];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    options.push(slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...options);
}

test('the distance is that of its recursive definition, and symmetric', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(slowDistance(a, b));
      expect(editDistance(b, a)).toBe(editDistance(a, b));
    }),
  );
});

test('the order of the candidates does not matter', () => {
  fc.assert(
    fc.property(word, fc.array(word), (name, candidates) => {
      expect(nearestName(name, [...candidates].reverse())).toBe(nearestName(name, candidates));
    }),
  );
});
