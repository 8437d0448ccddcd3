import { describe, expect, test } from 'vitest';
import { itemsRow } from './support/scan.js';

const cron = `import cron from 'node-cron';\n`;
const users = (n: number): string => `  users.length: ${n}\n`;
/** Runs `body` every ten minutes, with `users` at hand. */
const job = (body: string): string =>
  `cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); ${body} });`;

// What is taken up again in the same run is asked for again: running each of these counts more than there are users.
describe('a list to which its own loop adds is not done with what is there at first', () => {
  test.each([
    [
      'taken off, and put back',
      'const queue = [...users]; let user; while ((user = queue.shift())) { const found = await getItem(user.id); if (!found.ok) queue.push(user); }',
    ],
    [
      'while there are some',
      'const queue = [...users]; while (queue.length > 0) { const user = queue.shift(); const found = await getItem(user.id); queue.push(...found.more); }',
    ],
    [
      'of each',
      'for (const user of users) { const found = await getItem(user.id); if (found.next) users.push(found.next); }',
    ],
    [
      'by a place in it',
      'let next = 0; while (next < users.length) { const user = users[next++]; const found = await getItem(user.id); if (found.next) users.push(found.next); }',
    ],
  ])('%s', (_, body) => {
    expect(itemsRow(job(body), users(40), cron)).toMatchObject({ high: null });
  });
});

test('a timer that is kept where another one was is the one that is cleared', () => {
  const code = `
let timer = setInterval(() => getItem('a'), 500);
timer = setInterval(() => undefined, 1000);
setTimeout(() => clearInterval(timer), 5000);
`;
  expect(itemsRow(code, '')).toMatchObject({ high: 120 });
});
