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
    ['what is made', `x = ${'new '.repeat(20_000)}A;`],
    ['ifs without brackets', `${'if(a)'.repeat(20_000)}b();`],
    ['ifs, each on a line', `${'if (a)\n'.repeat(20_000)}b();`],
    ['loops', `${'for(;;)\n'.repeat(20_000)}b();`],
    ['loops with the test at the end', `${'do '.repeat(20_000)}b();${' while(a);'.repeat(20_000)}`],
    ['arrows, each on a line', `x = ${'a =>\n'.repeat(20_000)}1;`],
    ['choices, each on a line', `x = ${'a ?\nb : '.repeat(20_000)}c;`],
    ['types', `type X = ${'A extends B ? C :\n'.repeat(20_000)}D;`],
    ['labels', `${'a:\n'.repeat(20_000)}b();`],
    ['tags', `x = ${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)};`],
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
    ['tags, one after the other', `x = <p>${'<a>b</a>\n<img/>\n'.repeat(5000)}</p>;`],
    ['ifs without brackets', 'if (a) b();\n'.repeat(5000)],
    ['objects that are made', 'const a = new B()\n'.repeat(5000)],
    ['keys', `x = {${"a: b ? 'c' : 'd',\n".repeat(5000)}};`],
    ['types of members', `interface A {\n${'  a?: Array<B>\n'.repeat(5000)}}`],
    ['divisions', 'x = a / b / c;\ny = (a) / (b);\n'.repeat(5000)],
    ['chains of calls', `x = a${'.b(c => d)'.repeat(2000)};`],
  ])('is read: %s', (_, text) => {
    expect(nestsTooDeep(text)).toBe(false);
  });
});
