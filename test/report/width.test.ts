import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import wrapAnsi from 'wrap-ansi';
import { widthOf, wrap } from '../../src/report/pretty/width.js';

const pieces = [
  ...['a', 'word', '0', ' ', '  ', '\t', '·', '…', '’', 'é', '日本', '👍', '🇩🇪', '1\uFE0F\u20E3', 'e\u0301'],
  ...['\u200B', '\u001B[31m', '\u001B[39m', '\u001B[1;4m', '\n', 'a-long-word-without-a-space'],
];

/** Texts of a few pieces, each pair beside each other somewhere. */
const texts = pieces.flatMap((a) =>
  pieces.flatMap((b) => [`${a}${b}`, `x${a}${b}y`, `some ${a} of ${b} others`]),
);

test('what is counted without tables is as wide as tables say', () => {
  expect(texts.map((text) => [text, widthOf(text)])).toEqual(texts.map((text) => [text, stringWidth(text)]));
});

test.each([10, 12, 20, 80])('lines of %i columns break where wrap-ansi breaks them', (width) => {
  expect(texts.map((text) => [text, wrap(text, width)])).toEqual(
    texts.map((text) => [text, wrapAnsi(text, width, { hard: true }).split('\n')]),
  );
});
