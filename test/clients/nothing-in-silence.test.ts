import { expect, test } from 'vitest';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { requestsByLine } from '../support/fixture-project.js';

const times = (count: number, make: (i: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

const send = "fetch('https://api.example' + p)";

/** Code that sends one request for each entry of a list of its own. */
const lists: Readonly<Record<string, (count: number) => string>> = {
  'a switch that assigns': (n) =>
    `export function f(k) { let p; switch (k) { ${times(n, (i) => `case 'k${i}': p = '/p${i}'; break;`)} default: throw k; } return ${send}; }`,
  'a switch that returns': (n) =>
    `function path(k) { switch (k) { ${times(n, (i) => `case 'k${i}': return '/p${i}';`)} default: throw k; } }\nexport function f(k) { const p = path(k); return ${send}; }`,
  'a table': (n) =>
    `const table = { ${times(n, (i) => `k${i}: '/p${i}'`, ', ')} };\nexport function f(k) { const p = table[k]; return ${send}; }`,
  'a loop over an array': (n) =>
    `const list = [${times(n, (i) => `'/p${i}'`, ', ')}];\nexport function f() { for (const p of list) ${send}; }`,
  'a loop over entries': (n) =>
    `const table = { ${times(n, (i) => `k${i}: '/p${i}'`, ', ')} };\nexport function f() { for (const [, p] of Object.entries(table)) ${send}; }`,
  'a callback': (n) =>
    `const list = [${times(n, (i) => `'/p${i}'`, ', ')}];\nexport const f = () => list.map((p) => ${send});`,
  subclasses: (n) =>
    `class R { f() { const p = this.path; return ${send}; } }\n${times(n, (i) => `export class R${i} extends R { path = '/p${i}'; }`, '\n')}`,
  'a class that is declared': (n) =>
    `abstract class R { abstract path(): string }\n${times(n, (i) => `export class R${i} extends R { path() { return '/p${i}'; } }`, '\n')}\nexport function f(r: R) { const p = r.path(); return ${send}; }`,
};

function requestsOf(code: string): string[] {
  const found = requestsByLine({ name: 'x', files: new Map([['a.ts', code]]) }).get('a.ts');
  return [...(found?.values() ?? [])]
    .flat()
    .map((r) => `${r.methods.toString()} ${formatAbstractString(r.url)}`);
}

test.each(Object.keys(lists))('%s of 120 entries has a request for each', (kind) => {
  const found = requestsOf(lists[kind]?.(120) ?? '').filter((r) => /\/p\d+$/.test(r));
  expect(new Set(found)).toEqual(
    new Set(Array.from({ length: 120 }, (_, i) => `GET https://api.example/p${i}`)),
  );
});

test.each(Object.keys(lists))('%s of 300 entries says that there are more than it lists', (kind) => {
  const found = requestsOf(lists[kind]?.(300) ?? '');
  const listed = new Set(found.filter((r) => /\/p\d+$/.test(r)));
  expect(listed.size < 300 ? found.filter((r) => r.endsWith('}')).length : 1).toBeGreaterThan(0);
});

test('entries of a table keep their method and path together', () => {
  const code = `const table = { ${times(40, (i) => `k${i}: { path: '/p${i}', method: '${i % 2 === 0 ? 'GET' : 'POST'}' }`, ', ')} };
export function f(k) { const { path, method } = table[k]; return fetch('https://api.example' + path, { method }); }`;
  expect(new Set(requestsOf(code))).toEqual(
    new Set(
      Array.from({ length: 40 }, (_, i) => `${i % 2 === 0 ? 'GET' : 'POST'} https://api.example/p${i}`),
    ),
  );
});

test('combinations that are too many have one that stands for the rest', () => {
  const list = (letter: string): string => `[${times(10, (i) => `'${letter}${i}'`, ', ')}]`;
  const code = `export function f(a, b) { const x = ${list('a')}[a]; const y = ${list('b')}[b]; return fetch(\`https://api.example/\${x}/\${y}\`); }`;
  expect(requestsOf(code)).toContain('GET https://api.example/{x}/{y}');
});
