import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

/** What is said of code that runs once a minute, for 40 users. */
const said = (imports: string, body: string, functions = ''): unknown => {
  const code = `${functions}\nsetInterval(async () => { const users = await getUsers(); ${body} }, 60_000);`;
  const { expected, high } = itemsRow(code, '  users.length: 40\n', imports);
  return [expected, high !== null && high >= 40 && high <= 60];
};

// 40 in each minute, as such programs were counted to send; up to 44 where two runs meet.
describe('tasks that a package runs', () => {
  it.each([
    [
      'fastq',
      `import * as fastq from 'fastq';\n`,
      `for (const user of users) void queue.push(user);`,
      `const queue = fastq.promise(work, 2);\nasync function work(user: any) { await getItem(user.id); }`,
    ],
    [
      'fastq with a worker that says itself when it is done',
      `import fastq from 'fastq';\n`,
      `for (const user of users) queue.push(user, () => {});`,
      `const queue = fastq((user: any, done: any) => { getItem(user.id).then(() => done(null), done); }, 2);`,
    ],
    [
      'async.queue with such a worker',
      `import async from 'async';\n`,
      `for (const user of users) void queue.push(user.id, () => {});`,
      `const queue = async.queue((id: string, done: any) => { getItem(id).then(() => done(), done); }, 2);`,
    ],
    [
      'p-all',
      `import pAll from 'p-all';\n`,
      `await pAll(users.map((user: any) => () => getItem(user.id)), { concurrency: 4 });`,
    ],
    [
      'p-times',
      `import pTimes from 'p-times';\n`,
      `await pTimes(40, (i) => getItem(String(i)), { concurrency: 5 });`,
    ],
    [
      'async.timesLimit',
      `import async from 'async';\n`,
      `await async.timesLimit(40, 5, async (i: number) => { await getItem(String(i)); });`,
    ],
  ])('%s', (_, imports, body, functions = '') => {
    expect(said(imports, body, functions)).toEqual([40, true]);
  });

  it.each([
    ['p-all', `import run from 'p-all';\n`],
    ['p-series', `import run from 'p-series';\n`],
  ])('%s runs each function of a list', (_, imports) => {
    const code = `setInterval(() => run([() => getItem('1'), async () => { await sleep(1000); await getItem('2'); }]), 60_000);`;
    expect(itemsRow(code, '  rate(getUsers): 0\n', imports).expected).toBe(2);
  });

  // Lanes of a worker that is free again before its request is answered bound nothing: 3,000 may be asked for at once.
  it('a worker that says at once that it is done holds no lane', () => {
    const code = `const queue = async.queue((id: string, done: any) => { void getItem(id); done(); }, 1);
setInterval(() => { for (let i = 0; i < 3000; i++) void queue.push(String(i)); }, 60_000);`;
    const row = itemsRow(code, '  rate(getUsers): 0\n', `import async from 'async';\n`);
    expect(row.high).toBeGreaterThanOrEqual(3000);
  });
});
