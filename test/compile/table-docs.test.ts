import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/catalog/read-package-root.js';
import { tableKinds } from '../../src/compile/tables/index.js';

const page = readFileSync(path.join(packageRoot(), 'data', 'README.md'), 'utf8');

it.each(tableKinds.map((kind) => [kind.id, kind] as const))(
  'data/README.md lists the columns of %s tables',
  (id, kind) => {
    const row =
      page
        .split('\n')
        .find((line) => line.startsWith(`| ${id} |`))
        ?.split('|')[2] ?? '';
    const columns = row
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((column) => column.trim());
    const expected = kind.columns.map(({ name, required }) => {
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      return required ? title : `[${title}]`;
    });
    expect(columns.toSorted()).toEqual(expected.toSorted());
  },
);
