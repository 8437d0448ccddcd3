import { expect, test } from 'vitest';
import { readCurl } from '../../src/clients/curl-arguments.js';
import { shellCommands, type Word } from '../../src/clients/shell-words.js';
import type { Part } from '../../src/values/parts.js';

const text = (value: string): Part => ({ kind: 'text', text: value });
const hole = (name: string): Part => ({
  kind: 'hole',
  reason: 'runtime',
  name,
  at: { file: 'a.ts', start: 0, end: 0 },
});
const shown = (word: Word): string => word.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join('');
const split = (line: string): string[][] => shellCommands([text(line)]).map((words) => words.map(shown));

// What `sh` makes of each line, printed with one argument in brackets.
test.each([
  ['a b  c', [['a', 'b', 'c']]],
  [`a 'b c' "d e"`, [['a', 'b c', 'd e']]],
  [`a 'b'"c"d`, [['a', 'bcd']]],
  [`a "x\\"y" 'p\\q' r\\ s`, [['a', 'x"y', 'p\\q', 'r s']]],
  [`a "b\\c" ''`, [['a', 'b\\c', '']]],
  ['a \\\n b', [['a', 'b']]],
  ['a; b && c | d', [['a'], ['b'], ['c'], ['d']]],
  [`a ';' "&&"`, [['a', ';', '&&']]],
])('%j as words', (line, words) => {
  expect(split(line)).toEqual(words);
});

test('holes stay parts of the words in which they stand', () => {
  const [words] = shellCommands([text('curl "'), hole('root'), text('/a b" -H X:'), hole('token')]);
  expect(words?.map(shown)).toEqual(['curl', '{root}/a b', '-H', 'X:{token}']);
});

const read = (line: string): unknown => {
  const [words = []] = shellCommands([text(line)]);
  const { method, urls, headers, basic } = readCurl(words);
  return [shown(method), urls.map(shown), headers.map(shown), basic && shown(basic)];
};

test.each([
  ['-s u', ['GET', ['u'], [], undefined]],
  ['-X PUT u', ['PUT', ['u'], [], undefined]],
  ['-sXPUT u', ['PUT', ['u'], [], undefined]],
  ['--request PUT --url u', ['PUT', ['u'], [], undefined]],
  ['-d a=b -H "A: b" -H "C: d" u', ['POST', ['u'], ['A: b', 'C: d'], undefined]],
  ['-G -d a=b u', ['GET', ['u'], [], undefined]],
  ['-I u', ['HEAD', ['u'], [], undefined]],
  ['-T file u', ['PUT', ['u'], [], undefined]],
  ['--json {} -u me:secret u v', ['POST', ['u', 'v'], [], 'me:secret']],
  ['-o out -m5 --retry 3 -A agent u > file', ['GET', ['u'], [], undefined]],
  ['-d a -X DELETE u', ['DELETE', ['u'], [], undefined]],
])('curl %s', (line, request) => {
  expect(read(line)).toEqual(request);
});
