import { describe, expect, test } from 'vitest';
import { head, itemsRow, reportOf } from './support/scan.js';

const imports = `import cron from 'node-cron';\nimport { FlowProducer, Queue, Worker } from 'bullmq';\n`;
const users = '  users.length: 40\n';
const workers = `new Worker('pages', async (job) => getItem(job.data.id), { concurrency: 50 });
new Worker('report', async () => { await getUsers(); });
const flow = new FlowProducer({ connection: {} });
`;
const daily = (body: string): string =>
  `${workers}cron.schedule('0 0 * * *', async () => { const users = await getUsers(); ${body} });`;

// docs.bullmq.io/guide/flows: all jobs of the tree are added, and a parent runs when its children are done.
describe('a flow of BullMQ', () => {
  test('a child for each element', () => {
    const code = daily(
      "await flow.add({ name: 'report', queueName: 'report', children: users.map((u) => ({ name: 'p', queueName: 'pages', data: u })) });",
    );
    expect(itemsRow(code, users, imports)).toMatchObject({ expected: 40, high: 40 });
    const row = reportOf(imports + head + code, users).load.find((r) => r.operation === 'GET /users');
    expect(row).toMatchObject({ expected: 2, high: 2 });
  });

  test('children that are listed, with attempts of their own, and what else is sent to the queue', () => {
    const code = daily(`await flow.add({ name: 'r', queueName: 'report', children: [
      { name: 'a', queueName: 'pages', data: { id: 'a' }, opts: { attempts: 3 } },
      { name: 'b', queueName: 'pages', data: { id: 'b' } },
    ] });
    await new Queue('pages').add('c', { id: 'c' });`);
    const row = itemsRow(code, users, imports);
    expect([row.high, row.degraded?.high]).toEqual([3, 5]);
  });

  test('children of children, and several trees', () => {
    const tree = (deep: string): string => `{ name: 'r', queueName: 'report', children: [${deep}] }`;
    const leaf = `{ name: 'a', queueName: 'pages', data: { id: 'a' } }`;
    const code = daily(`await flow.addBulk([${tree(tree(`${leaf}, ${leaf}`))}, ${tree(leaf)}]);`);
    expect(itemsRow(code, users, imports)).toMatchObject({ expected: 3, high: 3 });
  });

  test('children that nobody knows may go to any queue', () => {
    const code = daily("await flow.add({ name: 'r', queueName: 'report', children: await load() });");
    const row = itemsRow(`import { load } from './load.js';\n${code}`, users, imports);
    // Fifty at once, ten rounds a second.
    expect([row.expected, row.high, row.degraded?.high]).toEqual([null, 30_000, 30_000]);
  });
});
