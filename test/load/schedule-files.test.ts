import { describe, expect, test } from 'vitest';
import { reportOfFiles } from './support/scan.js';

const send = `const item = async () => (await fetch('https://api.example.com/items/1')).json();\n`;
const handler = `${send}export const handler = async () => { await item(); };\n`;
const body = `${send}await item();\n`;

const figures = (files: Readonly<Record<string, string>>): unknown[] =>
  reportOfFiles(files).load.map(({ expected, high, contributors, assumptions }) => [
    expected,
    high,
    // When it runs, not what happens where it fails.
    contributors[0]?.how?.replace(/ -> retried .*/, ''),
    assumptions.filter(({ symbol }) => symbol.startsWith('rate(')).length,
  ]);

describe('a data file says when code runs', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'vercel.json',
      {
        'vercel.json': '{ "crons": [{ "path": "/api/sync", "schedule": "*/10 * * * *" }] }',
        'app/api/sync/route.ts': `${send}export async function GET() { await item(); return Response.json({}); }`,
      },
      'cron */10 * * * *',
    ],
    [
      'wrangler.toml',
      {
        'wrangler.toml': 'main = "src/index.ts"\n[triggers]\ncrons = ["*/10 * * * *"]\n',
        'src/index.ts': `${send}export default { async scheduled() { await item(); } };`,
      },
      'cron */10 * * * *',
    ],
    [
      'netlify.toml',
      {
        'netlify.toml': '[functions."sync"]\nschedule = "@hourly"\n',
        'netlify/functions/sync.ts': `${send}export default async () => { await item(); };`,
      },
      'cron @hourly',
    ],
    [
      'a workflow and a script of the package',
      {
        '.github/workflows/sync.yml':
          "on:\n  schedule:\n    - cron: '0 * * * *'\njobs:\n  sync:\n    steps:\n      - run: npm run sync\n",
        'package.json': '{ "scripts": { "sync": "node dist/sync.js" } }',
        'src/sync.ts': body,
      },
      'workflow cron 0 * * * *',
    ],
    [
      'serverless.yml',
      {
        'serverless.yml':
          'functions:\n  sync:\n    handler: src/sync.handler\n    events:\n      - schedule: rate(10 minutes)\n',
        'src/sync.ts': handler,
      },
      'schedule rate(10 minutes)',
    ],
    [
      'a SAM template',
      {
        'template.yaml':
          'Resources:\n  Sync:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: sync.handler\n      CodeUri: src/\n      Events:\n        Timer:\n          Type: Schedule\n          Properties:\n            Schedule: cron(0 * * * ? *)\n',
        'src/sync.ts': handler,
      },
      'schedule cron(0 * * * ? *)',
    ],
    [
      'a Kubernetes CronJob',
      {
        'k8s/sync.yaml':
          "apiVersion: batch/v1\nkind: CronJob\nspec:\n  schedule: '0 * * * *'\n  concurrencyPolicy: Forbid\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          containers:\n            - command: ['node', 'src/sync.js']\n",
        'src/sync.js': body,
      },
      'CronJob 0 * * * *',
    ],
    [
      'a rule beside the function of a SAM template',
      {
        'template.yaml':
          'Resources:\n  Sync:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: sync.handler\n      CodeUri: src/\n  Rule:\n    Type: AWS::Events::Rule\n    Properties:\n      ScheduleExpression: rate(1 hour)\n      Targets:\n        - Arn: !GetAtt Sync.Arn\n          Id: sync\n',
        'src/sync.ts': handler,
      },
      'schedule rate(1 hour)',
    ],
  ])('%s', (_, files, how) => {
    expect(figures(files)).toEqual([[1, 1, how, 0]]);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    [
      'ecosystem.json',
      {
        'ecosystem.json':
          '{ "apps": [{ "script": "./dist/sync.js", "cron_restart": "0 3 * * *", "instances": 3 }] }',
      },
    ],
    [
      'ecosystem.config.js',
      {
        'ecosystem.config.js':
          "module.exports = { apps: [{ name: 'sync', script: './dist/sync.js', cron_restart: '0 3 * * *', instances: 3 }] };",
      },
    ],
  ])('%s of pm2: each instance is started, and started again', (_, files) => {
    expect(figures({ ...files, 'src/sync.ts': body })).toEqual([
      [6, 6, 'pm2 cron_restart 0 3 * * * -> 3 at once', 0],
    ]);
  });

  test('an expression that its scheduler does not take is a rate that nobody knows', () => {
    const files = {
      'serverless.yml':
        'functions:\n  sync:\n    handler: src/sync.handler\n    events:\n      - schedule: rate(often)\n',
      'src/sync.ts': handler,
    };
    expect(figures(files)).toEqual([[null, null, 'schedule rate(often)', 1]]);
  });
});

