import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leastscope } from './harness.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-error-'));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

async function explain(body: string, ...more: string[]) {
  writeFileSync(path.join(cwd, 'body.json'), body);
  const args = ['explain', '--catalog', 'trust-platform', '--error', 'body.json', ...more];
  return leastscope(args, { cwd });
}
const purposes = ['--request', 'GET /api/consentmanager/v2/purposes'];

test.each([
  ['{"error":"insufficient_scope","error_description":"Needs scope CONSENT_READ."}'],
  ['{"errors":[{"detail":{"needed":["CONSENT_READ"],"provided":"COOKIE"}}]}'],
  ['Bearer error="insufficient_scope", scope="CONSENT_READ"'],
])('%s', async (body) => {
  const { code, stdout } = await explain(body, ...purposes);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^GET \/v2\/purposes · trust-platform\n {2}Missing: CONSENT_READ\. /);
  expect(stdout).toContain('The docs: CONSENT_READ.');
  expect(stdout.includes('it had COOKIE')).toBe(body.includes('provided'));
});

test('a scope that the docs do not state for the operation is told apart', async () => {
  const { stdout } = await explain('{"message":"requires DSAR_WRITE"}', ...purposes);
  expect(stdout).toContain("names DSAR_WRITE, which the docs don't state");
  const json = JSON.parse((await explain('"DSAR_WRITE"', ...purposes, '--format', 'json')).stdout);
  expect(json).toMatchObject([{ operation: 'GET /v2/purposes', named: ['DSAR_WRITE'], missing: [] }]);
});

test.each(['{"message":"Forbidden"}', '', '{"message":"MY_CONSENT_READER"}', '['.repeat(100_000)])(
  'nothing is made up where the body names none',
  async (body) => {
    expect((await explain(body, ...purposes)).stdout).toContain('The body names no scope of this API');
  },
);

test('mistakes of use', async () => {
  expect(await explain('{}')).toMatchObject({ code: 2, stderr: expect.stringContaining('belong together') });
  expect(await leastscope(['explain'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nothing to explain'),
  });
  const absent = await leastscope(['explain', '--error', 'absent.json', ...purposes], { cwd });
  expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining('absent.json: can') });
});
