import { expect, test } from 'vitest';
import { codeFrame } from '../../src/report/pretty/frame.js';
import { createTheme } from '../../src/report/pretty/theme.js';

const theme = createTheme(0);
const frame = (text: string, line: number, column: number, endLine: number, endColumn: number, width = 60) =>
  `\n${codeFrame(text, { line, column, endLine, endColumn }, width, theme, theme.error).join('\n')}\n`;

test('the first line of several is marked to its end', () => {
  expect(frame('const a = 1;\nawait send(\n  b,\n);\n', 2, 7, 4, 2)).toBe(`
  1 | const a = 1;
> 2 | await send(
    |       ^^^^^
  3 |   b,
`);
});

test('a long line is cut around what is marked', () => {
  const line = `${'a'.repeat(2000)}fetch(url)${'b'.repeat(2000)}`;
  expect(frame(line, 1, 2001, 1, 2011)).toBe(`
> 1 | …aaaaaaaaaaaaaaaaaafetch(url)bbbbbbbbbbbbbbbbbbbbbbbb…
    |                    ^^^^^^^^^^
`);
});

test('wide characters and tabs keep the marker in its place', () => {
  expect(frame('\tf("漢字", x)', 1, 10, 1, 11)).toBe(`
> 1 |   f("漢字", x)
    |             ^
`);
});

test('all kinds of line ends count', () => {
  expect(frame('a\r\nb\rc\u2028d', 4, 1, 4, 2)).toBe(`
  3 | c
> 4 | d
    | ^
`);
});

test('an empty range is one mark; a line that is not there is no frame', () => {
  expect(frame('a', 1, 1, 1, 1)).toContain('| ^\n');
  expect(frame('a', 7, 1, 7, 2)).toBe('\n\n');
});
