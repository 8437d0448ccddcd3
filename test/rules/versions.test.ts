import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import * as nine from 'eslint9';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFixtures } from '../support/fixture-project.js';
import { everything, placesIn, reportedIn, writeUnder, type Place } from './linting.js';
import { readPage, ruleNames } from './pages.js';

const versions = [
  { version: 10, Class: ESLint },
  { version: 9, Class: nine.ESLint as unknown as typeof ESLint },
];

const config = `catalogs: [trust-platform]
servers: { trust-platform: ["https://api.example.com", "https://api.acme.test", "env:OT_BASE"] }
credentials:
  app:
    provider: trust-platform
    grants: []
    match: { files: ["**"] }
rules: { unresolved-url: warn, undocumented-scope: warn }
`;

let root: string;
let reported: Place[];
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-parity-')));
  writeUnder(root, 'leastscope.config.yaml', config);
  for (const folder of ['clients', 'values'])
    for (const { name, files } of readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)))
      for (const [file, text] of files) writeUnder(root, `${folder}/${name.split('.')[0]}/${file}`, text);
  for (const rule of ruleNames)
    for (const [file, text] of readPage(rule).incorrect.files)
      if (!file.endsWith('.yaml')) writeUnder(root, `pages/${rule}/${file}`, text);
  reported = reportedIn(root);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('there is much to compare', () => {
  expect(reported.length).toBeGreaterThan(100);
  expect(new Set(reported.map(({ rule }) => rule)).size).toBeGreaterThan(10);
});

describe.each(versions)('ESLint $version', ({ version, Class }) => {
  test('is what it says', () => {
    expect(Class.version.split('.')[0]).toBe(String(version));
  });

  test('reports what the command reports, in every fixture', async () => {
    const linter = new Class({ cwd: root, overrideConfigFile: true, overrideConfig: [...everything] });
    expect(placesIn(root, await linter.lintFiles(['.']))).toEqual(reported);
  });
});
