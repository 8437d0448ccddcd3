import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyze } from '../../src/analyze/analyze.js';
import { programOf } from '../../src/analyze/program.js';
import { readConfig } from '../../src/config/read-config.js';
import type { Config } from '../../src/model/config.js';
import type { ModuleSummary } from '../../src/model/module-summary.js';
import { viewsOf, type TableName } from '../../src/nearby/read-tables.js';
import { matchesFile } from '../../src/session/files.js';
import { knownFrom, type Known } from '../../src/session/known.js';
import { knownAfterMoves, movesOf } from '../../src/session/moved-known.js';
import { inListing } from '../../src/session/resolve-listed.js';
import { catalogsFor } from '../../src/session/setup.js';
import { lowerFile } from '../../src/syntax/lower-file.js';
import { createResolver, remembered } from '../../src/syntax/resolve.js';
import { readFixtures } from '../support/fixture-project.js';

let root: string;
let config: Config;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-moved-')));
  writeFileSync(path.join(root, 'leastscope.config.yaml'), 'catalogs: [trust-platform]\n');
  config = readConfig({ cwd: root });
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Of two files one's name ends like the other's, and both say the same. */
const table = `const paths = {};
for (const name of ['users', 'items']) paths[name] = '/' + name;
paths.more = '/more';
export const read = (name) => fetch('https://api.example' + paths[name]);
`;
const alike = {
  files: new Map([
    ['a.js', `// First\n${table}`],
    ['lib/a.js', table],
    [
      'use.js',
      "import { read } from './a.js';\nimport * as lib from './lib/a.js';\nread('more');\nlib.read('users');\n",
    ],
  ]),
};

const projects = [
  alike,
  ...['clients', 'values'].flatMap((folder) =>
    readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)),
  ),
].filter(({ files }) => files.size > 1);

function summaryOf(file: string, text: string): ModuleSummary[] {
  const summary = lowerFile(file, text);
  return summary && !('failed' in summary) ? [summary] : [];
}

function wholeOf(modules: ReadonlyMap<string, ModuleSummary>): Known {
  const files = new Set(modules.keys());
  const resolve = remembered(inListing(createResolver(root, files, []), files));
  const known = knownFrom(
    analyze({
      program: programOf(modules, resolve),
      catalogs: catalogsFor(undefined, config, root),
      config,
      matchesFile,
      keepsReads: true,
    }),
  );
  if (!known) throw new Error('nothing is known');
  return known;
}

const tables: readonly TableName[] = [
  ...(['byFile', 'sinkFiles', 'sinkThings', 'forIndexes', 'keysOf', 'searches'] as const),
];

/** All that is known, from both sides. */
function toldBy({ said, judged, reads }: Known) {
  const { table } = viewsOf(reads);
  const rows = tables.map((name) =>
    table(name)
      .names()
      .toSorted()
      .map((row) => [row, table(name).get(row)?.toSorted()]),
  );
  const names = new Set(rows.flat(2).flat());
  const turned = tables.map((name) =>
    [...names].flatMap((one) => {
      const under = one === undefined ? undefined : table(name).under(one);
      return under ? [[one, under.toSorted()]] : [];
    }),
  );
  return { said, judged, rows, turned, others: reads.others.toSorted() };
}

test('what is known after a file has moved is what the whole project says then', () => {
  const settings = { config, catalogs: [] };
  let [moved, renamed] = [0, 0];
  for (const { files } of projects) {
    const before = new Map([...files].flatMap(([file, text]) => summaryOf(file, text).map((s) => [file, s])));
    const known = wholeOf(before);
    for (const [file, text] of files) {
      const [summary] = summaryOf(file, `// Here too\n\n${text}`);
      if (!summary || !before.has(file)) continue;
      const modules = new Map(before).set(file, summary);
      const moves = movesOf([file], before, modules);
      const after = knownAfterMoves(known, moves, { modules, settings });
      if (!after.done.has(file)) continue;
      moved++;
      renamed += after.known.reads.since.renamed.length;
      expect(toldBy(after.known)).toEqual(toldBy(wholeOf(modules)));
    }
  }
  expect(moved).toBeGreaterThan(50);
  expect(renamed).toBeGreaterThan(50);
});
