import { describe, expect, test } from 'vitest';
import { head, itemsRow, reportOf } from './support/scan.js';

const cron = `import cron from 'node-cron';\n`;
const users = (n: number): string => `  users.length: ${n}\n`;
/** Runs `body` every ten minutes, with `users` at hand. */
const job = (body: string): string =>
  `cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); ${body} });`;

describe('tasks that a loop gives a queue', () => {
  const queue = `const tasks = async.queue(async (id) => { await getItem(id); }, 5);`;
  const before = `import async from 'async';\n${cron}`;

  test('what is counted is one task', () => {
    const code = `${queue}\n${job('for (let i = 0; i < 40; i++) tasks.push(i); await tasks.drain();')}`;
    expect(itemsRow(code, '', before)).toMatchObject({ expected: 40, high: 40 });
  });

  // A search for the longest list that fits runs lists of any length.
  test('lists of which nobody says how long they are', () => {
    const code = `${queue}\n${job('for (let i = 0; i < 3_000; i++) tasks.push(users); await tasks.drain();')}`;
    expect(itemsRow(code, users(2), before).high).toBeGreaterThanOrEqual(6_000);
    expect(itemsRow(code, '', before)).toMatchObject({ expected: null });
  });
});

describe('once for each user, in other words', () => {
  test.each([
    ['what callers pass is passed on', 'await inBatches(users, (user) => getItem(user.id));'],
    [
      'elements that are taken off',
      'while (users.length) { const part = users.splice(0, 7); await Promise.all(part.map((u) => getItem(u.id))); }',
    ],
    ['yield*', 'for await (const user of each(users)) await getItem(user.id);'],
    ['a stream', 'await lastValueFrom(from(users).pipe(mergeMap((user) => getItem(user.id), 3)));'],
    [
      'functions for later',
      'await queue.addAll(users.map((user) => async () => { await getItem(user.id); }));',
    ],
    [
      'a cache before the call',
      'for (const user of users) { if (!cache.has(user.id)) cache.set(user.id, await getItem(user.id)); }',
    ],
    [
      'a table before the call',
      'for (const user of users) { if (!seen[user.id]) seen[user.id] = await getItem(user.id); }',
    ],
  ])('%s', (_, body) => {
    const before = `import PQueue from 'p-queue';
import { from, lastValueFrom, mergeMap } from 'rxjs';
${cron}`;
    const helpers = `
const queue = new PQueue({ concurrency: 3 });
const cache = new Map<string, unknown>();
const seen: Record<string, unknown> = {};
async function* each(list) { yield* list; }
async function inBatches(items, work) {
  for (let i = 0; i < items.length; i += 5) await Promise.all(items.slice(i, i + 5).map(work));
}
`;
    expect(itemsRow(helpers + job(body), users(40), before)).toMatchObject({ expected: 40, high: 40 });
  });

  test.each([
    ['reduced', 'chunk(users, 8).reduce(async (before, part) => { await before; EACH }, Promise.resolve());'],
    ['mapped', 'Promise.all(chunk(users, 8).map(async (part) => { EACH }));'],
  ])('chunks that are %s', (_, body) => {
    const each = 'await Promise.all(part.map((user) => getItem(user.id)));';
    const code = job(`await ${body.replace('EACH', each)}`);
    expect(itemsRow(code, users(40), `import { chunk } from 'lodash';\n${cron}`)).toMatchObject({
      expected: 40,
      high: 40,
    });
  });

  test.each([
    ['one by one', 'for (const user of users) tasks.push(user.id);'],
    ['one by one, with more', 'users.forEach((user) => tasks.push({ id: user.id }));'],
    ['as a list', 'tasks.push(users); await tasks.drain();'],
    ['as a list that is made of it', 'await tasks.push(users.map(({ id }) => ({ id })));'],
  ])('tasks of a queue that has its worker, %s', (_, body) => {
    const code = `const tasks = queue(async (task) => { await getItem(task); }, 2);\n${job(body)}`;
    expect(itemsRow(code, users(40), `import { queue } from 'async';\n${cron}`)).toMatchObject({
      expected: 40,
      high: 40,
    });
  });

  test('keys of a known object', () => {
    const code = `const regions = { eu: 1, us: 2, ap: 3 };\n${job('for (const region in regions) await getItem(region);')}`;
    expect(itemsRow(code, '', cron)).toMatchObject({ expected: 3, high: 3 });
  });

  test('a parameter gives its name to what the caller has no name for, and is another name for what has', () => {
    const code = `async function all(people) { for (const person of people) await getItem(person.id); }
cron.schedule('0 * * * *', async () => all(await getUsers()));`;
    expect(itemsRow(code, '  people.length: 9\n', cron)).toMatchObject({ expected: 9 });
    const named = `async function all(people) { for (const person of people) await getItem(person.id); }\n${job('await all(users);')}`;
    expect(itemsRow(named, '  people.length: 9\n', cron)).toMatchObject({ expected: 9 });
  });
});

