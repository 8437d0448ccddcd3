import path from 'node:path';
import { expect, test } from 'vitest';
import { readBundled } from '../../src/catalog/read.js';
import { checkConfigAgainst } from '../../src/config/check-config.js';
import { readConfig } from '../../src/config/read-config.js';

const root = path.resolve(import.meta.dirname, '../..');

test("the example's config is found from outside of its folder, and names only what the catalog has", () => {
  const config = readConfig({ cwd: root, paths: ['examples/consent-sync'] });
  expect(config.file).toBe('examples/consent-sync/leastscope.config.yaml');
  expect(
    config.credentials.map((credential) => [
      credential.name,
      credential.match.files,
      credential.match.client,
    ]),
  ).toEqual([
    ['consent-sync', [], ['examples/consent-sync/src/platform/http.ts#consentApi']],
    ['dsar-writer', ['examples/consent-sync/src/requests/**'], []],
  ]);
  expect(checkConfigAgainst(config, [readBundled('trust-platform')])).toEqual([]);
});
