import { describe, expect, test } from 'vitest';
import { head, itemsRow, reportOf, reportOfFiles } from './support/scan.js';

const cron = `import cron from 'node-cron';\n`;
const events = `import { EventEmitter } from 'node:events';\n`;
const users = '  users.length: 40\n';
/** Says something for each of the users, every ten minutes. */
const saying = (say: string): string =>
  `cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); for (const user of users) { ${say} } });`;

describe('a listener runs as often as something is said', () => {
  test.each([
    [
      'an emitter',
      events,
      `const bus = new EventEmitter();
bus.on('found', (user) => getItem(user.id));
${saying("bus.emit('found', user);")}`,
    ],
    [
      'a class that is an emitter',
      events,
      `class Finder extends EventEmitter { async run() { const users = await getUsers(); users.forEach((u) => this.emit('found', u)); } }
const finder = new Finder();
finder.on('found', (user) => getItem(user.id));
cron.schedule('*/10 * * * *', () => finder.run());`,
    ],
    [
      'an emitter that is passed',
      events,
      `function listen(bus) { bus.addListener('found', (user) => getItem(user.id)); }
const bus = new EventEmitter();
listen(bus);
${saying("bus.emit('found', user);")}`,
    ],
    [
      'an event target',
      '',
      `const target = new EventTarget();
target.addEventListener('found', (event) => getItem(event.detail));
${saying("target.dispatchEvent(new CustomEvent('found', { detail: user.id }));")}`,
    ],
    [
      'a subject',
      `import { Subject } from 'rxjs';\n`,
      `const found = new Subject();
found.subscribe((user) => { getItem(user.id); });
${saying('found.next(user);')}`,
    ],
    [
      'a queue',
      `import { Queue, Worker } from 'bullmq';\n`,
      `const queue = new Queue('items');
new Worker('items', async (job) => getItem(job.data.id));
${saying("await queue.add('item', { id: user.id });")}`,
    ],
    [
      'a list of jobs for a queue',
      `import { Queue, Worker } from 'bullmq';\n`,
      `const queue = new Queue('items');
new Worker('items', async (job) => getItem(job.data.id));
cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); await queue.addBulk(users.map((u) => ({ name: 'x', data: u }))); });`,
    ],
  ])('%s', (_, imports, code) => {
    expect(itemsRow(code, users, imports + cron)).toMatchObject({ expected: 40 });
    expect(itemsRow(code, users, imports + cron).high).toBeGreaterThanOrEqual(40);
    expect(itemsRow(code, users, imports + cron).high).toBeLessThanOrEqual(80);
  });

  test('two listeners hear it both, and of two events only the one that is said', () => {
    const code = `const bus = new EventEmitter();
bus.on('a', () => getItem('1'));
bus.on('a', () => getItem('2'));
bus.on('b', () => getUsers());
setInterval(() => bus.emit('a'), 10_000);`;
    const { load } = reportOf(events + head + code);
    expect(load.find((r) => r.operation === 'GET /items/{id}')).toMatchObject({ expected: 12 });
    expect(load.find((r) => r.operation === 'GET /users')?.assumptions.map((a) => a.symbol)).toContain(
      'rate(b)',
    );
  });

  test('what comes from outside is still said from outside', () => {
    const row = itemsRow(`process.on('message', () => getItem('1'));`, '  rate(message): 5\n');
    expect(row).toMatchObject({ expected: 5 });
  });
});

describe('what is said is never lost', () => {
  test('a name that the code does not give may be any', () => {
    const code = `const bus = new EventEmitter();
bus.on('a', () => getItem('1'));
bus.on('b', () => getItem('2'));
setInterval(() => bus.emit(process.argv[2]), 10_000);`;
    expect(itemsRow(code, '', events).high).toBeGreaterThanOrEqual(6);
  });

  test('a function that something unknown may keep runs as often as a symbol says', () => {
    const code = `const handlers = new Map();
function on(name, fn) {
  if (!handlers.has(name)) handlers.set(name, new Set());
  handlers.get(name).add(fn);
}
on('found', (id) => getItem(id));
setInterval(() => handlers.get('found').forEach((fn) => fn('1')), 5000);`;
    const row = itemsRow(code);
    expect(row).toMatchObject({ expected: null, high: null });
    expect(row.assumptions.map((a) => a.symbol).join()).toContain('rate(');
  });

  test('a listener that says its own event again goes round as often as a symbol says', () => {
    const code = `const bus = new EventEmitter();
bus.on('next', async (id) => { const item = await getItem(id); if (item.next) bus.emit('next', item.next); });
cron.schedule('0 * * * *', () => bus.emit('next', '1'));`;
    expect(itemsRow(code, '  next.rounds: 7\n', cron + events)).toMatchObject({ expected: 7 });
    expect(itemsRow(code, '', cron + events).expected).toBeNull();
  });

  test('what listens to something unknown may hear it from outside too', () => {
    const code = `export function serve(socket) { socket.on('join', () => getItem('1')); }
setInterval(() => shared.emit('join'), 10_000);`;
    const row = itemsRow(code);
    expect(row.high).toBeNull();
    expect(row.assumptions.map((a) => a.symbol).join()).toContain('rate(');
  });

  test('a route of another file says it', () => {
    const files = {
      'src/bus.ts': `${events}export const bus = new EventEmitter();`,
      'src/main.ts': `import express from 'express';
import { bus } from './bus.js';
import './listener.js';
const app = express();
app.post('/hook', (req, res) => { bus.emit('hook', req.body); res.end(); });`,
      'src/listener.ts': `import { bus } from './bus.js';
${head}bus.on('hook', async () => { await getItem('1'); await getItem('2'); });`,
    };
    const row = reportOfFiles(files, '  rate(POST /hook): 10\n').load.find(
      (r) => r.operation === 'GET /items/{id}',
    );
    expect(row).toMatchObject({ expected: 20 });
  });

  test('a method that a decorator makes a listener', () => {
    const code = `@Injectable()
export class Sync {
  constructor(private readonly events: EventEmitter2) {}
  @Cron('0 * * * *') async tick() { const users = await getUsers(); for (const user of users) this.events.emit('user.found', user); }
  @OnEvent('user.found') async found(user) { await getItem(user.id); }
}`;
    const imports = `import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { EventEmitter2, OnEvent } from '@nestjs/event-emitter';\n`;
    expect(itemsRow(code, users, imports)).toMatchObject({ expected: 40 });
  });
});