describe('what runs again', () => {
  test('a timer whose function sets it again waits between runs', () => {
    const code = `function next(ms) { setTimeout(async () => { try { await getItem('1'); } finally { next(5900); } }, ms); }\nnext(0);`;
    expect(itemsRow(code)).toMatchObject({ expected: 10, high: 10 });
  });

  test('a flag that only something else changes ends no loop', () => {
    const code = `let stopped = false; process.on('SIGTERM', () => { stopped = true; });
async function run() { while (!stopped) { await getItem('1'); await sleep(900); } }\nrun();`;
    expect(itemsRow(code)).toMatchObject({ expected: 60, high: 60 });
  });

  test('a stream of ticks', () => {
    const code = `interval(10_000).pipe(switchMap(() => getItem('1'))).subscribe();`;
    const imports = `import { interval, switchMap } from 'rxjs';\n`;
    expect(itemsRow(code, '', imports)).toMatchObject({ expected: 6, high: 6 });
  });

  test('a rule of fields, a task that is made first and started later, a pattern that gets its function later', () => {
    const rule = `const rule = new schedule.RecurrenceRule(); rule.minute = [0, new schedule.Range(10, 30, 10)];
schedule.scheduleJob(rule, () => getItem('1'));`;
    const hourly = (code: string, imports: string): number | null | undefined =>
      reportOf(imports + head + code).load.find(
        (row) => row.windowSeconds === 60 && row.operation === 'GET /items/{id}',
      )?.expected;
    expect(hourly(rule, `import schedule from 'node-schedule';\n`)).toBe(1);
    expect(hourly(`const task = cron.createTask('* * * * *', () => getItem('1')); task.start();`, cron)).toBe(
      1,
    );
    expect(
      hourly(
        `new Cron('* * * * *', { protect: true }).schedule(() => getItem('1'));`,
        `import { Cron } from 'croner';\n`,
      ),
    ).toBe(1);
  });
});

/** The row of the items of a program that stands by itself. */
const rowOf = (code: string, assume = ''): ReturnType<typeof itemsRow> | undefined =>
  reportOf(`const base = 'https://api.example.com';\n${code}`, assume).load.find(
    (row) => row.operation === 'GET /items/{id}',
  );

describe('a function that may go on without what it is given', () => {
  // 20 ms a round, or as long as an answer takes: 100 ms.
  test.each([
    [
      'races it',
      `const within = (work, ms) => Promise.race([work, new Promise((_, no) => setTimeout(() => no(new Error('late')), ms))]);`,
      3000,
    ],
    [
      'sets a timer beside it',
      `const within = (work, ms) => new Promise((yes, no) => { const timer = setTimeout(() => no(new Error('late')), ms); work.then((value) => { clearTimeout(timer); yes(value); }, no); });`,
      3000,
    ],
    [
      'or waits for it',
      `async function within(work) { try { return await work; } catch { return undefined; } }`,
      600,
    ],
  ])('%s', (_, helper, high) => {
    const code = `const get = async (path: string) => (await fetch(base + path)).json();
${helper}\nwhile (true) { try { await within(get('/items/1'), 20); } catch {} }`;
    expect(rowOf(code)?.high).toBe(high);
  });
});

