import { expect, test } from 'vitest';
import { itemsRow } from './support/scan.js';

// A request each 200 ms are 300 in a minute, however many are set off at once; rounds that begin later leave one out.
test.each([
  ['from zero', `for (let i = 0; i < 1000; i++) setTimeout(() => getItem('1'), i * 200);`, 300],
  ['from one', `for (let i = 1; i <= 1000; i++) setTimeout(() => getItem('1'), i * 200);`, 300],
  ['in steps', `for (let i = 0; i < 2000; i += 2) setTimeout(() => getItem('1'), i * 100);`, 300],
  [
    'of a function',
    `const f = () => getItem('1');\nfor (let i = 0; i < 1000; i++) setTimeout(f, i * 200);`,
    300,
  ],
  ['without a step', `for (let i = 0; i < 1000; i++) setTimeout(() => getItem('1'), 200);`, 1000],
])('timers of a counted loop, %s', (_, code, most) => {
  expect(itemsRow(code).high).toBe(most);
});
