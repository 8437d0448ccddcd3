// The least scopes of the example, by running it: with them every call passes, without any one of them a call is refused.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportCredential } from '../../src/model/report.js';
import { scan } from '../../src/session.js';
import { startPlatform } from './platform.js';
import type { Platform } from './platform.js';

const folder = path.resolve(import.meta.dirname, '../../examples/consent-sync');
const clients: Readonly<Record<string, string>> = { 'consent-sync': 'sync', 'dsar-writer': 'dsar' };

const answers = {
  'GET /v2/purposes': { content: [{ id: 'p1', label: 'Letters' }], last: true },
  'GET /v2/purposes/{purposeId}': { id: 'p1', label: 'Letters', processingActivityId: 'a1' },
  'GET /v1/collectionpoints': [{ id: 'c1', name: 'Shop' }],
  'GET /v1/receipts': [],
  'GET /v2/datasubjects': { content: [{ id: 's1', lastUpdated: '2026-01-01T00:00:00Z' }], last: true },
  'POST /v2/datasubjects/search': { content: [] },
  'POST /requestqueues/{templateId}': { requestTraceId: 't1' },
  'GET /requestqueues/status/{requestTraceId}': { status: 'COMPLETED', reference: 'r1' },
  'POST /requestqueues/search/{language}': { content: [{ reference: 'r1' }] },
};

interface Jobs {
  readonly nightlyCopy: () => Promise<void>;
  readonly emptyOutbox: () => Promise<void>;
}

let platform: Platform;
let store: string;
let jobs: Jobs;
let credentials: readonly ReportCredential[];

beforeAll(async () => {
  const { report } = scan({ cwd: folder, paths: [], cache: false, minConfidence: 'medium' });
  credentials = report.credentials.filter(({ name }) => name in clients);
  platform = await startPlatform(answers);
  store = mkdtempSync(path.join(tmpdir(), 'leastscope-example-'));
  Object.assign(process.env, {
    OT_BASE_URL: platform.url,
    STORE_DIR: store,
    ...{ SYNC_CLIENT_ID: 'sync', SYNC_CLIENT_SECRET: 's' },
    ...{ DSAR_CLIENT_ID: 'dsar', DSAR_CLIENT_SECRET: 's' },
  });
  const load = (file: string): Promise<Jobs> =>
    import(pathToFileURL(path.join(folder, 'src/jobs', file)).href);
  jobs = { ...(await load('nightly-copy.ts')), ...(await load('outbox.ts')) };
}, 120_000);

afterAll(async () => {
  await platform.close();
  rmSync(store, { recursive: true, force: true });
});

/** Runs both jobs over an empty store, the copy a second time over what it copied. */
async function run(): Promise<void> {
  platform.reset();
  writeFileSync(path.join(store, 'data-subjects.json'), '[]');
  const request = { firstName: 'A', lastName: 'B', email: 'a@example.com', requestTypes: ['access'] };
  writeFileSync(path.join(store, 'outbox.json'), JSON.stringify([{ request }, { request, traceId: 't0' }]));
  for (const job of [jobs.nightlyCopy, jobs.nightlyCopy, jobs.emptyOutbox])
    await job().catch(() => undefined);
}

function grant(credentials: readonly ReportCredential[], without?: string): void {
  for (const { name, least: scopes } of credentials) {
    const held = scopes.filter((scope) => `${name} ${scope}` !== without);
    platform.grants.set(clients[name] ?? '', new Set(held));
  }
}

const refused = () => platform.served.filter(({ status }) => status !== 200);

describe('the example against a platform that enforces the documented scopes', () => {
  it('is refused nothing with the least scopes, and calls all that the report says', async () => {
    expect(credentials.map(({ name }) => name)).toEqual(['consent-sync', 'dsar-writer']);
    grant(credentials);
    await run();
    expect(refused()).toEqual([]);
    for (const { name, because } of credentials) {
      const called = new Set(
        platform.served.filter(({ client }) => client === clients[name]).map((s) => s.operation),
      );
      expect([...called].sort()).toEqual([...new Set(Object.values(because).flat())].sort());
    }
  });

  it('is refused a call that the report names when any one of them is taken away', async () => {
    for (const { name, least: scopes, because } of credentials)
      for (const scope of scopes) {
        grant(credentials, `${name} ${scope}`);
        await run();
        const first = refused()[0];
        expect({ scope, client: first?.client, status: first?.status }).toEqual({
          scope,
          client: clients[name],
          status: 403,
        });
        expect(because[scope]).toContain(first?.operation);
      }
  });

  it('is refused with the scopes that its config grants now, as missing-scope says', async () => {
    for (const { name, granted } of credentials) platform.grants.set(clients[name] ?? '', new Set(granted));
    await run();
    const missing = credentials.filter(({ missing }) => missing.length > 0).map(({ name }) => clients[name]);
    expect([...new Set(refused().map(({ client }) => client))].sort()).toEqual(missing.sort());
  });
});
