import { describe, expect, test } from 'vitest';
import { reportOfFiles } from './support/scan.js';

const send = `const item = async () => (await fetch('https://api.example.com/items/1')).json();\n`;
const handler = `${send}export const handler = async () => { await item(); };\n`;
const body = `${send}await item();\n`;

const figures = (files: Readonly<Record<string, string>>): unknown[] =>
  reportOfFiles(files).load.map(({ expected, high, contributors, assumptions }) => [
    expected,
    high,
    contributors[0]?.how,
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
  ])('%s', (_, files, how) => {
    expect(figures(files)).toEqual([[1, 1, how, 0]]);
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
