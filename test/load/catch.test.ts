import { expect, test } from 'vitest';
import { itemsRow } from './support/scan.js';

test.each([
  [
    'text that can not be read',
    `try { JSON.parse(process.argv[2] ?? ''); } catch { await getItem('2'); }`,
    6,
  ],
  [
    'what the code throws itself',
    `try { await getItem('1'); throw new Error(); } catch { await getItem('2'); }`,
    12,
  ],
  ['a promise that fails', `await check().catch(() => getItem('2'));`, 6],
])('a bound counts what is done after a failure that needs no failing server: %s', (_, code, most) => {
  const check = `const check = async (): Promise<void> => { throw new Error(); };\n`;
  const { high } = itemsRow(`${check}setInterval(async () => { ${code} }, 10_000);`);
  expect(high).toBe(most);
});

test('of the two functions of a `then` one runs', () => {
  const code = `let tail = Promise.resolve();
setInterval(() => { const run = () => getItem('1'); tail = tail.then(run, run); }, 10_000);`;
  expect(itemsRow(code)).toMatchObject({ expected: 6, high: 6 });
});
