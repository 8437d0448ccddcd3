import { describe, expect, test } from 'vitest';
import { head, itemsRow, reportOf } from './support/scan.js';

describe('a loop through an interval of timers/promises', () => {
  const imports = `import { setInterval as every } from 'node:timers/promises';\n`;

  test('a round for each tick, from the first one on', () => {
    const code = `for await (const _ of every(30_000)) { await getItem('a'); await getItem('b'); }`;
    expect(itemsRow(code, '', imports)).toMatchObject({ expected: 4, high: 4 });
  });

  // Node keeps the ticks that nobody took, and gives them one after the other.
  test('ticks that come too late follow one another', () => {
    const code = `for await (const _ of every(1000)) for (const user of users) await getItem(user);`;
    expect(
      itemsRow(`const users = await getUsers();\n${code}`, '  users.length: 40\n', imports),
    ).toMatchObject({
      expected: 600,
      high: 600,
    });
  });
});

describe('what stands before a route delays it', () => {
  // Twenty events at equal distances: of two that are 60 s apart, the first may be held up and the second not.
  const routed = (use: string): string => `import express from 'express';
${head}const app = express();
async function authenticate(req, res, next) { await getUsers(); next(); }
${use}
app.get('/me', async (req, res) => { res.json(await getItem('me')); });`;
  const items = (code: string) =>
    reportOf(
      code,
      '  rate(GET /me): 20\n',
      '',
      '  latency: { min: 80ms, expected: 100ms, max: 120ms }\n',
    ).load.find((r) => r.operation === 'GET /items/{id}');

  test('what the application uses', () => {
    expect(items(routed('app.use(authenticate);'))).toMatchObject({ high: 21 });
  });

  test('nothing does not', () => {
    expect(items(routed('app.use(express.json());'))).toMatchObject({ expected: 20, high: 20 });
  });
});

// What the programs of bench/load that are alike were counted to send.
describe('a queue that is waited for until it has nothing left to do', () => {
  const imports = `import cron from 'node-cron';\nimport { queue } from 'async';\nimport PQueue from 'p-queue';\n`;
  const worker = 'const q = queue(async (id) => { await getItem(id); }, 2);\n';

  test.each([
    ['one by one', `${worker}`, 'for (const user of users) q.push(user.id); await q.drain();'],
    ['in a callback', `${worker}`, 'users.forEach((user) => { q.push(user.id); }); await q.drain();'],
    ['as a list', `${worker}`, 'await q.push(users); await q.drain();'],
    [
      'of p-queue',
      'const q = new PQueue({ concurrency: 2 });\n',
      'for (const user of users) q.add(() => getItem(user.id)); await q.onIdle();',
    ],
  ])('tasks that were given %s are done', (_, made, rounds) => {
    const code = `${made}for (;;) { const users = await getUsers(); ${rounds} await sleep(5000); }`;
    // A round takes 0.1 s, twenty times 0.1 s, and 5 s.
    expect(itemsRow(code, '  users.length: 40\n', imports)).toMatchObject({ expected: 360, high: 360 });
  });

  test('a list that is pushed is no promise of its tasks', () => {
    const code = `const q = queue(async () => { await sleep(70_000); }, 1);
cron.schedule('*/5 * * * *', async () => { const users = await getUsers(); await q.push(users); await getItem('1'); });`;
    expect(itemsRow(code, '  users.length: 40\n', imports)).toMatchObject({ expected: 1, high: 1 });
  });

  test('what others gave it has to be done, too', () => {
    const code = `const q = queue(async (id) => { await getUsers(); await sleep(900); }, 2);
cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); q.push(users); });
cron.schedule('* * * * *', async () => { q.push('x'); await q.drain(); await getItem('1'); });`;
    // Counted: four runs of the minute go on at once when 300 tasks are done.
    expect(itemsRow(code, '  users.length: 300\n', imports).high).toBeGreaterThanOrEqual(4);
    expect(itemsRow(code, '  users.length: 40\n', imports)).toMatchObject({ expected: 1, high: 2 });
  });
});

describe('what comes after a limiter', () => {
  const imports = `import cron from 'node-cron';\nimport express from 'express';\nimport pLimit from 'p-limit';\n`;

  test('is held up by what others have in it', () => {
    const code = `const limit = pLimit(2);
const work = async () => { await getUsers(); await sleep(900); };
cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); await Promise.all(users.map(() => limit(work))); });
cron.schedule('* * * * *', async () => { await limit(work); await getItem('1'); });`;
    // Counted: three runs of the minute go on within one.
    expect(itemsRow(code, '  users.length: 300\n', imports).high).toBeGreaterThanOrEqual(3);
    expect(itemsRow(code, '  users.length: 40\n', imports)).toMatchObject({ expected: 1, high: 2 });
  });

  test('that more comes to than goes follows its pace', () => {
    const code = `const limit = pLimit(1);
const app = express();
app.post('/hook', async (req, res) => { await limit(async () => { await getUsers(); await sleep(700); }); await getItem('1'); });`;
    const { high } = itemsRow(code, '  rate(POST /hook): 90\n', imports);
    expect(high).toBeGreaterThanOrEqual(76);
    expect(high).toBeLessThanOrEqual(2 * 90);
  });
});

describe('a queue that a function makes for itself', () => {
  // Counted: a push is no change of a list, whatever came before it.
  test.each([
    ['once after once', 'q.push(users); q.push("last"); q.push("very last"); await q.drain();', 42],
    [
      'in a loop after once',
      'q.unshift("first"); for (const user of users) q.push(user.id); await q.drain();',
      41,
    ],
  ])('is pushed to %s', (_, body, expected) => {
    const code = `cron.schedule('0 * * * *', async () => {
  const users = await getUsers();
  const q = async.queue(async (id) => { await getItem(id); }, 5);
  ${body}
});`;
    const imports = `import cron from 'node-cron';\nimport async from 'async';\n`;
    expect(itemsRow(code, '  users.length: 40\n', imports)).toMatchObject({ expected, high: expected });
  });
});
