import { describe, expect, test } from 'vitest';
import { itemsRow } from './support/scan.js';

const users = '  users.length: 40\n';
const two = `await getItem('a'); await getItem('b');`;
/** Requests in the fullest minute: of one run, and while the server fails. */
const figures = (imports: string, code: string, assume = ''): unknown => {
  const { high, degraded } = itemsRow(code, assume, imports);
  return [high, degraded?.high];
};

describe('a handler that fails runs again as a whole, as often as the docs of its service say', () => {
  const inngest = `import { Inngest } from 'inngest';\n`;
  const fn = (options: string): string =>
    `const inngest = new Inngest({ id: 'app' });
inngest.createFunction({ id: 'sync'${options} }, { cron: '0 0 * * *' }, async ({ step }) => { await step.run('one', async () => { ${two} }); });`;

  // inngest.com/docs/features/inngest-functions/error-retries/retries: four retries unless stated, for each step; of
  // its waits (15, 30, 60 seconds and more) three attempts fit into a minute.
  test.each([
    ['', '', 6],
    [', retries: 2', '', 6],
    [', retries: 1', '', 4],
    [', retries: 0', '', undefined],
    [', retries: Number(process.env.RETRIES)', '  sync.retries: 1\n', 4],
  ])('Inngest: %s', (options, assume, most) => {
    expect(figures(inngest, fn(options), assume)).toEqual([2, most]);
  });

  // @trigger.dev/core 4.8.3: `task.retry`, else `retries.default` of the config, with 3 attempts where none are stated.
  const trigger = `import { defineConfig, schedules } from '@trigger.dev/sdk/v3';\n`;
  const task = (options: string): string =>
    `export const sync = schedules.task({ id: 'sync', cron: '0 0 * * *'${options}, run: async () => { ${two} } });`;
  test.each([
    [task(', retry: { maxAttempts: 4 }'), '', 8],
    [task(', retry: { factor: 1.5 }'), '', 6],
    [`export default defineConfig({ retries: { default: { maxAttempts: 5 } } });\n${task('')}`, '', 10],
    [task(''), '  sync.attempts: 6\n  sync.backoff: 1000\n', 12],
    [`${task(', retry: { maxAttempts: 1 }')}`, '', undefined],
    [`${task(', retry: { maxAttempts: 1 }')}\nawait sync.trigger({}, { maxAttempts: 5 });`, '', 10],
  ])('Trigger.dev: %s', (code, assume, most) => {
    expect(figures(trigger, code, assume)).toEqual([2, most]);
  });

  // firebase-functions 7.4.0, ScheduleOptions: no retries unless stated; TaskQueueOptions: 3 attempts unless stated.
  const firebase = `import * as functions from 'firebase-functions/v1';
import { onSchedule } from 'firebase-functions/v2/scheduler';
import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import { onMessagePublished } from 'firebase-functions/v2/pubsub';\n`;
  const run = `async () => { ${two} }`;
  const rate = (name: string): string => `  rate(${name}): 0.001\n`;
  test.each([
    [`onSchedule('every 24 hours', ${run});`, '', undefined],
    [`onSchedule({ schedule: 'every 24 hours', retryCount: 3 }, ${run});`, '', 8],
    [
      `onSchedule({ schedule: 'every 24 hours', maxRetrySeconds: 60 }, ${run});`,
      '  schedule.retries: 4\n',
      10,
    ],
    [
      `functions.pubsub.schedule('every 24 hours').timeZone('Europe/Berlin').retryConfig({ retryCount: 2 }).onRun(${run});`,
      '',
      6,
    ],
    [`onTaskDispatched({}, ${run});`, rate('onTaskDispatched'), 6],
    [`onTaskDispatched({ retryConfig: { maxAttempts: 5 } }, ${run});`, rate('onTaskDispatched'), 10],
    [`onMessagePublished({ topic: 'x' }, ${run});`, rate('onMessagePublished'), undefined],
    [
      `onMessagePublished({ topic: 'x', retry: true }, ${run});`,
      `${rate('onMessagePublished')}  onMessagePublished.attempts: 6\n`,
      12,
    ],
    [
      `functions.runWith({ failurePolicy: true }).pubsub.topic('x').onPublish(${run});`,
      `${rate('runWith().pubsub.topic().onPublish')}  runWith().pubsub.topic().onPublish.attempts: 3\n`,
      6,
    ],
  ])('Firebase: %s', (code, assume, most) => {
    expect(figures(firebase, code, assume)).toEqual([2, most]);
  });

  // agenda 6.2.6, utils/backoff.js: `backoff` of a definition, with 3 retries where none are stated.
  const agenda = `import { Agenda, backoffStrategies } from 'agenda';\n`;
  const defined = (options: string, more = ''): string =>
    `const agenda = new Agenda({});
agenda.define('sync', ${run}${options});
${more}await agenda.every('24 hours', 'sync');`;
  test.each([
    [defined(''), '', undefined],
    [defined(', { backoff: backoffStrategies.exponential({ delay: 1000, maxRetries: 5 }) }'), '', 12],
    [defined(', { backoff: backoffStrategies.constant({ delay: 1000 }) }'), '', 8],
    [
      defined(', { backoff: ({ attempt }) => (attempt < 4 ? 1000 : null) }'),
      '  sync.attempts: 4\n  sync.backoff: 1000\n',
      8,
    ],
    [defined('', `agenda.on('fail:sync', (error) => { console.error(error); });\n`), '', undefined],
    [
      defined(
        '',
        `agenda.on('fail:sync', async (error, job) => { job.schedule('in 1 second'); await job.save(); });\n`,
      ),
      '  sync.attempts: 3\n  sync.backoff: 1000\n',
      6,
    ],
  ])('agenda: %s', (code, assume, most) => {
    expect(figures(agenda, code, assume)).toEqual([2, most]);
  });
});

