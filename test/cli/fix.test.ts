import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scan } from '../../src/session.js';
import { leastscope, type Ran } from './harness.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Project {
  readonly run: (...args: string[]) => Promise<Ran>;
  readonly read: (file: string) => string;
}

function project(files: Readonly<Record<string, string>>): Project {
  const cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-fix-'));
  folders.push(cwd);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
    writeFileSync(path.join(cwd, file), text);
  }
  return {
    run: (...args) => leastscope(['scan', '--no-cache', ...args], { cwd, scan }),
    read: (file) => readFileSync(path.join(cwd, file), 'utf8'),
  };
}

const config = (grants: string): string => `# ours
catalogs: [trust-platform]
servers: { trust-platform: ['https://api.example.com'] }
credentials:
  app: # one
    provider: trust-platform
    grants: ${grants} # as of March
    match: { files: ['**'] }
`;

const api = 'https://api.example.com/api/consentmanager';
const purposes = `await fetch('${api}/v2/purposes');\n`;
const file = 'leastscope.config.yaml';

describe('--fix-dry-run', () => {
  it('shows safe and unsafe fixes as a diff, and changes nothing', async () => {
    const before = config('[CONSENT_READ, COOKIE, INVENTORY]');
    const inventory = `await fetch('https://api.example.com/api/inventory/v2/inventories/a/b');\n`;
    const { run, read } = project({ [file]: before, 'a.ts': purposes + inventory });
    const { stdout, code } = await run('--fix-dry-run');
    expect(stdout).toContain(
      'safe fix: take COOKIE out of what "app" was granted [excess-scope]\n--- a/leastscope.config.yaml\n+++ b/leastscope.config.yaml\n',
    );
    expect(stdout).toContain('\n+    grants: [CONSENT_READ, INVENTORY] # as of March\n');
    expect(stdout).toContain(
      'unsafe fix: grant "app" INVENTORY_READ in place of INVENTORY [broader-than-needed]\n',
    );
    expect(stdout).toContain('\n+    grants: [CONSENT_READ, INVENTORY_READ] # as of March\n');
    expect(read(file)).toBe(before);
    expect(code).toBe(0);
  });

  it('leaves stdout to a report for programs', async () => {
    const { run } = project({ [file]: config('[CONSENT_READ, COOKIE]'), 'a.ts': purposes });
    const { stdout, stderr } = await run('--fix-dry-run', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1 });
    expect(stderr).toContain('+    grants: [CONSENT_READ] # as of March');
  });
});

describe('--fix', () => {
  it('takes unneeded scopes out of the config, then reports what is left', async () => {
    const { run, read } = project({ [file]: config('[COOKIE, CONSENT_READ, RISK]'), 'a.ts': purposes });
    const { stdout } = await run('--fix');
    expect(read(file)).toBe(config('[CONSENT_READ]'));
    expect(stdout).not.toContain('warn excess-scope');
  });

  it('adds no scope unless unsafe fixes are asked for', async () => {
    const { run, read } = project({ [file]: config('[]'), 'a.ts': purposes });
    const first = await run('--fix');
    expect(read(file)).toBe(config('[]'));
    expect(first.stdout).toContain('1 unsafe fix left');
    expect(first.code).toBe(1);
    const second = await run('--fix', '--fix-unsafe');
    expect(read(file)).toBe(config('[CONSENT_READ]'));
    expect(second.code).toBe(0);
  });

  it('is not safe where only a part of the code was analyzed', async () => {
    const { run, read } = project({ [file]: config('[CONSENT_READ, COOKIE]'), 'src/a.ts': purposes });
    await run('--fix', 'src');
    expect(read(file)).toBe(config('[CONSENT_READ, COOKIE]'));
  });

  it('is not safe where a call that is not sure may need the scope', async () => {
    const unsure = 'export const get = (base: string) => fetch(`${base}/incidents/1`);\n';
    const { run, read } = project({
      [file]: config('[CONSENT_READ, INCIDENT_READ]'),
      'a.ts': purposes,
      'b.ts': unsure,
    });
    await run('--fix');
    expect(read(file)).toBe(config('[CONSENT_READ, INCIDENT_READ]'));
  });

  it('takes a scope out of the list in code that asks for it', async () => {
    const code = `import { AuthorizationCode } from 'simple-oauth2';
const client = new AuthorizationCode({
  client: { id: process.env.ID!, secret: process.env.SECRET! },
  auth: { tokenHost: 'https://api.example.com' },
});
export const url = client.authorizeURL({
  redirect_uri: 'https://shop.example.org/back',
  scope: [
    'CONSENT_READ', // to read
    'COOKIE', // for later
  ],
});
export async function read(token: string) {
  return fetch('${api}/v2/purposes', { headers: { Authorization: \`Bearer \${token}\` } });
}
`;
    const noGrants = `catalogs: [trust-platform]\nservers: { trust-platform: ['https://api.example.com'] }\n`;
    const { run, read } = project({ [file]: noGrants, 'a.ts': code });
    await run('--fix');
    expect(read('a.ts')).toBe(code.replace("    'COOKIE', // for later\n", ''));
  });

  it('takes several out of one string, and out of an environment file', async () => {
    const scopes = '# for the token\nOT_SCOPES="COOKIE CONSENT_READ INVENTORY" # all\n';
    const code = `export const read = () =>
  fetch('${api}/v2/purposes', { headers: { Authorization: \`Bearer \${process.env.OT_TOKEN}\` } });
`;
    const noGrants = `catalogs: [trust-platform]\nservers: { trust-platform: ['https://api.example.com'] }\n`;
    const { run, read } = project({ [file]: noGrants, 'a.ts': code, '.env.example': scopes });
    await run('--fix');
    expect(read('.env.example')).toBe('# for the token\nOT_SCOPES="CONSENT_READ" # all\n');
  });

  it('moves a call to the newer version where the call itself holds the path, when unsafe fixes are asked for', async () => {
    const call = `const get = () => fetch(\n  \`${api}/v2/datasubjects?page=1\`, // slow\n);\nawait get();\n`;
    const { run, read } = project({ [file]: config('[CONSENT_READ]'), 'a.ts': call });
    const { stdout } = await run('--fix-dry-run');
    expect(stdout).toContain(
      'unsafe fix: move GET /v2/datasubjects to GET /v4/datasubjects/details (identifier is required in v4)',
    );
    await run('--fix', '--fix-unsafe');
    expect(read('a.ts')).toBe(
      call.replace('/api/consentmanager/v2/datasubjects', '/rest/api/consent/v4/datasubjects/details'),
    );
  });

  it('leaves alone what is suppressed, and lists that two credentials share', async () => {
    const shared = `catalogs: [trust-platform]
servers: { trust-platform: ['https://api.example.com'] }
credentials:
  app: { provider: trust-platform, grants: &all [CONSENT_READ, COOKIE], match: { files: ['a.ts'] } }
  job: { provider: trust-platform, grants: *all, match: { files: ['b.ts'] } }
`;
    const { run, read } = project({ [file]: shared, 'a.ts': purposes, 'b.ts': purposes });
    const { stderr } = await run('--fix');
    expect(stderr).toBe('');
    expect(read(file)).toBe(shared);
  });
});

describe('the options', () => {
  it.each([
    [['--fix', '--fix-dry-run'], '--fix and --fix-dry-run exclude each other'],
    [['--fix-unsafe'], '--fix-unsafe goes with --fix'],
    [['--fix', '--staged'], '--staged and fixes exclude each other'],
  ])('%j are refused', async (args, message) => {
    const { code, stderr } = await project({}).run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