describe('the CDK schedules functions', () => {
  const imports = `import * as path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
`;
  const node = `const fn = new NodejsFunction(this, 'sync', { entry: path.join(__dirname, '../src/sync.ts') });`;
  const code = `const fn = new lambda.Function(this, 'sync', { code: lambda.Code.fromAsset('src'), handler: 'sync.handler' });`;
  const rule = (schedule: string): string =>
    `new events.Rule(this, 'rule', { schedule: events.Schedule.${schedule}, targets: [new targets.LambdaFunction(fn)] });`;

  test.each([
    [node, rule('rate(cdk.Duration.minutes(10))'), 1, 'schedule rate of 10 minutes'],
    [code, rule("expression('rate(10 minutes)')"), 1, 'schedule rate(10 minutes)'],
    // Without a minute it is every minute of the hour.
    [node, rule("cron({ hour: '2' })"), 1, 'schedule cron(* 2 * * ? *)'],
    [
      node,
      `const rule = new events.Rule(this, 'rule', { schedule: events.Schedule.cron({ minute: '0', weekDay: 'MON-FRI' }) });
rule.addTarget(new targets.LambdaFunction(fn));`,
      1,
      'schedule cron(0 * ? * MON-FRI *)',
    ],
  ])('%s %s', (fn, schedule, requests, how) => {
    const stack = `${imports}export class Sync extends cdk.Stack {
  constructor(scope: cdk.App, id: string) { super(scope, id); ${fn} ${schedule} }
}`;
    expect(figures({ 'lib/stack.ts': stack, 'src/sync.ts': handler })).toEqual([
      [requests, requests, how, 0],
    ]);
  });
});

describe('what a platform starts, it starts again where it fails', () => {
  const row = (files: Readonly<Record<string, string>>, assume = '') => reportOfFiles(files, assume).load[0];
  const cronJob = (spec: string): Readonly<Record<string, string>> => ({
    'k8s/sync.yaml': `apiVersion: batch/v1
kind: CronJob
spec:
  schedule: '0 0 * * *'
  jobTemplate:
    spec:
${spec}      template:
        spec:
          containers:
            - command: ['node', 'src/sync.js']
`,
    'src/sync.js': body,
  });

  // kubernetes.io/docs/concepts/workloads/controllers/job: `backoffLimit` is 6 unless stated.
  test.each([
    ['', 7],
    ['      backoffLimit: 2\n', 3],
    ['      backoffLimit: 0\n', undefined],
  ])('a Job: %s', (spec, most) => {
    const found = row(cronJob(spec));
    expect([found?.high, found?.degraded?.high]).toEqual([1, most]);
  });

  // docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html: two more, a minute and two minutes later.
  const lambda = (more: string): Readonly<Record<string, string>> => ({
    'serverless.yml': `functions:\n  sync:\n    handler: src/sync.handler\n${more}`,
    'src/sync.ts': handler,
  });
  test.each([
    ['    events:\n      - schedule: rate(1 day)\n', '', 'schedule rate(1 day) -> retried up to 3 times'],
    [
      '    maximumRetryAttempts: 1\n    events:\n      - schedule: rate(1 day)\n',
      '',
      'schedule rate(1 day) -> retried up to 2 times',
    ],
    ['    maximumRetryAttempts: 0\n    events:\n      - schedule: rate(1 day)\n', '', 'schedule rate(1 day)'],
    ['    events:\n      - sns: orders\n', '  rate(handler): 1\n', 'other events -> retried up to 3 times'],
    [
      '    events:\n      - sqs: arn\n',
      '  rate(handler): 1\n',
      'other events -> retried up to handler.attempts times',
    ],
  ])('Lambda: %s', (events, assume, how) => {
    expect(row(lambda(events), assume)?.contributors[0]?.how).toBe(how);
  });

  test('a request waits for its answer: nobody asks again', () => {
    const found = row(lambda('    events:\n      - httpApi: GET /sync\n'), '  rate(handler): 1\n');
    expect(found?.contributors[0]?.how).toBe('each handler');
  });
});

