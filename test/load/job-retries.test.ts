import { describe, expect, test } from 'vitest';
import { itemsRow } from './support/scan.js';

const users = '  users.length: 40\n';
const bullmq = `import cron from 'node-cron';\nimport { Queue, Worker } from 'bullmq';\n`;
const worker = `new Worker('items', async (job) => getItem(job.data.id), { concurrency: 10 });`;
const queue = `const queue = new Queue('items');\n${worker}`;
/** A job for each of 40 users, every ten minutes. */
const each = (send: string): string =>
  `cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); ${send} });`;

describe('a job that fails runs again, as often as its options say', () => {
  test.each([
    ['its own', `${queue}\n${each("for (const u of users) await queue.add('x', u, { attempts: 3 });")}`, 3],
    [
      'those of the queue',
      `const queue = new Queue('items', { connection: {}, defaultJobOptions: { attempts: 4, backoff: 5000 } });
${worker}
${each("for (const u of users) await queue.add('x', u);")}`,
      4,
    ],
    [
      'its own before those of the queue',
      `const queue = new Queue('items', { defaultJobOptions: { attempts: 4 } });
${worker}
${each("for (const u of users) await queue.add('x', u, { attempts: 2, backoff: { type: 'exponential', delay: 1000 } });")}`,
      2,
    ],
    [
      'those of a list',
      `${queue}\n${each("await queue.addBulk(users.map((u) => ({ name: 'x', data: u, opts: { attempts: 5 } })));")}`,
      5,
    ],
    [
      'a helper that adds them, with options of a constant',
      `const options = { attempts: 3, backoff: { type: 'fixed', delay: 2000 } };
${queue}
const enqueue = (u) => queue.add('x', u, options);
${each('await Promise.all(users.map((u) => enqueue(u)));')}`,
      3,
    ],
  ])('%s', (_, code, attempts) => {
    const row = itemsRow(code, users, bullmq);
    expect(row).toMatchObject({ expected: 40, high: 40, degraded: { high: 40 * attempts } });
  });

  test('what is data says nothing of it, and one attempt is no retry', () => {
    for (const send of ["queue.add('x', { id: u.id, attempts: 9 })", "queue.add('x', u, { attempts: 1 })"])
      expect(
        itemsRow(`${queue}\n${each(`for (const u of users) await ${send};`)}`, users, bullmq).degraded,
      ).toBeUndefined();
  });

  test('a number that the code does not give is a symbol', () => {
    const code = `${queue}\n${each("for (const u of users) await queue.add('x', u, { attempts: Number(process.env.TRIES) });")}`;
    expect(itemsRow(code, `${users}  items.attempts: 2\n`, bullmq)).toMatchObject({ degraded: { high: 80 } });
  });

  test('attempts that are minutes apart are in minutes of their own', () => {
    const code = `${queue}\nawait queue.upsertJobScheduler('tick', { every: 3600_000 }, { name: 'tick', opts: { attempts: 3, backoff: 120_000 } });`;
    expect(itemsRow(code, '', bullmq)).toMatchObject({ high: 1, degraded: { high: 1 } });
  });

  test('a repeated job, too', () => {
    const code = `${queue}\nawait queue.upsertJobScheduler('tick', { every: 3600_000 }, { name: 'tick', opts: { attempts: 3 } });`;
    expect(itemsRow(code, '', bullmq)).toMatchObject({ high: 1, degraded: { high: 3 } });
  });

  test('Bull takes options as the second argument, where the job has no name', () => {
    const code = `const queue = new Queue('items', 'redis://localhost');
queue.process(10, async (job) => getItem(job.data.id));
${each('for (const u of users) await queue.add(u, { attempts: 3 });')}`;
    const imports = `import cron from 'node-cron';\nimport Queue from 'bull';\n`;
    expect(itemsRow(code, users, imports)).toMatchObject({ expected: 40, degraded: { high: 120 } });
  });
});
