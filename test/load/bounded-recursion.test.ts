import { describe, expect, it } from 'vitest';
import { itemsRow, reportOf, head } from './support/scan.js';

/** Once a minute; what is expected in a minute is what one run sends. */
const sent = (code: string, begin: string): number | null => {
  const names = [...code.matchAll(/function (\w+)/g)].map(([, name]) => `  rate(${name}): 0\n`);
  return itemsRow(`${code}\nsetInterval(() => void ${begin}, 60_000);`, names.join('')).expected;
};

describe('a function that calls itself is written out where its arguments end it', () => {
  it.each([
    [
      'a tree of a depth',
      `async function walk(depth: number) { await getItem('1'); if (depth === 0) return; await Promise.all([walk(depth - 1), walk(depth - 1)]); }`,
      'walk(3)',
      15,
    ],
    [
      'two that call each other',
      `async function up(n: number) { await getItem('1'); if (n > 0) await down(n - 1); }
async function down(n: number) { if (n > 0) await up(n - 1); }`,
      'up(5)',
      3,
    ],
    [
      'a flag that is turned',
      `async function load(isMore: boolean) { await getItem('1'); if (isMore) await load(false); }`,
      'load(true)',
      2,
    ],
    [
      'two flags',
      `async function load(a: boolean, b: boolean) { await getItem('1'); if (a) return load(false, b); if (b) return load(a, false); }`,
      'load(true, true)',
      3,
    ],
  ])('%s', (_, code, begin, count) => {
    expect(sent(code, begin)).toBe(count);
  });

  it.each([
    [
      'pages that are counted',
      `async function load(page = 1) { const { more } = await getItem(String(page)); if (more) await load(page + 1); }`,
      'load()',
    ],
    [
      'a depth that is far',
      `async function walk(depth: number) { await getItem('1'); if (depth > 0) await walk(depth - 1); }`,
      'walk(500)',
    ],
    [
      'a tree of so many children as there are',
      `async function walk(depth = 0) { if (depth >= 3) return; const { ids } = await getItem('1'); await Promise.all(ids.map(() => walk(depth + 1))); }`,
      'walk()',
    ],
    [
      'a flag that ends nothing',
      `async function load(isMore: boolean) { const { more } = await getItem('1'); if (more) await load(false); }`,
      'load(true)',
    ],
  ])('not: %s', (_, code, begin) => {
    expect(sent(code, begin)).toBeNull();
  });
});

describe('a decision of which a part is known is open', () => {
  it.each([
    ['both have to hold', `if (item.isDone && isQuiet) return;`],
    ['of a local name', `const isOver = item.isDone && isQuiet; if (isOver) return;`],
    ['of a function', `if (isOver(item)) return;`],
    ['of what is not so', `if (!(item.isDone && mode)) await getUsers(); if (isQuiet) return;`],
  ])('%s', (_, decision) => {
    const code = `const isQuiet = true; const mode = 'quiet';
const isOver = (item: any) => item.isDone && mode;
setInterval(async () => { const item = await getItem('1'); ${decision} await getUsers(); }, 1000);`;
    const found = reportOf(head + code, '  rate(getItem): 0\n  rate(getUsers): 0\n').load;
    expect(found.find(({ operation }) => operation === 'GET /users')?.high).toBe(60);
  });
});

it('nobody expects to be refused who is known', () => {
  const code = `setInterval(async () => {
  const response = await fetch(base + '/items/1');
  if (response.status === 401) await fetch(base + '/items/1');
}, 1000);`;
  const { expected, high } = itemsRow(code, '  rate(getItem): 0\n');
  expect([expected, high]).toEqual([60, 120]);
});
