import { describe, expect, test } from 'vitest';
import { head, itemsRow, reportOf } from './support/scan.js';

const cron = `import cron from 'node-cron';\n`;
const users = (n: number): string => `  users.length: ${n}\n`;
/** Runs `body` every ten minutes, with `users` at hand. */
const job = (body: string): string =>
  `cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); ${body} });`;

describe('what stands around a call', () => {
  test.each([
    ['a loop that waits', 'for (const user of users) await getItem(user.id);'],
    ['a loop that does not', 'for (const user of users) getItem(user.id);'],
    ['Promise.all', 'await Promise.all(users.map((user) => getItem(user.id)));'],
    ['forEach(async)', 'users.forEach(async (user) => { await getItem(user.id); });'],
    [
      'reduce',
      'await users.reduce((before, user) => before.then(() => getItem(user.id)), Promise.resolve());',
    ],
    [
      'pushed promises',
      'const jobs = []; for (const user of users) jobs.push(getItem(user.id)); await Promise.all(jobs);',
    ],
    ['a counter', 'for (let i = 0; i < users.length; i++) await getItem(users[i].id);'],
    [
      'slices',
      'for (let i = 0; i < users.length; i += 7) await Promise.all(users.slice(i, i + 7).map((u) => getItem(u.id)));',
    ],
  ])('%s: one for each user', (_, body) => {
    expect(itemsRow(job(body), users(120), cron)).toMatchObject({
      expected: 120,
      high: 120,
      verdict: 'within',
    });
  });

  test('without a value it is unknown, never 0 or 1, and the break-even is said', () => {
    const row = itemsRow(job('await Promise.all(users.map((user) => getItem(user.id)));'), '', cron);
    expect(row).toMatchObject({ low: 0, expected: null, high: null, verdict: 'unknown' });
    expect(row.assumptions).toContainEqual({ symbol: 'users.length', value: null });
    expect(row.breakEven).toContainEqual({ symbol: 'users.length', value: 300 });
  });

  test('loops multiply, through the functions between them', () => {
    const code = `async function pages() { for (let page = 1; page <= 4; page++) await Promise.all(Array.from({ length: 5 }, (_, i) => getItem(String(i)))); }
${job('for (const user of users) await pages();')}`;
    expect(itemsRow(code, users(3), cron)).toMatchObject({ expected: 60, burst: 5 });
  });

  test('a page loop and a function that calls itself are symbols of their function', () => {
    const loop = `async function load() { let next = '0'; do { const page = await getItem(next); next = page.next; } while (next); }
cron.schedule('0 * * * *', load);`;
    const recursion = `async function load(next: string) { const page = await getItem(next); if (page.next) await load(page.next); }
cron.schedule('0 * * * *', () => load('0'));`;
    for (const code of [loop, recursion])
      expect(itemsRow(code, '  load.pages: 40\n', cron)).toMatchObject({ expected: 40, burst: 1 });
  });

  test('an async generator runs with the loop that asks it', () => {
    const code = `async function* all() { for (let i = 0; i < 3; i++) { const users = await getUsers(); for (const user of users) yield user; } }
cron.schedule('0 * * * *', async () => { for await (const user of all()) await getItem(user.id); });`;
    expect(itemsRow(code, users(20), cron)).toMatchObject({ expected: 60, burst: 1 });
  });

  test('one of two branches', () => {
    const body = 'if (users.fresh) await getItem("1"); else { await getItem("2"); await getItem("3"); }';
    expect(itemsRow(job(body), '', cron)).toMatchObject({ low: 1, expected: 2, high: 2 });
  });

  test('pauses spread a loop', () => {
    // 60 s / (1.9 s + 0.1 s).
    expect(
      itemsRow(
        job('for (const user of users) { await getItem(user.id); await sleep(1900); }'),
        users(120),
        cron,
      ),
    ).toMatchObject({
      expected: 30,
    });
  });
});

