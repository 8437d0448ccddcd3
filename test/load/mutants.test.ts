import { expect, test } from 'vitest';
import { itemsRow } from './support/scan.js';

const cron = `import cron from 'node-cron';\n`;
const bottleneck = `import Bottleneck from 'bottleneck';\n`;
const users = (n: number): string => `  users.length: ${n}\n`;

/** A slip in a program, and what the slip does to the fullest minute; counted by hand from the code. */
test.each([
  {
    slip: 'an await is dropped',
    imports: cron,
    // 100 ms each: 600 in a minute, of 900.
    right: `cron.schedule('*/5 * * * *', async () => { const users = await getUsers(); for (const user of users) await getItem(user.id); });`,
    wrong: `cron.schedule('*/5 * * * *', async () => { const users = await getUsers(); for (const user of users) getItem(user.id); });`,
    assume: users(900),
    expected: [599, 900],
  },
  {
    slip: 'a guard is dropped',
    imports: '',
    // A run takes 30 s, and the next one that finds none is due at 40: 300 and 200 more. Else three go on at once, each 10 a second.
    right: `let running = false;
setInterval(async () => { if (running) return; running = true; const users = await getUsers(); for (const user of users) await getItem(user.id); running = false; }, 10_000);`,
    wrong: `setInterval(async () => { const users = await getUsers(); for (const user of users) await getItem(user.id); }, 10_000);`,
    assume: users(300),
    expected: [500, 1800],
  },
  {
    slip: 'a limiter moves into the function',
    imports: bottleneck,
    // One a second through one limiter; 40 in 10 s through limiters of their own, four of which are at work at once.
    right: `const limiter = new Bottleneck({ minTime: 1000 });
setInterval(async () => { const users = await getUsers(); await Promise.all(users.map((user: { id: string }) => limiter.schedule(() => getItem(user.id)))); }, 10_000);`,
    wrong: `setInterval(async () => { const limiter = new Bottleneck({ minTime: 1000 }); const users = await getUsers(); await Promise.all(users.map((user: { id: string }) => limiter.schedule(() => getItem(user.id)))); }, 10_000);`,
    assume: users(40),
    expected: [60, 240],
  },
  {
    slip: 'five fields become six',
    imports: cron,
    right: `cron.schedule('*/5 * * * *', () => getItem('1'));`,
    wrong: `cron.schedule('* */5 * * * *', () => getItem('1'));`,
    assume: '',
    expected: [1, 60],
  },
])('$slip', ({ imports, right, wrong, assume, expected }) => {
  const rows = [right, wrong].map((code) => itemsRow(code, assume, imports));
  for (const [i, row] of rows.entries()) {
    const truth = expected[i] ?? NaN;
    expect(row.expected).not.toBeNull();
    expect(Math.abs((row.expected ?? 0) - truth) / truth).toBeLessThanOrEqual(0.1);
    expect(row.high).toBeGreaterThanOrEqual(truth);
  }
});
