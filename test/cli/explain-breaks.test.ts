import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scan } from '../../src/session.js';
import { leastscope } from './harness.js';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-explain-'));
  const url = 'https://app.example.com/inventories/assets/1';
  writeFileSync(path.join(folder, 'a.ts'), `await fetch('${url}');\nawait fetch('${url}');\n`);
  writeFileSync(
    path.join(folder, 'leastscope.config.yaml'),
    `servers: { trust-platform: ["https://app.example.com"] }
credentials:
  sync: { provider: trust-platform, grants: [INVENTORY, COOKIE], match: { files: ["**"] } }
`,
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const explain = (...args: string[]) => leastscope(['explain', '--no-cache', ...args], { cwd: folder, scan });

// INVENTORY authorizes the read that INVENTORY_READ is enough for.
test('a grant that is wider than needed: what fails without it, and what would do instead', async () => {
  const { stdout } = await explain('INVENTORY');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'granted, wider than needed: 1 operation would fail without it unless INVENTORY_READ is granted instead GET /inventories/{type}/{id}',
  );
  const [scope] = JSON.parse((await explain('INVENTORY', '--format', 'json')).stdout);
  expect(scope.credentials[0].breaks).toEqual([
    {
      operation: 'GET /inventories/{type}/{id}',
      calls: [
        { file: 'a.ts', line: 1, column: 7 },
        { file: 'a.ts', line: 2, column: 7 },
      ],
    },
  ]);
});

test('a grant that nothing rests on', async () => {
  expect((await explain('COOKIE')).stdout).toContain('granted, and not needed');
});
