import { describe, expect, test } from 'vitest';
import { head, reportOf, reportOfFiles } from './support/scan.js';

const rowOf = (code: string, assume = '', more = '') =>
  reportOf(code.replace('HEAD', head.replace(/const get(?:Users|Item).*\n/g, '')), assume, more).load.find(
    ({ operation }) => operation === 'GET /items/{id}',
  );

const item = `fetch(base + '/items/1')`;

describe('schedulers whose packages need a server or a browser, as their docs say', () => {
  test.each([
    [
      'agenda',
      `import { Agenda } from 'agenda';\nHEAD\nconst agenda = new Agenda({});\nagenda.define('sync', async () => { await ${item}; });\nawait agenda.every('20 seconds', 'sync');`,
      '',
      3,
    ],
    [
      '@Cron',
      `import { Cron, CronExpression } from '@nestjs/schedule';\nHEAD\nexport class Tasks { @Cron(CronExpression.EVERY_30_SECONDS) async run() { await ${item}; } }`,
      '',
      2,
    ],
    [
      '@Interval',
      `import { Interval } from '@nestjs/schedule';\nHEAD\nexport class Tasks { @Interval('sync', 10_000) async run() { await ${item}; } }`,
      '',
      6,
    ],
    [
      '@Timeout',
      `import { Timeout } from '@nestjs/schedule';\nHEAD\nexport class Tasks { @Timeout(5000) async run() { await ${item}; } }`,
      '',
      1,
    ],
    [
      'croner that leaves out what is due within 25 seconds',
      `import { Cron } from 'croner';\nHEAD\nnew Cron('*/10 * * * * *', { interval: 25 }, () => ${item});`,
      '',
      2,
    ],
    [
      'croner that runs once',
      `import { Cron } from 'croner';\nHEAD\nnew Cron('*/10 * * * * *', { maxRuns: 1 }, () => ${item});`,
      '',
      1,
    ],
    [
      'Firebase',
      `import { onSchedule } from 'firebase-functions/v2/scheduler';\nHEAD\nexport const sync = onSchedule('every 5 minutes', async () => { await ${item}; });`,
      '',
      1,
    ],
    [
      'Inngest',
      `import { Inngest } from 'inngest';\nHEAD\nconst inngest = new Inngest({ id: 'app' });\nexport const sync = inngest.createFunction({ id: 'sync' }, { cron: 'TZ=UTC * * * * *' }, async () => { await ${item}; });`,
      '',
      1,
    ],
    [
      'Trigger.dev',
      `import { schedules } from '@trigger.dev/sdk/v3';\nHEAD\nexport const sync = schedules.task({ id: 'sync', cron: '* * * * *', run: async () => { await ${item}; } });`,
      '',
      1,
    ],
    [
      'React Query',
      `import { useQuery } from '@tanstack/react-query';\nHEAD\nexport function List() { return useQuery({ queryKey: ['a'], queryFn: async () => (await ${item}).json(), refetchInterval: 5000 }); }`,
      '  instances(List): 2\n  rate(List): 0\n',
      24,
    ],
    ['Lambda', `HEAD\nexport const handler = async () => { await ${item}; };`, '  rate(handler): 40\n', 40],
  ])('%s', (_, code, assume, expected) => {
    expect(rowOf(code, assume)).toMatchObject({ expected });
  });
});

describe('what is due each hour, and is also run by hand every five seconds', () => {
  test.each([
    [
      'croner',
      `import { Cron } from 'croner';`,
      `const job = new Cron('0 * * * *', { protect: true }, run);`,
      'trigger',
    ],
    ['node-cron', `import cron from 'node-cron';`, `const job = cron.schedule('0 * * * *', run);`, 'execute'],
    [
      'cron',
      `import { CronJob } from 'cron';`,
      `const job = CronJob.from({ cronTime: '0 0 * * * *', onTick: run, start: true });`,
      'fireOnTick',
    ],
    [
      'node-schedule',
      `import schedule from 'node-schedule';`,
      `const job = schedule.scheduleJob('0 * * * *', run);`,
      'invoke',
    ],
  ])('%s', (_, imports, made, method) => {
    const code = `${imports}\nHEAD\nconst run = async () => { await ${item}; };\n${made}\nsetInterval(() => job.${method}(), 5000);`;
    // Twelve in each minute, and the one that is due.
    expect(rowOf(code)).toMatchObject({ expected: 13, high: 13 });
  });

  test('a job of agenda that is sent runs once more', () => {
    const code = `import { Agenda } from 'agenda';\nHEAD\nconst agenda = new Agenda({});
agenda.define('one', async () => { await ${item}; });
await agenda.every('1 hour', 'one');
setInterval(() => agenda.now('one'), 5000);`;
    expect(rowOf(code)?.high).toBeGreaterThanOrEqual(13);
  });
});

