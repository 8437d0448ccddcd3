// Ten generated clients against a platform that enforces the documented scopes: with the least scopes that leastscope
// reports nothing is refused, and each of them is needed.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scan } from '../../src/session.js';
import { generateClients } from './generate.js';
import { startPlatform } from './platform.js';
import type { Platform } from './platform.js';

const driver = path.join(import.meta.dirname, 'drive.mjs');
const modules = path.resolve(import.meta.dirname, '../../node_modules');
const all = 'all';

let platform: Platform;
let root: string;

beforeAll(async () => {
  platform = await startPlatform();
  root = mkdtempSync(path.join(tmpdir(), 'leastscope-generated-'));
  symlinkSync(modules, path.join(root, 'node_modules'));
});

afterAll(async () => {
  await platform.close();
  rmSync(root, { recursive: true, force: true });
});

/** Writes a client into a folder. */
function write(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
}

const config = `catalogs: [trust-platform]
servers: { trust-platform: ['env:OT_BASE_URL'] }
credentials:
  app: { provider: trust-platform, grants: [], match: { env: [OT_TOKEN] } }
`;

describe('generated clients', { timeout: 120_000 }, () => {
  for (const { style, files, operations } of generateClients(1)) {
    it(`${style}: every scope of the least set is needed, and no other`, async () => {
      const folder = path.join(root, style.replaceAll(/\W/g, '-'));
      write(path.join(folder, 'src'), { ...files, 'leastscope.config.yaml': config });
      const { report } = scan({
        cwd: path.join(folder, 'src'),
        paths: [],
        cache: false,
        minConfidence: 'medium',
      });
      const credential = report.credentials.find(({ name }) => name === 'app');
      if (!credential) throw new Error('no call was found');
      const { least, because } = credential;
      expect(least.length).toBeGreaterThan(0);

      platform.grants.set(all, new Set(least));
      for (const scope of least)
        platform.grants.set(scope, new Set(least.filter((other) => other !== scope)));
      const runs = [all, ...least];
      for (const run of runs) write(path.join(folder, run), files);
      platform.reset();
      await promisify(execFile)(
        process.execPath,
        [driver, path.join(folder, '{token}/client.mjs'), ...runs],
        {
          env: { PATH: process.env.PATH, OT_BASE_URL: platform.url },
        },
      );

      const servedTo = (client: string) => platform.served.filter((one) => one.client === client);
      expect(servedTo(all).map(({ status }) => status)).toEqual(operations.map(() => 200));
      for (const scope of least) {
        const last = servedTo(scope).at(-1);
        expect({ scope, status: last?.status }).toEqual({ scope, status: 403 });
        expect(because[scope]).toContain(last?.operation);
      }
    });
  }
});
