import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clientModels } from '../../src/clients/index.js';

test('docs/clients.md has one row for each client, with its packages', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/clients.md'), 'utf8');
  const rows = [...page.matchAll(/^\| \[(.+)\]\((.+)\) \| (.+) \|$/gm)].map(([, title, url, by = '']) => ({
    title,
    url,
    packages: [...by.matchAll(/`([^`]+)`/g)]
      .map((m) => m[1])
      .filter((name) => name !== 'fetch' || !by.includes('called like')),
  }));
  const known = clientModels.map(({ title, docsUrl, modules }) => ({
    title,
    url: docsUrl,
    packages: modules.filter((name) => name !== '*' && name !== 'global'),
  }));
  const byTitle = (list: typeof known) => [...list].sort((a, b) => a.title.localeCompare(b.title, 'en'));
  expect(rows).toEqual(byTitle(known));
});