test('what a process keeps is gone when its schedule begins the next one', () => {
  const load = `${send}let kept;\nasync function load() { if (kept) return kept; kept = await item(); return kept; }\n`;
  const twice = 'await load();\nawait load();\n';
  const perMinute = (files: Readonly<Record<string, string>>): unknown =>
    figures(files).map((figure) => (figure as unknown[]).slice(0, 2));
  const workflow =
    "on:\n  schedule:\n    - cron: '*/10 * * * *'\njobs:\n  sync:\n    steps:\n      - run: node src/sync.js\n";
  // That the second call of a run finds what the first one kept is expected, and not sure.
  expect(perMinute({ '.github/workflows/sync.yml': workflow, 'src/sync.js': `${load}${twice}` })).toEqual([
    [1, 2],
  ]);
  // Without a data file it is one process.
  expect(perMinute({ 'src/sync.js': `${load}setInterval(load, 20_000);` })).toEqual([[1, 1]]);
});

describe('a host may run a function where nothing is kept', () => {
  const load = `${send}let kept;\nasync function load() { if (kept) return kept; kept = await item(); return kept; }\nasync function twice() { await load(); await load(); }\n`;
  // The second of a minute is expected to find what the first one kept, and need not.
  test.each<[string, Readonly<Record<string, string>>]>([
    [
      'Firebase',
      {
        'src/sync.ts': `import { onSchedule } from 'firebase-functions/v2/scheduler';\n${load}export const sync = onSchedule('every 1 minutes', twice);`,
      },
    ],
    [
      'Netlify',
      {
        'netlify/functions/sync.ts': `import { schedule } from '@netlify/functions';\n${load}export const handler = schedule('* * * * *', twice);`,
      },
    ],
    [
      'Netlify, by its config',
      {
        'netlify/functions/sync.ts': `${load}export default async () => { await twice(); };\nexport const config = { schedule: '* * * * *' };`,
      },
    ],
    [
      'a worker',
      {
        'wrangler.toml': 'main = "src/index.ts"\n[triggers]\ncrons = ["* * * * *"]\n',
        'src/index.ts': `${load}export default { async scheduled() { await twice(); } };`,
      },
    ],
  ])('%s', (_, files) => {
    expect(minuteOf(files)).toEqual([[1, 2]]);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['Lambda', { 'src/sync.ts': `${load}export const handler = async () => { await load(); };` }, 'handler'],
    ['a route', { 'app/sync/route.ts': `${load}export async function GET() { await load(); }` }, 'GET /sync'],
    ['a worker', { 'src/index.ts': `${load}export default { async fetch() { await load(); } };` }, 'fetch'],
  ])('%s, for each event', (_, files, event) => {
    expect(minuteOf(files, `  rate(${event}): 2\n  rate(twice): 0\n`)).toEqual([[1, 2]]);
  });

  test('what is called in a process of its own keeps what it has', () => {
    const code = `import express from 'express';\n${load}const app = express();\napp.get('/x', load);\napp.listen(80);`;
    expect(minuteOf({ 'src/main.ts': code }, '  rate(GET /x): 2\n  rate(twice): 0\n')).toEqual([[1, 1]]);
  });

  test('a limiter of one run knows nothing of another', () => {
    // Ten minutes of work are begun each minute: ten runs go on at once, each of which sends 3 in a second of its own.
    const code = `import pThrottle from 'p-throttle';\n${send}const slowly = pThrottle({ limit: 3, interval: 60_000 })(item);
for (let i = 0; i < 30; i++) await slowly();`;
    const workflow =
      "on:\n  schedule:\n    - cron: '* * * * *'\njobs:\n  sync:\n    steps:\n      - run: node src/sync.js\n";
    const [minute] = reportOfFiles({ '.github/workflows/sync.yml': workflow, 'src/sync.js': code }).load;
    expect(minute?.high).toBeGreaterThanOrEqual(30);
  });
});

function minuteOf(files: Readonly<Record<string, string>>, assume = ''): unknown {
  const { load } = reportOfFiles(files, assume, '', undefined);
  return load.map(({ expected, high }) => [expected, high]);
}