describe('what is tried again', () => {
  test('a loop: its pauses stand between attempts, and a healthy run has none', () => {
    const code = `async function tried(id) { for (let attempt = 0; attempt < 4; attempt++) { const response = await fetch(base + '/items/' + id); if (response.ok) return response; await sleep(1000 * 2 ** attempt); } }
${job('for (const user of users) await tried(user.id);')}`;
    const assume = `${users(20)}  rate(getItem): 0\n`;
    expect(itemsRow(code, assume, cron)).toMatchObject({ expected: 20, high: 20, degraded: { high: 80 } });
  });

  test('a function that calls itself in a catch', () => {
    const code = `async function tried(fn, left = 3) { try { return await fn(); } catch (error) { if (left <= 0) throw error; await sleep(500); return tried(fn, left - 1); } }
${job('await Promise.all(users.map((user) => tried(() => getItem(user.id))));')}`;
    expect(itemsRow(code, users(20), cron)).toMatchObject({ expected: 20, degraded: { high: 80 } });
  });

  test.each([
    [
      'ky.create',
      `import ky from 'ky';\n`,
      `const api = ky.create({ retry: { limit: 4 } });\nsetInterval(() => api.get(base + '/items/1'), 60_000);`,
      5,
    ],
    [
      'an agent',
      `import { Agent, RetryAgent, request } from 'undici';\n`,
      `const dispatcher = new RetryAgent(new Agent(), { maxRetries: 2 });\nsetInterval(() => request(base + '/items/1', { dispatcher }), 60_000);`,
      3,
    ],
    [
      'the agent of all',
      `import { Agent, RetryAgent, setGlobalDispatcher } from 'undici';\n`,
      `setGlobalDispatcher(new RetryAgent(new Agent()));\nsetInterval(() => fetch(base + '/items/1'), 60_000);`,
      6,
    ],
    [
      'got.extend without',
      `import got from 'got';\n`,
      `const api = got.extend({ retry: { limit: 0 } });\nsetInterval(() => api(base + '/items/1'), 60_000);`,
      undefined,
    ],
  ])('%s', (_, imports, code, attempts) => {
    expect(rowOf(imports + code)?.degraded?.high).toBe(attempts);
  });

  test('pages of got are a symbol', () => {
    const code = `async function sync() { for await (const item of got.paginate(base + '/items/1')) void item; }\ncron.schedule('0 * * * *', sync);`;
    expect(rowOf(`${cron}import got from 'got';\n${code}`, '  sync.pages: 7\n')).toMatchObject({
      expected: 7,
    });
  });

  test('got asks for no more pages than it may', () => {
    const options = `{ pagination: { requestLimit: 50 } }`;
    const code = `async function sync() { await got.paginate.all(base + '/items/1', ${options}); }\ncron.schedule('0 * * * *', sync);`;
    const pages = (n: number) =>
      rowOf(`${cron}import got from 'got';\n${code}`, `  sync.pages: ${n}\n`)?.expected;
    expect([pages(7), pages(80)]).toEqual([7, 50]);
  });

  test('a wrapped client sends what the client sends', () => {
    const code = `import pThrottle from 'p-throttle';
const slow = pThrottle({ limit: 5, interval: 1000 })(fetch);
setInterval(async () => { for (let i = 0; i < 8; i++) await slow(base + '/items/' + i); }, 600_000);`;
    expect(rowOf(code)).toMatchObject({ expected: 8 });
  });
});

describe('the first of several', () => {
  // An answer takes 100 ms: one after the other, 600 a minute; waiting for the slower would be 12 a minute.
  test.each([
    ['in a list', 'await Promise.race([getItem(user.id), sleep(5000)]);'],
    [
      'in variables',
      'const item = getItem(user.id); const late = sleep(5000); await Promise.race([item, late]);',
    ],
    ['through a function', 'await withTimeout(getItem(user.id));'],
    ['half in a variable', 'const item = getItem(user.id); await Promise.race([item, sleep(5000)]);'],
    ['that succeeds', 'await Promise.any([getItem(user.id), sleep(5000)]);'],
  ])('%s', (_, body) => {
    const helper = `const withTimeout = (work) => Promise.race([work, sleep(5000)]);\n`;
    const row = itemsRow(helper + job(`for (const user of users) { ${body} }`), users(1200), cron);
    expect(row.high).toBeGreaterThanOrEqual(600);
    expect(row.verdict).toBe('exceeds');
  });

  test('with another request, both are counted', () => {
    const row = itemsRow(
      job('for (const user of users) await Promise.race([getItem(user.id), getItem("x")]);'),
      users(10),
      cron,
    );
    expect(row).toMatchObject({ high: 20 });
  });
});