const tick = `import cron from 'node-cron';\n`;
const each = (send: string): string =>
  `cron.schedule('0 0 * * *', async () => { const users = await getUsers(); ${send} });`;

// pg-boss 10.4.2, plans.js: COALESCE(job, queue, constructor's default, 2).
describe('pg-boss', () => {
  const imports = `${tick}import PgBoss from 'pg-boss';\n`;
  const boss = (options = ''): string =>
    `const boss = new PgBoss({ connectionString: 'x'${options} });\nboss.work('items', async ([job]) => { await getItem(job.data.id); });\n`;
  const queue = `await boss.createQueue('items');\n`;
  const send = each("for (const u of users) await boss.send('items', u);");
  test.each([
    [`${boss()}${queue}${send}`, '', 120],
    [`${boss(', retryLimit: 4')}${queue}${send}`, '', 200],
    [`${boss()}await boss.createQueue('items', { retryLimit: 1 });\n${send}`, '', 80],
    [
      `${boss()}${queue}${each("for (const u of users) await boss.send('items', u, { retryLimit: 5 });")}`,
      '',
      240,
    ],
    [
      `${boss()}${queue}${each("await boss.insert(users.map((u) => ({ name: 'items', data: u })));")}`,
      '',
      120,
    ],
    // A queue that another program makes may ask for any number.
    [`${boss()}${send}`, '  items.retries: 9\n  items.backoff: 0\n', 400],
  ])('%s', (code, assume, most) => {
    expect(figures(imports, code, `${users}${assume}`)).toEqual([40, most]);
  });

  test('a schedule', () => {
    const code = `${boss()}${queue}await boss.schedule('items', '0 0 * * *', {}, { tz: 'UTC' });`;
    expect(figures(imports, code)).toEqual([1, 3]);
  });
});

// bee-queue 2.0.0, job.js: no retries unless `.retries(n)` says so.
test.each([
  ['await queue.createJob(u).save();', undefined],
  ['await queue.createJob(u).retries(3).save();', 160],
  ["await queue.createJob(u).timeout(3000).backoff('fixed', 10).retries(2).save();", 120],
  ['const job = queue.createJob(u); job.retries(1); await job.save();', 80],
])('bee-queue: %s', (send, most) => {
  const code = `const queue = new Queue('items');
queue.process(10, async (job) => { await getItem(job.data.id); });
${each(`for (const u of users) { ${send} }`)}`;
  expect(figures(`${tick}import Queue from 'bee-queue';\n`, code, users)).toEqual([40, most]);
});

test('a message of SQS comes again as often as its queue says, which the code does not', () => {
  const code = `Consumer.create({ queueUrl: 'https://sqs.eu-west-1.amazonaws.com/1/mails', handleMessage: async () => { ${two} } }).start();`;
  const imports = `import { Consumer } from 'sqs-consumer';\n`;
  expect(figures(imports, code, '  rate(mails): 0.001\n')).toEqual([2, null]);
  const known = '  rate(mails): 0.001\n  mails.receives: 5\n  mails.backoff: 1000\n';
  expect(figures(imports, code, known)).toEqual([2, 10]);
});

// Kafka (kafka.js.org/docs/consuming: `eachMessage` is tried again), SQS and RabbitMQ give a message again that failed.
test.each([
  [
    'eachMessage',
    `import { Kafka } from 'kafkajs';\n`,
    `const consumer = new Kafka({ brokers: [] }).consumer({ groupId: 'x' });
await consumer.run({ eachMessage: async () => { ${two} } });`,
  ],
  [
    'mails',
    `import { SqsMessageHandler } from '@ssut/nestjs-sqs';\n`,
    `export class Mails { @SqsMessageHandler('mails') async handle() { ${two} } }`,
  ],
])('what a broker gives again: %s', (name, imports, code) => {
  const rate = `  rate(${name}): 0.001\n`;
  expect(figures(imports, code, rate)).toEqual([2, null]);
  expect(figures(imports, code, `${rate}  ${name}.deliveries: 3\n  ${name}.backoff: 1000\n`)).toEqual([2, 6]);
});