test('a call that is said to run once adds one, whatever encloses it', () => {
  const code = `HEAD\nsetInterval(() => {\n  // leastscope-once\n  ${item};\n}, 1000);`;
  expect(rowOf(code)).toMatchObject({ expected: 1, high: 1 });
});

test('an override of the account replaces the documented quota, and its reason stays with it', () => {
  const config = `accounts:\n  main: { limits: { limit-300-60: { quota: 2, reason: "agreed" } } }\ncredentials:\n  app: { provider: example, account: main, match: { files: ["**"] } }\n`;
  expect(rowOf(`HEAD\nsetInterval(() => ${item}, 20_000);`, '', config)).toMatchObject({
    quota: 2,
    verdict: 'exceeds',
  });
});

describe('bree runs files', () => {
  const rowsOf = (options: string, job: string) =>
    reportOfFiles({
      'src/main.ts': `import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Bree from 'bree';
const here = path.dirname(fileURLToPath(import.meta.url));
const bree = new Bree({ ${options} jobs: [${job}] });
await bree.start();`,
      'src/jobs/sync.ts': `await fetch('https://api.example.com/items/1');`,
    }).load.map(({ expected, high, contributors: [first] }) => [expected, high, first?.how]);

  test.each([
    [
      "root: path.join(here, 'jobs'),",
      "{ name: 'sync', interval: '10s', timeout: false }",
      6,
      'bree interval 10s',
    ],
    [
      'root: false,',
      "{ name: 's', path: path.join(here, 'jobs', 'sync.js'), cron: '*/10 * * * *' }",
      1,
      'bree cron */10 * * * *',
    ],
    ["root: path.resolve('src/jobs'),", "{ name: 'sync', interval: 30_000 }", 2, 'bree interval'],
    ['', "'sync'", 1, 'bree, at the start'],
    ['', "{ name: 'sync', interval: 'at 10:15 am' }", null, 'bree interval at 10:15 am'],
  ])('%s %s', (options, job, requests, how) => {
    expect(rowsOf(options, job)).toEqual([[requests, requests, how]]);
  });
});

// bree 9.2.9, src/index.js: `add` takes a job or several; without `jobs` the default export of `jobs/index.js` lists them.
describe('bree, where its jobs are said elsewhere', () => {
  const rowsOf = (code: string, more: Readonly<Record<string, string>> = {}) =>
    reportOfFiles({
      'src/main.ts': `import Bree from 'bree';\n${code}`,
      'src/jobs/sync.ts': `await fetch('https://api.example.com/items/1');`,
      ...more,
    }).load.map(({ expected, contributors: [first] }) => [expected, first?.how]);

  test.each([
    [
      "const bree = new Bree({ root: 'jobs', jobs: [] }); await bree.add({ name: 'sync', interval: '10s' });",
      6,
    ],
    ["const bree = new Bree({ interval: '20s' }); await bree.add(['sync']);", 3],
  ])('%s', (code, requests) => {
    expect(rowsOf(code)[0]?.[0]).toBe(requests);
  });

  test.each([
    ['new Bree({ jobs: await load() });', {}],
    ["const more = await load(); new Bree({ jobs: ['other', ...more] });", {}],
    ["new Bree({ jobs: [{ name: 'sync', cron: process.env.CRON }] });", {}],
    ['new Bree();', { 'src/jobs/index.ts': "export default [{ name: 'sync', interval: '1s' }];" }],
  ])('a job that may run at any time: %s', (code, more) => {
    expect(rowsOf(`import { load } from 'loader';\n${code}`, more)[0]?.[0]).toBeNull();
  });
});