describe('what starts a run', () => {
  test.each([
    ['setInterval', 'setInterval(() => getItem("1"), 5000);', 12],
    [
      'a timer that sets itself again, after the work',
      'async function tick() { await getItem("1"); setTimeout(tick, 1900); }\ntick();',
      30,
    ],
    [
      'an endless loop',
      'async function run() { for (;;) { await getItem("1"); await sleep(900); } }\nrun();',
      60,
    ],
    ['the start of the program', 'for (let i = 0; i < 9; i++) await getItem(String(i));', 9],
  ])('%s', (_, code, expected) => {
    expect(itemsRow(code)).toMatchObject({ expected });
  });

  test.each([
    ['node-cron', cron, 'cron.schedule("* * * * *", () => getItem("1"));', 1],
    ['six fields', cron, 'cron.schedule("* * * * * *", () => getItem("1"));', 60],
    [
      'cron',
      `import { CronJob } from 'cron';\n`,
      'new CronJob("*/20 * * * * *", () => getItem("1"), null, true);',
      3,
    ],
    [
      'croner',
      `import { Cron } from 'croner';\n`,
      'new Cron("*/30 * * * * *", { protect: true }, async () => { await getItem("1"); });',
      2,
    ],
    [
      'node-schedule',
      `import schedule from 'node-schedule';\n`,
      'schedule.scheduleJob("*/10 * * * * *", () => getItem("1"));',
      6,
    ],
    [
      'toad-scheduler',
      `import { SimpleIntervalJob, AsyncTask } from 'toad-scheduler';\n`,
      'new SimpleIntervalJob({ seconds: 15 }, new AsyncTask("a", async () => { await getItem("1"); }));',
      4,
    ],
    [
      'BullMQ',
      `import { Queue, Worker } from 'bullmq';\n`,
      'new Worker("sync", async () => { await getItem("1"); }); await new Queue("sync").upsertJobScheduler("x", { every: 10000 });',
      6,
    ],
  ])('%s', (_, imports, code, expected) => {
    expect(itemsRow(code, '', imports)).toMatchObject({ expected });
  });

  test('a route is an event of its method and path', () => {
    const row = itemsRow(
      'app.get("/sync", async (req, res) => { await getItem("1"); await getItem("2"); });',
      '',
      `import express from 'express';\nconst app = express();\n`,
    );
    expect(row.assumptions).toContainEqual({ symbol: 'rate(GET /sync)', value: null });
    expect(row.breakEven).toContainEqual({ symbol: 'rate(GET /sync)', value: 150 });
  });

  test('a function that only others can call is an event of its name', () => {
    const row = itemsRow('export async function refresh(id: string) { return getItem(id); }');
    expect(row).toMatchObject({ verdict: 'unknown', expected: null });
    expect(row.breakEven).toEqual([{ symbol: 'rate(refresh)', value: 300 }]);
  });
});

describe('limiters and retries', () => {
  test('p-limit gives lanes', () => {
    const code = `const limit = pLimit(2);\n${job('await Promise.all(users.map((user) => limit(() => getItem(user.id))));')}`;
    const row = itemsRow(code, users(3000), `import pLimit from 'p-limit';\n${cron}`);
    // Two lanes of 100 ms.
    expect(row).toMatchObject({ expected: 1200, burst: 2 });
  });

  test('bottleneck keeps its distance', () => {
    const code = `const limiter = new Bottleneck({ minTime: 250 });\n${job('await Promise.all(users.map((user) => limiter.schedule(() => getItem(user.id))));')}`;
    expect(itemsRow(code, users(1000), `import Bottleneck from 'bottleneck';\n${cron}`)).toMatchObject({
      expected: 240,
      high: 240,
      verdict: 'within',
    });
  });

  test('retries stand apart', () => {
    const code = job('for (const user of users) await pRetry(() => getItem(user.id), { retries: 2 });');
    const row = itemsRow(code, users(50), `import pRetry from 'p-retry';\n${cron}`);
    expect(row).toMatchObject({ expected: 50, high: 50 });
    expect(row.degraded?.high).toBeGreaterThan(50);
  });
});

describe('annotations', () => {
  const fanOut = 'await Promise.all(users.map((user) => getItem(user.id)));';

  test('a bound holds in the next statement, and leaves what is expected open', () => {
    expect(itemsRow(job(`\n// leastscope-bound users <= 90\n${fanOut}\n`), '', cron)).toMatchObject({
      high: 90,
      expected: null,
      verdict: 'within',
    });
  });

  test('a rate replaces what encloses the call', () => {
    expect(
      itemsRow(
        job(`for (const user of users) {\n// leastscope-calls 40/min\nawait getItem(user.id);\n}`),
        '',
        cron,
      ),
    ).toMatchObject({
      expected: 40,
    });
  });

  test('one that fits nothing is said', () => {
    const { notes } = reportOf(`${cron}${head}// leastscope-bound nobody <= 3\n${job(fanOut)}`);
    expect(notes.map(({ message }) => message)).toContain(
      'leastscope-bound nobody: no such number in the next statement',
    );
  });
});

