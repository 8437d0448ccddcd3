import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

/** Two schedules share a limiter: what waits behind the work of the other comes later. */
describe('work that is begun after a limiter let it', () => {
  const limiter = `import { RateLimit } from 'async-sema';\n`;
  const run = (begin: string): string => `const slot = RateLimit(5, { timeUnit: 2000 });
async function run(n: number, work: () => Promise<unknown>) {
  const begun = [];
  for (let i = 0; i < n; i++) { await slot(); ${begin} }
  await Promise.all(begun);
}
setInterval(() => void run(40, () => getItem('1')), 60_000);
setInterval(() => void run(25, () => getUsers()), 90_000);`;

  // From 180 s on both share it: the last of 40 comes after 26 s instead of 16, so a minute from 183 s on holds more.
  it('is as late as its pass', () => {
    expect(itemsRow(run('void work();'), '', limiter).high).toBeGreaterThanOrEqual(63);
    expect(itemsRow(run('begun.push(work());'), '', limiter).high).toBeGreaterThanOrEqual(63);
    expect(itemsRow(run('const one = work(); begun.push(one);'), '', limiter).high).toBeGreaterThanOrEqual(
      63,
    );
  });

  it('is waited for where its promise is kept', () => {
    const each = `const slot = RateLimit(1, { timeUnit: 100 });
async function run() {
  const begun = [];
  for (let i = 0; i < 3; i++) { await slot(); begun.push(sleep(10_000)); }
  await Promise.all(begun);
  await getItem('1');
}
async function main() { for (;;) await run(); }
void main();`;
    const row = itemsRow(each, '', limiter);
    expect(row.high).toBeGreaterThanOrEqual(6);
    expect(row.high).toBeLessThanOrEqual(7);
  });
});

describe('a limiter that a function waits for', () => {
  const limiter = `import { RateLimit } from 'async-sema';\n`;
  const slot = `const slot = RateLimit(5, { timeUnit: 2000 });\n`;
  const twice = `
setInterval(() => { for (let i = 0; i < 40; i++) void item('1'); }, 60_000);
setInterval(() => { for (let i = 0; i < 25; i++) void users(); }, 90_000);`;
  const both = (wait: string): string =>
    `const item = async (id: string) => { ${wait} return getItem(id); };
const users = async () => { ${wait} return getUsers(); };${twice}`;

  it.each([
    ['a function', `${slot}async function pause() { await slot(); }\n${both('await pause();')}`],
    [
      'a method',
      `class Pace { slot = RateLimit(5, { timeUnit: 2000 }); async wait() { return this.slot(); } }
const pace = new Pace();\n${both('await pace.wait();')}`,
    ],
    ['a block of its own', `${slot}${both('{ await slot(); }')}`],
    [
      'its promise',
      `${slot}const item = (id: string) => slot().then(() => getItem(id));
const users = () => slot().then(() => getUsers());${twice}`,
    ],
  ])('%s lets what comes after it pass', (_, code) => {
    const { high } = itemsRow(code, '', limiter);
    expect(high).toBeGreaterThanOrEqual(63);
    expect(high).toBeLessThanOrEqual(80);
  });

  it('may not be there: then nobody knows how late things are', () => {
    expect(itemsRow(`${slot}${both('if (process.env.SLOW) await slot();')}`, '', limiter).high).toBeNull();
  });

  it('holds nobody back where nobody waits for it', () => {
    const code = `${slot}setInterval(() => { void slot(); for (let i = 0; i < 30; i++) void getItem('1'); }, 10_000);`;
    expect(itemsRow(code, '', limiter)).toMatchObject({ expected: 180, high: 180 });
  });
});

describe('a semaphore', () => {
  const sema = `import { Sema } from 'async-sema';\n`;
  const users = '  users.length: 40\n';
  const run = (each: string): string => `const sema = new Sema(2);
setInterval(async () => {
  const users = await getUsers();
  await Promise.all(users.map(async (user: { id: string }) => { ${each} }));
}, 120_000);`;

  it('holds back until it is released, and not what comes after that', () => {
    const early = run('await sema.acquire(); const one = getItem(user.id); sema.release(); await one;');
    // All of the forty begin at once.
    expect(itemsRow(early.replace('120_000', '60_010'), users, sema).high).toBeGreaterThanOrEqual(80);
    const held = run('await sema.acquire(); try { await getItem(user.id); } finally { sema.release(); }');
    expect(itemsRow(held.replace('120_000', '60_010'), users, sema).high).toBeLessThanOrEqual(70);
  });
});

describe('a generator that is given to a function', () => {
  it('is gone through there', () => {
    const code = `async function* every(ms: number) { for (;;) { yield 1; await sleep(ms); } }
async function consume(source: AsyncIterable<number>) { for await (const one of source) await getItem(String(one)); }
void consume(every(2900));`;
    const row = itemsRow(code);
    expect(row.expected).toBe(20);
    expect(row.high).toBeGreaterThanOrEqual(20);
    expect(row.high).toBeLessThanOrEqual(21);
  });
});
