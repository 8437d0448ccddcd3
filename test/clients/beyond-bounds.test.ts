import { expect, test } from 'vitest';
import { findRequests, openProgram } from '../../src/clients/find-requests.js';
import { formatAbstractString, type AbstractString } from '../../src/model/abstract-string.js';
import { defaultBudget } from '../../src/values/machine.js';
import { programOf } from '../support/fixture-project.js';

const times = (count: number, make: (i: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

const letters = 'a'.repeat(1_000_000);

/** Code that is made to take long, and what each of its requests begins with. */
const sources: readonly (readonly [what: string, code: string, start: string])[] = [
  [
    'a type of 10,000 values',
    `type U = ${times(10_000, (i) => `'p${i}'`, ' | ')};\nexport const f = (u: U) => fetch('https://h.test/' + u);`,
    'https://h.test/',
  ],
  [
    'ten parameters of a hundred values each',
    `type U = ${times(100, (i) => `'p${i}'`, ' | ')};\nexport const f = (${times(10, (i) => `u${i}: U`, ', ')}) => fetch('https://h.test/' + ${times(10, (i) => `u${i}`, " + '/' + ")});`,
    'https://h.test/',
  ],
  [
    'a switch of 10,000 cases',
    `export function f(k) { let p; switch (k) { ${times(10_000, (i) => `case ${i}: p = '/p${i}'; break;`)} } return fetch('https://h.test' + p); }`,
    'https://h.test',
  ],
  [
    'a text of 1 MB',
    `export const f = (x) => fetch(\`https://h.test/${letters}/\${x}\`);`,
    'https://h.test/a',
  ],
  [
    'a text with 20,000 gaps',
    `export const f = (x) => fetch(\`https://h.test/${times(20_000, (i) => `\${x.a${i}}/${'b'.repeat(40)}`, '/')}\`);`,
    'https://h.test/{x.a0}/b',
  ],
  [
    'a text that is doubled 60 times',
    `let s = '/a';\n${times(60, () => 's = s + s;')}\nfetch('https://h.test' + s);`,
    'https://h.test/a/a',
  ],
  [
    'a function that calls another twice, 60 deep',
    `${times(60, (i) => `const f${i} = (x) => ${i === 0 ? 'x' : `f${i - 1}(x) + f${i - 1}(x + 'a')`};`)}\nfetch('https://h.test' + f59('b'));`,
    'https://h.test',
  ],
  [
    'functions that call each other without end',
    `function a(p) { return b(p + '/a'); }\nfunction b(p) { return a(p + '/b') + a(p); }\nfetch('https://h.test' + a(''));`,
    'https://h.test',
  ],
  [
    'getters that ask each other',
    `class G { get a() { return this.b + this.b; } get b() { return this.a + this.a; } }\nfetch('https://h.test/' + new G().a);`,
    'https://h.test/',
  ],
  [
    'a class below a thousand others',
    `class C0 { send(p) { return fetch('https://h.test' + this.base() + p); } base() { return ''; } }\n${times(1_000, (i) => `class C${i + 1} extends C${i} { base() { return super.base() + '/b'; } }`)}\nnew C1000().send('/x');`,
    'https://h.test',
  ],
  [
    'four loops over fifty elements',
    `const n = [${times(50, (i) => `'${i}'`, ', ')}];\nfor (const a of n) for (const b of n) for (const c of n) for (const d of n) fetch('https://h.test/' + a + b + c + d);`,
    'https://h.test/',
  ],
];

const textIn = (url: AbstractString): number =>
  url.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);

test.each(sources)('%s ends within its budget', (_, code, start) => {
  const opened = openProgram(programOf({ name: 'hard', files: new Map([['a.ts', code]]) }));
  const found = findRequests(opened.m.program, { opened });
  expect(opened.m.spent + opened.m.steps).toBeLessThan(defaultBudget.total / 10);
  expect(found).not.toEqual([]);
  for (const { url, methods } of found) {
    expect(methods).toEqual(['GET']);
    expect(formatAbstractString(url).slice(0, start.length)).toBe(start);
    expect(textIn(url)).toBeLessThanOrEqual(20_000 + start.length);
    // Nothing is cut off in silence.
    if (textIn(url) >= 20_000) expect(url.at(-1)?.kind).toBe('hole');
  }
});
