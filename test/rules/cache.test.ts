import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import plugin from '../../rules/index.js';
import { writeUnder } from './linting.js';

const before = process.cwd();
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-cache-')));
  process.chdir(root);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  process.chdir(before);
  rmSync(root, { recursive: true, force: true });
});

const config = (grants: string): string => `catalogs: [trust-platform]
servers: { trust-platform: ["env:OT_BASE"] }
credentials:
  app: { provider: trust-platform, grants: [${grants}], match: { files: ["**"] } }
`;
const client = (method: string): string =>
  `export const call = (path) => fetch(process.env.OT_BASE + '/api/consentmanager' + path, { method: '${method}' });\n`;
const caller =
  "import { call } from './client.js';\nexport const list = () => call('/v1/collectionpoints');\n";

/** As a later run of the command would: half a minute on, with the cache that the one before has left. */
async function lint(): Promise<string[]> {
  vi.setSystemTime(Date.now() + 30_000);
  const linter = new ESLint({
    cwd: root,
    cache: true,
    cacheLocation: path.join(root, '.eslintcache'),
    cacheStrategy: 'content',
    overrideConfigFile: true,
    overrideConfig: plugin.configs.recommended as unknown as Linter.Config,
  });
  return (await linter.lintFiles(['*.js'])).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId }) => `${path.basename(filePath)} ${ruleId}`),
  );
}

test('under --cache an edit elsewhere is missed until the file itself changes, and one of the config is not', async () => {
  writeUnder(root, 'leastscope.config.yaml', config('CONSENT_READ'));
  writeUnder(root, 'client.js', client('GET'));
  writeUnder(root, 'caller.js', caller);
  expect(await lint()).toEqual([]);

  writeUnder(root, 'client.js', client('POST'));
  expect(await lint()).toEqual([]);
  writeUnder(root, 'caller.js', `${caller}// edited\n`);
  expect(await lint()).toEqual(['caller.js leastscope/missing-scope']);

  writeUnder(root, 'leastscope.config.yaml', config('CONSENT_READ, CONSENT'));
  expect(await lint()).toEqual([]);
  writeUnder(root, 'leastscope.config.yaml', config('CONSENT_READ'));
  expect(await lint()).toEqual(['caller.js leastscope/missing-scope']);
});