describe('tables and pauses', () => {
  test('each line of a table has its own period', () => {
    const code = `const jobs = [{ every: 10_000, run: () => getItem('1') }, { every: 30_000, run: () => getUsers() }];
for (const job of jobs) setInterval(() => job.run(), job.every);`;
    const { load } = reportOf(head + code);
    expect(load.find((r) => r.operation === 'GET /items/{id}')).toMatchObject({ expected: 6, high: 6 });
    expect(load.find((r) => r.operation === 'GET /users')).toMatchObject({ expected: 2, high: 2 });
  });

  test.each([
    ['an index', 'users.forEach((user, i) => { setTimeout(() => getItem(user.id), i * 2000); });', 30],
    [
      'a pause that is awaited',
      'await Promise.all(users.map(async (user, i) => { await sleep(1000 * i); await getItem(user.id); }));',
      60,
    ],
    [
      'a counter',
      'for (let i = 0; i < users.length; i++) setTimeout(() => getItem(users[i].id), i * 2000 + 500);',
      30,
    ],
  ])('%s spreads requests over time', (_, body, perMinute) => {
    const code = `cron.schedule('0 * * * *', async () => { const users = await getUsers(); ${body} });`;
    const row = itemsRow(code, '  users.length: 200\n', cron);
    expect(row.expected).toBe(perMinute);
    expect(row.high).toBeGreaterThanOrEqual(perMinute);
    expect(row.high).toBeLessThanOrEqual(perMinute + 2);
  });

  test('a pause that grows behind another request is no more than a range', () => {
    const code = `cron.schedule('0 * * * *', async () => { const users = await getUsers();
  await Promise.all(users.map(async (user, i) => { await getItem('x'); await sleep(i * 1000); await getItem(user.id); })); });`;
    expect(itemsRow(code, '  users.length: 20\n', cron).high).toBeGreaterThanOrEqual(40);
  });
});

// docs.nestjs.com/techniques/queues: `@InjectQueue()` gives the queue, and a class with `@Processor()` works on it.
describe('queues of Nest', () => {
  const nest = `import { Processor, Process, WorkerHost, InjectQueue, InjectFlowProducer } from '@nestjs/bullmq';
import { Interval } from '@nestjs/schedule';
import { FlowProducer, Queue, Job } from 'bullmq';
`;
  const worker = `@Processor('mails')
export class Mails extends WorkerHost { async process(job: Job) { await getItem(job.data.id); } }
`;
  const sender = (given: string, send: string): string => `export class Sync {
  constructor(${given}) {}
  @Interval(600_000) async run() { const users = await getUsers(); ${send} }
}`;

  test('a job for each element', () => {
    const code = `${worker}${sender("@InjectQueue('mails') private readonly queue: Queue", "for (const u of users) await this.queue.add('x', u);")}`;
    const row = itemsRow(code, users, nest);
    expect(row).toMatchObject({ expected: 40, high: 40 });
    // What the queue asks of its jobs stands in the module's registration.
    expect(row.contributors[0]?.how).toContain('job.attempts');
  });

  test('a flow', () => {
    const code = `${worker}${sender(
      "@InjectFlowProducer('flows') private readonly flow: FlowProducer",
      "await this.flow.addBulk(users.map((u) => ({ name: 'x', queueName: 'mails', data: u })));",
    )}`;
    expect(itemsRow(code, users, nest)).toMatchObject({ expected: 40, high: 40 });
  });

  test('a method of its own, as Bull has it', () => {
    const code = `@Processor('mails')
export class Mails { @Process() async send(job) { await getItem(job.data.id); } }
${sender("@InjectQueue('mails') private readonly queue: Queue", 'for (const u of users) await this.queue.add(u, { attempts: 2 });')}`;
    const imports = nest
      .replace("from 'bullmq';", "from 'bull';")
      .replaceAll('@nestjs/bullmq', '@nestjs/bull');
    const row = itemsRow(code, users, imports);
    expect([row.high, row.degraded?.high]).toEqual([40, 80]);
  });
});
