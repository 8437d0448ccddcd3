import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const most = (body: string): unknown =>
  itemsRow(`setInterval(() => { ${body} }, 60_000);`, '  rate(getItem): 0\n').high;
const ask = `void getItem('all');`;

describe('how often a loop runs that counts', () => {
  it.each([
    ['up', `for (let i = 0; i < 5; i++) ${ask}`, 5],
    ['up, and over some', `for (let i = 0; i < 5; i++) { if (Math.random() > 0.5) i += 2; ${ask} }`, 5],
    ['down', `let left = 5; while (left--) ${ask}`, 5],
    ['down to a number', `let left = 5; while (left-- > 2) ${ask}`, 3],
    ['down in its body', `let left = 5; while (left >= 1) { ${ask} left -= 1; }`, 5],
    ['attempts that nothing ends early', `let attempt = 0; while (attempt < 5) { ${ask} attempt++; }`, 5],
    [
      'over elements that it replaces',
      `const all = [1, 2]; for (let i = 0; i < all.length; i++) { all[i] = 0; ${ask} }`,
      2,
    ],
  ])('%s', (_, body, count) => {
    expect(most(body)).toBe(count);
  });

  it.each([
    ['takes the counter back', `for (let i = 0; i < 5; i++) { ${ask} if (Math.random() > 0.5) i--; }`],
    ['sets the counter', `let i = 0; while (i < 5) { ${ask} i = Math.round(Math.random()) + 1; }`],
    [
      'moves the end',
      `let end = 5; for (let i = 0; i < end; i++) { ${ask} if (Math.random() > 0.5) end++; }`,
    ],
    [
      'lengthens the list',
      `const all = [1]; for (let i = 0; i < all.length; i++) { ${ask} if (Math.random() > 0.5) all.push(1); }`,
    ],
    ['counts some rounds only', `let left = 5; while (left > 0) { ${ask} if (Math.random() > 0.5) left--; }`],
  ])('is unknown where its body %s', (_, body) => {
    expect(most(body)).toBeNull();
  });
});
