import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scan } from '../../src/session.js';
import { leastscope, type World } from './harness.js';

const config = `catalogs: [trust-platform]
servers: { trust-platform: ["https://api.example.com", "env:OT_BASE"] }
credentials:
  app:
    provider: trust-platform
    grants: [CONSENT_READ, COOKIE]
    match: { files: ["**"] }
`;

/** Code that is run to make the recording: what it calls is known from running it. */
const code = `
const base = process.env.OT_BASE + '/api/consentmanager';
const get = (path) => fetch(base + path);
export async function main(names) {
  await get('/v2/purposes');
  for (const id of ['6f1b1a52-0b0c-4a3e-9d7e-2f5c1d9a8e11', '7f1b1a52-0b0c-4a3e-9d7e-2f5c1d9a8e12'])
    await get('/v2/purposes/' + id);
  const client = { [names.verb]: (path) => fetch(base + path, { method: names.method }) };
  await client[names.verb](names.path);
  await fetch('https://cdn.example.net/logo.svg');
}
export const never = () => get('/v1/collectionpoints');
`;

/** Runs the code with a \`fetch\` that keeps what it was asked for, and answers 403 to what writes. */
const runner = `
import { writeFileSync } from 'node:fs';
const entries = [];
globalThis.fetch = (url, { method = 'GET' } = {}) => {
  const status = method === 'GET' ? 200 : 403;
  entries.push({ request: { method, url: String(url) }, response: { status } });
  return Promise.resolve(new Response('', { status }));
};
const { main } = await import('./app.mjs');
await main(JSON.parse(process.argv[2]));
writeFileSync('session.har', JSON.stringify({ log: { version: '1.2', entries } }));
`;

let cwd: string;
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
  writeFileSync(path.join(cwd, file), text);
};
const observe = (args: readonly string[], world: World = {}) =>
  leastscope(['observe', ...args], { cwd, scan, ...world });

beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-observe-'));
  write('leastscope.config.yaml', config);
  write('app.mjs', code);
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

function record(): void {
  write('runner.mjs', runner);
  const names = JSON.stringify({ verb: 'send', method: 'POST', path: '/v1/collectionpoints' });
  execFileSync(process.execPath, ['runner.mjs', names], {
    cwd,
    env: { ...process.env, OT_BASE: 'https://api.example.com' },
  });
  rmSync(path.join(cwd, 'runner.mjs'));
}

describe('a recording of the code that is analyzed', () => {
  beforeEach(record);

  test('says what was found of what happened, and what was not', async () => {
    const { code: exit, stdout, stderr } = await observe(['session.har', '--format', 'json', '--no-cache']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const said = JSON.parse(stdout);
    expect(said.summary).toEqual({
      requests: 4,
      foreign: 1,
      unsure: 0,
      operations: 3,
      found: 2,
      recall: 0.6667,
      requestRecall: 0.75,
    });
    expect(said.operations).toMatchObject([
      {
        operations: ['GET /v2/purposes/{purposeId}'],
        requests: 2,
        refused: 0,
        found: true,
        security: [['CONSENT_READ']],
        granted: true,
      },
      {
        operations: ['GET /v2/purposes'],
        requests: 1,
        found: true,
        calls: [{ file: 'app.mjs', line: 5 }],
        first: { file: 'session.har', line: 1 },
      },
      {
        operations: ['POST /v1/collectionpoints'],
        requests: 1,
        refused: 1,
        found: false,
        security: [['CONSENT']],
        granted: false,
        calls: [],
      },
    ]);
    expect(said.notSeen).toMatchObject([
      { operation: 'GET /v1/collectionpoints', calls: [{ file: 'app.mjs', line: 12 }] },
    ]);
    expect(said.credentials).toEqual([
      { name: 'app', provider: 'trust-platform', neverExercised: ['COOKIE'] },
    ]);
    expect(said.foreignHosts).toEqual([{ host: 'cdn.example.net', requests: 1 }]);
  });

  test('for people', async () => {
    const { stdout } = await observe(['session.har', '--no-cache'], {
      tty: ['stdout'],
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toMatchInlineSnapshot(`
      "2 of 3 operations that were seen are found in the code (66%), and 75% of 4
      requests.

      seen only at run time
        POST /v1/collectionpoints  1 request, 1 refused, needs CONSENT, not granted
        session.har:4

      granted and never exercised
        app  COOKIE

      in the code and not seen
        GET /v1/collectionpoints  app.mjs:12

      other hosts
        cdn.example.net (1)
      "
    `);
  });

  test('as Markdown, to a file', async () => {
    const ran = await observe([
      'session.har',
      '--no-cache',
      '--format',
      'markdown',
      '--output',
      'out/observed.md',
    ]);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    const page = readFileSync(path.join(cwd, 'out/observed.md'), 'utf8');
    expect(page).toContain(
      '### leastscope: run time and code\n\n2 of 3 operations that were seen are found in the code (66%)',
    );
    expect(page).toContain(
      '**Seen only at run time**\n\n- <code>POST /v1/collectionpoints</code> 1 request, 1 refused, needs CONSENT, not granted <code>session.har:4</code>',
    );
  });
});

describe('hosts', () => {
  const log =
    'x - - [x] "GET /api/consentmanager/v2/purposes HTTP/1.1" 200 1\nx "GET /healthz HTTP/1.1" 200 1\nx "GET /api/consentmanager/v2/purpose HTTP/1.1" 404 1\nx "OPTIONS /api/consentmanager/v2/purposes HTTP/1.1" 204 1\nnoise\n';

  test('a log of paths alone: what fits the docs counts, the rest is of nobody or not in the docs', async () => {
    write('access.log', log);
    const { stdout, stderr } = await observe(['access.log', '--format', 'json', '--no-cache']);
    expect(stderr).toBe('note: access.log: 1 line of 5 is no request; the first is 5\n');
    const said = JSON.parse(stdout);
    expect(said.summary).toMatchObject({ requests: 1, operations: 1, found: 1, recall: 1 });
    expect(said.undocumented).toMatchObject([
      { request: 'GET /api/consentmanager/v2/purpose', nearest: 'GET /v2/purposes' },
    ]);
  });

  test('one that nobody knows is of nobody until --host says whose', async () => {
    const entries = [
      { request: { method: 'GET', url: 'https://proxy.internal:8443/api/consentmanager/v2/purposes' } },
    ];
    write('p.har', JSON.stringify({ log: { entries } }));
    const without = await observe(['p.har', '--no-cache', '--format', 'json']);
    expect(JSON.parse(without.stdout).summary).toMatchObject({ requests: 0, foreign: 1, recall: null });
    expect(without.stderr).toContain('--host NAME');
    const said = await observe(['p.har', '--no-cache', '--format', 'json', '--host', 'Proxy.internal:8443']);
    expect(JSON.parse(said.stdout).summary).toMatchObject({ requests: 1, found: 1, recall: 1 });
    expect(said.stderr).toBe('');
  });
});

test('mistakes are said with the file', async () => {
  write('notes.txt', 'hello');
  expect(await observe(['notes.txt'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: notes\.txt: no request was found/),
  });
  expect(await observe(['nothing.har'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: nothing\.har: can't be read: there is no such file/),
  });
  expect(await observe([])).toMatchObject({ code: 2 });
});
