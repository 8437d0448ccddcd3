import { describe, expect, test } from 'vitest';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { requestsByLine } from '../support/fixture-project.js';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const methodOf = (i: number): string => methods[i % methods.length] ?? '';

const each = (count: number, write: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => write(i)).join('\n');

const entry = (i: number): string => `{ method: '${methodOf(i)}', path: '/p${i}' }`;

/** Code that sends one of so many requests, each with its own method and path. */
const kinds: Readonly<Record<string, (count: number) => string>> = {
  'a switch that sets both': (count) => `
    let method, path;
    switch (x) {
    ${each(count, (i) => `case ${i}: method = '${methodOf(i)}'; path = '/p${i}'; break;`)}
    }
    return fetch(base + path, { method });`,
  'ifs one after the other': (count) => `
    let method, path;
    if (x === '') return;
    ${each(count, (i) => `else if (x === '${i}') { method = '${methodOf(i)}'; path = '/p${i}'; }`)}
    return fetch(base + path, { method });`,
  'a table that is asked twice': (count) => `
    const table = { ${each(count, (i) => `e${i}: ${entry(i)},`)} };
    return fetch(base + table[x].path, { method: table[x].method });`,
  'the values of a table': (count) => `
    const table = { ${each(count, (i) => `e${i}: ${entry(i)},`)} };
    for (const t of Object.values(table)) fetch(base + t.path, { method: t.method });`,
  'a map': (count) => `
    const table = new Map([${each(count, (i) => `['e${i}', ${entry(i)}],`)}]);
    return fetch(base + table.get(x).path, { method: table.get(x).method });`,
  'a function of many returns': (count) => `
    const pick = (y) => { ${each(count, (i) => `if (y === ${i}) return ${entry(i)};`)} throw new Error(); };
    const t = pick(x);
    return fetch(base + t.path, { method: t.method });`,
};

function sentBy(body: string): string[] {
  const text = `const base = 'https://h.example';\nexport function send(x) {${body}}`;
  const found = requestsByLine({ name: 'x', files: new Map([['api.js', text]]) }).get('api.js');
  return [...(found?.values() ?? [])]
    .flat()
    .map(({ methods: sent, url }) => `${String(sent)} ${formatAbstractString(url)}`);
}

describe.each(Object.keys(kinds))('%s', (kind) => {
  test.each([12, 60, 120, 300])('of %i gives no method to the path of another', (count) => {
    const right = new Set(Array.from({ length: count }, (_, i) => `${methodOf(i)} https://h.example/p${i}`));
    const sent = sentBy(kinds[kind]?.(count) ?? '').filter((request) => !request.startsWith('unknown '));
    expect(sent.filter((request) => !right.has(request))).toEqual([]);
  });
});

test.each(Object.keys(kinds).filter((kind) => !kind.startsWith('ifs')))(
  '%s of 60 is told entry by entry',
  (kind) => {
    expect(sentBy(kinds[kind]?.(60) ?? '')).toEqual(
      expect.arrayContaining(Array.from({ length: 60 }, (_, i) => `${methodOf(i)} https://h.example/p${i}`)),
    );
  },
);
