import { describe, expect, test } from 'vitest';
import { golden } from '../report/golden.js';
import { leastscope } from './harness.js';

const explain = (...args: string[]) => leastscope(['explain', '--catalog', 'trust-platform', ...args]);

describe('an operation', () => {
  test('with what it needs, the lines that say so, its limits and its callers', async () => {
    const { code, stdout } = await explain('GET', '/v2/datasubjects');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^GET \/v2\/datasubjects · trust-platform\n/);
    expect(stdout).toMatch(/ needs +CONSENT_READ\n/);
    expect(stdout).toMatch(/ stated +CONSENT_READ +sources\/assignments\.md:\d+\n/);
    expect(stdout).toContain('300 requests in a minute and 18,000 requests in an hour, then rejected\n');
    expect(stdout).toContain('250 requests in a minute, sandbox only');
    expect((await explain('GET /v2/purposes/{purposeId}')).stdout).toMatch(
      / called here +src\/purposes\.ts:6:3 +consent-sync\n/,
    );
  });

  test.each([
    ['GET /api/consentmanager/v2/purposes/4711'],
    ['get https://app.example.com/api/consentmanager/v2/purposes/4711?x=1'],
  ])('%s is found by what a request would be', async (asked) => {
    expect((await explain(asked)).stdout).toMatch(/^GET \/v2\/purposes\/\{purposeId\} · trust-platform\n/);
  });

  test('without a stated scope', async () => {
    expect((await explain('PUT /api/cookiemanager/v1/cookies')).stdout).toMatch(
      / needs +the docs state no scope\n/,
    );
    expect((await explain('GET /api/document-gateway/{id}')).stdout).toMatch(
      / needs +no scope, but downloadToken \(token\)\n/,
    );
  });

  test('that no catalog has', async () => {
    expect(await explain('GET /api/cookiemanager/v1/cookies')).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'error: no catalog has GET /api/cookiemanager/v1/cookies\n  Did you mean PUT /api/cookiemanager/v1/cookies?\n',
    });
  });

  test('in which a letter is wrong, of the path or the method', async () => {
    expect((await explain('GET /v2/purposess')).stderr).toContain('\n  Did you mean GET /v2/purposes?\n');
    expect((await explain('GTE /v2/purposes')).stderr).toMatch(
      /^error: unknown method "GTE"\n {2}Did you mean GET\?/,
    );
  });

  test('as JSON', async () => {
    const { stdout } = await explain('GET /v2/purposes', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        provider: 'trust-platform',
        id: 'GET /v2/purposes',
        security: [{ oauth2: ['CONSENT_READ'] }],
        calledAt: [{}, {}, {}],
      },
    ]);
  });
});

describe('a scope', () => {
  test('with its operations, and what it is to each credential here', async () => {
    const { stdout } = await explain('CONSENT_READ');
    expect(stdout).toMatch(/^CONSENT_READ · trust-platform\n/);
    expect(stdout).toContain('                POST /v2/datasubjects/search\n');
    expect(stdout).toContain('  consent-sync  needed: 2 operations would fail without it\n');
    expect(stdout).toContain('  dsar-writer   not needed by any resolved call; 1 call undecided\n');
    expect((await explain('DSAR_WRITE')).stdout).toContain(
      'dsar-writer   missing: 1 operation fails without it\n',
    );
  });

  test('quotes what prose says beyond the tables, and does not count it', async () => {
    const { stdout } = await explain('CONSENT');
    expect(stdout).toMatch(/ described +as what CONSENT_READ is for: "Read, write, delete"/);
    expect(stdout).toContain('it is not counted');
    expect(stdout).toContain('consent-sync  granted, and not needed\n');
  });

  test('that no catalog has', async () => {
    expect((await explain('CONSNT_READ')).stderr).toBe(
      'error: unknown scope "CONSNT_READ"\n  Did you mean CONSENT_READ? Give a scope, METHOD path, or file:line.\n',
    );
  });
});

describe('a line of code', () => {
  test('with the chain, the operation, and what stopped resolution', async () => {
    expect((await explain('src/requests.ts:4')).stdout).toMatchInlineSnapshot(`
      "PUT {env:OT_BASE_URL}/api/datasubject/v2/requestqueues/{ref}/comments
        at            src/requests.ts:4:9
                        await send('PUT', \`/api/datasubject/v2/requestqueues/\${ref}/comments\`, { text }…
        through       src/send.ts:12:10
        client        fetch
        matched       PUT /requestqueues/{requestQueueRefId}/comments · trust-platform
        scopes        DSAR_WRITE
        credential    dsar-writer
        confidence    high
      "
    `);
    expect((await explain('./src/raw.ts:9:10')).stdout).toMatchInlineSnapshot(`
      "any method {env:OT_BASE_URL}/{path}
        at            src/raw.ts:9:10
        client        axios
        unmatched     unresolved-url
        credential    dsar-writer
        confidence    high
        stopped by    path at src/raw.ts:9:18: a parameter that no caller gives a known value
        what helps    call its function with a path that is written as text, in a file that is scanned;
                      name the function in "clients" of the config, if it is a sender of your own
      "
    `);
  });

  test('with where each piece is written, and every hop from there', async () => {
    const hop = (file: string, line: number, note: string) => ({ file, line, column: 1, note });
    const trace = [
      { of: 'method', text: 'PUT', hops: [hop('src/requests.ts', 4, 'written here')] },
      { of: 'url', text: '{env:OT_BASE_URL}', hops: [hop('src/send.ts', 2, 'set by the environment')] },
      {
        of: 'url',
        text: '/api',
        hops: [
          hop('src/paths.ts', 1, 'written here'),
          hop('src/paths.ts', 1, 'held by base'),
          hop('src/requests.ts', 1, 'imported as base'),
        ],
      },
      { of: 'url', text: '/', hops: [] },
    ] as const;
    const requests = golden.requests.map((r) => (r.line === 4 ? { ...r, trace } : r));
    const { stdout, asked } = await leastscope(['explain', 'src/requests.ts:4'], {
      report: { ...golden, requests },
    });
    expect(asked).toMatchObject([{ trace: true }]);
    expect(stdout).toContain(`
  method from   PUT
                  src/requests.ts:4  written here
  URL from      {env:OT_BASE_URL}
                  src/send.ts:2  set by the environment
                /api
                  src/paths.ts:1     written here, held by base
                  src/requests.ts:1  imported as base
  client        fetch
`);
    expect((await explain('CONSENT_READ')).asked[0]?.trace).toBeUndefined();
  });

  test('through which a call passes', async () => {
    expect((await explain('src/send.ts:12')).stdout).toMatch(/^PUT \{env:OT_BASE_URL\}/);
  });

  test('that makes no request', async () => {
    expect((await explain('src/purposes.ts:5')).stderr).toBe(
      'error: src/purposes.ts:5: no request is made here\n  Requests of this file start at lines 3, 6.\n',
    );
    expect((await explain('src/other.ts:1')).stderr).toContain('No such file was analyzed: ');
  });

  test('that is a whole file', async () => {
    expect((await explain('src/purposes.ts')).stderr).toBe(
      'error: src/purposes.ts: a file is explained line by line\n  Requests of this file start at lines 3, 6.\n',
    );
  });
});
