import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsWildcard } from '../../src/model/wildcard.js';

/** By the definition: `*` takes any start of the text. */
const byDefinition = (name: string, text: string): boolean => {
  if (name === '') return text === '';
  if (name.startsWith('*'))
    return Array.from({ length: text.length + 1 }, (_, at) => text.slice(at)).some((rest) =>
      byDefinition(name.slice(1), rest),
    );
  return text !== '' && name[0] === text[0] && byDefinition(name.slice(1), text.slice(1));
};

test('a star stands for any text, nothing else for anything but itself', () => {
  const letters = (from: string, maxLength: number) =>
    fc.array(fc.constantFrom(...from), { maxLength }).map((list) => list.join(''));
  fc.assert(
    fc.property(letters('ab.*', 6), letters('ab.', 8), (name, text) => {
      expect(fitsWildcard(name, text)).toBe(byDefinition(name, text));
    }),
    { numRuns: 2000 },
  );
});