test('an assumption that nothing depends on is said', () => {
  const { notes } = reportOf(`${head}setInterval(() => getItem("1"), 5000);`, '  orders.length: 4\n');
  expect(notes.map(({ message }) => message)).toContain(
    'assume.orders.length: nothing in the code depends on it',
  );
});

describe('findings', () => {
  const rules = (code: string, assume = ''): string[] =>
    reportOf(code, assume).findings.map(({ rule }) => rule);

  test('say what is exceeded, and are silent about what is kept', () => {
    const code = `${cron}${head}${job('for (const user of users) getItem(user.id);')}`;
    expect(rules(code, users(301))).toEqual(['rate-limit-exceeded', 'unhandled-429']);
    expect(rules(code, users(239))).toEqual([]);
  });

  test('a fan-out over a collection without a bound', () => {
    expect(
      rules(`${cron}${head}${job('await Promise.all(users.map((user) => getItem(user.id)));')}`),
    ).toEqual(['unbounded-fan-out']);
    expect(
      rules(`${cron}${head}${job('await Promise.all(users.slice(0, 20).map((user) => getItem(user.id)));')}`),
    ).toEqual([]);
  });

  test('a slip of fields, a loop without a pause, retries without one', () => {
    expect(rules(`${cron}${head}cron.schedule('* */5 * * * *', () => getItem('1'));`)).toEqual([
      'cron-field-slip',
    ]);
    expect(rules(`${head}async function run() { for (;;) await getItem('1'); }\nrun();`)).toContain(
      'loop-without-delay',
    );
    const retried = `import axios from 'axios';\nimport axiosRetry from 'axios-retry';\naxiosRetry(axios, { retries: 3 });\nsetInterval(() => axios.get('https://api.example.com/users'), 5000);`;
    expect(rules(retried)).toEqual(['retry-without-backoff']);
  });
});

describe('functions that are made of others', () => {
  test.each(['promisify', 'callbackify'])(
    '%s runs nothing: its callers do, and callers of the function itself',
    (name) => {
      const code = `import * as util from 'node:util';
${head}function send(id: string, done: (item: unknown) => void) { getItem(id).then(done); }
const sendLater = util.${name}(send);
setInterval(() => sendLater('1'), 10_000);
setInterval(() => send('2', () => undefined), 20_000);`;
      const row = reportOf(code).load.find((r) => r.operation === 'GET /items/{id}');
      expect(row).toMatchObject({ expected: 9, verdict: 'within' });
      expect(row?.assumptions.map(({ symbol }) => symbol)).not.toContain(`rate(util.${name})`);
    },
  );

  test('where nothing known calls them, each caller is an event of its own', () => {
    const code = `import { promisify } from 'node:util';
${head}function send(id: string, done: (item: unknown) => void) { getItem(id).then(done); }
const sendLater = promisify(send);
export const a = () => sendLater('1');
export const b = () => send('2', () => undefined);`;
    const row = reportOf(code).load.find((r) => r.operation === 'GET /items/{id}');
    expect(row?.assumptions.map(({ symbol }) => symbol)).toEqual(['rate(a)', 'rate(b)']);
  });
});

describe('a schedule whose runs never overlap', () => {
  test.each(['UTC', 'Europe/Berlin'])(
    'has no more requests than a run can send, however long it is: %s',
    (zone) => {
      const code = `cron.schedule('30 2 * * *', async () => { const users = await getUsers(); for (const user of users) await getItem(user.id); }, { timezone: '${zone}', noOverlap: true });`;
      const latency = '  latency: { min: 250ms, expected: 300ms }\n';
      const row = reportOf(`${cron}${head}${code}`, '', '', latency).load.find(
        (r) => r.operation === 'GET /items/{id}',
      );
      expect(row).toMatchObject({ expected: null, high: 240, verdict: 'within' });
    },
  );
});
