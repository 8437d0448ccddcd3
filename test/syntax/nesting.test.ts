import { describe, expect, it } from 'vitest';
import { lowerFile } from '../../src/syntax/lower-file.js';
import { nestsTooDeep } from '../../src/syntax/nesting.js';

const nested = (open: string, close: string, n = 20_000): string =>
  `x = ${open.repeat(n)}1${close.repeat(n)};`;

describe('text that nests deeper than the parser can follow', () => {
  it.each([
    ['parentheses', nested('(', ')')],
    ['lists', nested('[', ']')],
    ['objects', nested('{ a: ', '}')],
    ['blocks', `${'{'.repeat(20_000)}${'}'.repeat(20_000)}`],
    ['calls', nested('f(', ')')],
    ['functions', `${'function f() {\n'.repeat(20_000)}${'}'.repeat(20_000)}`],
    ['templates', nested('`${', '}`')],
    ['else branches', `${'if (a) { b(); }\nelse '.repeat(20_000)}{}`],
    ['choices', `x = ${'a ? b : '.repeat(20_000)}c;`],
    ['arrows', `x = ${'a => '.repeat(20_000)}1;`],
    ['behind quotes that close nothing', `const q = /["'\`]/;\n${nested('(', ')')}`],
    ['behind a slash that divides', `const q = (a + b) / 2; const s = "'";\n${nested('(', ')')}`],
  ])('is left out before it is parsed: %s', (_, text) => {
    expect(lowerFile('deep.ts', text)).toEqual({ failed: 'nested too deeply' });
  });
});

describe('long text that nests little', () => {
  it.each([
    ['brackets in strings', `const open = [${'"(", \'[{\', '.repeat(5000)}];`],
    ['brackets in comments', '// ( [ {\n/* ((( */\n'.repeat(5000)],
    ['brackets in regular expressions', 'const r = /[(]\\(\\[{/;\n'.repeat(5000)],
    ['brackets in templates', 'const t = `( [ { ${a} ((`;\n'.repeat(5000)],
    ['an if with an else, many times', 'if (a) b();\nelse c();\n'.repeat(5000)],
    ['assignments without semicolons', 'a = b ? c : d\n'.repeat(5000)],
    ['one line of assignments', 'a=b?c:d;'.repeat(5000)],
    ['divisions', 'x = a / b / c;\ny = (a) / (b);\n'.repeat(5000)],
    ['chains of calls', `x = a${'.b(c => d)'.repeat(2000)};`],
  ])('is read: %s', (_, text) => {
    expect(nestsTooDeep(text)).toBe(false);
  });
});