test('what is only waited for now and then may go on side by side', () => {
  const body = `let tasks = [];
  for (const user of users) {
    tasks.push(getItem(user.id));
    if (tasks.length >= 500) { await Promise.all(tasks); tasks = []; }
  }
  await Promise.all(tasks);`;
  expect(itemsRow(job(body), users(900), cron)).toMatchObject({ high: 900, verdict: 'exceeds' });
});

test('a random pause is its mean in what is expected, and its least in the bound', () => {
  const code = `async function main() { while (true) { await getItem('1'); await sleep(5000 + Math.random() * 5000); } }
main();`;
  // 60 s / 7.6 s, and 60 s / 5.1 s.
  expect(itemsRow(code, '')).toMatchObject({ expected: 8, high: 12 });
});

test('a loop without a condition that gives up after so many failures sends once while none fails', () => {
  const code = `async function again(work, attempts = 4) {
  for (let attempt = 1; ; attempt++) {
    try { return await work(); } catch (error) {
      if (attempt >= attempts) throw error;
      await sleep(1000);
    }
  }
}
cron.schedule('*/10 * * * *', () => again(() => getItem('1')));`;
  const row = itemsRow(code, '', cron);
  expect(row).toMatchObject({ expected: 1, high: 1 });
  expect(row.degraded?.high).toBe(4);
});

test('what Promise.all gives back is as long as what it was given', () => {
  const body = `const lists = await Promise.all(users.map((user) => getUsers()));
  await Promise.all(lists.map((list) => Promise.all(list.map((item) => getItem(item.id)))));`;
  expect(itemsRow(job(body), `${users(5)}  list.length: 7\n`, cron)).toMatchObject({
    expected: 35,
    high: 35,
  });
});

test.each(['lodash/throttle.js', 'lodash.throttle', 'lodash-es/throttle'])(
  '%s runs what it is given',
  (from) => {
    const code = `const refresh = throttle(() => getItem('1'), 10_000);\nsetInterval(() => refresh(), 30_000);`;
    expect(itemsRow(code, '', `import throttle from '${from}';\n`)).toMatchObject({ high: 2 });
  },
);

test('a recursion over a tree may be spread over time: the end of one run meets the beginning of the next', () => {
  const code = `async function walk(id) { const item = await getItem(id); for (const child of item.children) await walk(child); }
cron.schedule('* * * * *', () => walk('root'));`;
  const latency = '  latency: { min: 80ms, expected: 100ms, max: 120ms }\n';
  const { load } = reportOf(
    `import cron from 'node-cron';\n${head}${code}`,
    '  walk.calls: 13\n',
    '',
    latency,
  );
  const row = load.find(({ operation }) => operation === 'GET /items/{id}');
  // Calls 9 to 12 of a slow run are out at 1080 ms and later, all 13 of a quick one 60 s after that by 960 ms.
  expect(row?.high).toBeGreaterThanOrEqual(17);
  expect(row?.high).toBeLessThanOrEqual(26);
});

test('what waits for an event waits as long as nobody says it', () => {
  const code = `const bus = new EventEmitter();
(async () => { for (;;) { const [id] = await once(bus, 'job'); await getItem(id); } })();
setInterval(() => bus.emit('job', '1'), 3000);`;
  const row = itemsRow(code, '', `import { EventEmitter, once } from 'node:events';\n`);
  expect(row.expected).toBeNull();
  expect(row.verdict).not.toBe('exceeds');
});

test('a pause that nothing is known of takes no time to estimate', { timeout: 20_000 }, () => {
  const code = `async function retrying(path) {
  let tries = 0;
  while (true) { try { return await fetch(base + path); } catch (e) { if (++tries >= 4) throw e; await sleep(250 * tries); } }
}
cron.schedule('*/10 * * * *', async () => { const users = await getUsers(); await Promise.allSettled(users.map((u) => retrying('/items/' + u.id))); });`;
  const row = itemsRow(code, '  users.length: 30\n', `import cron from 'node-cron';\n`);
  expect(row.high ?? Infinity).toBeGreaterThanOrEqual(120);
});
