import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyze, type Analysis } from '../../src/analyze/analyze.js';
import { programOf } from '../../src/analyze/program.js';
import { readConfig } from '../../src/config/read-config.js';
import type { ModuleSummary } from '../../src/model/module-summary.js';
import type { Program } from '../../src/program/program.js';
import { matchesFile } from '../../src/session/files.js';
import { lookNear } from '../../src/session/near.js';
import { inListing } from '../../src/session/resolve-listed.js';
import { restrictToChange } from '../../src/session/restrict.js';
import { saidBy } from '../../src/session/said.js';
import { catalogsFor } from '../../src/session/setup.js';
import { lowerFile } from '../../src/syntax/lower-file.js';
import { createResolver, remembered } from '../../src/syntax/resolve.js';
import { readFixtures, type FixtureProject } from '../support/fixture-project.js';

let root: string;
let analyzed: (program: Program, files?: ReadonlySet<string>) => Analysis;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-near-')));
  writeFileSync(
    path.join(root, 'leastscope.config.yaml'),
    'catalogs: [trust-platform]\nservers: { trust-platform: ["https://api.example.com"] }\nrules: { unresolved-url: warn }\n',
  );
  const config = readConfig({ cwd: root });
  const catalogs = catalogsFor(undefined, config, root);
  analyzed = (program, files) => analyze({ program, catalogs, config, matchesFile, ...(files && { files }) });
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function lowered(file: string, text: string): ModuleSummary | undefined {
  const summary = lowerFile(file, text);
  return summary && !('failed' in summary) ? summary : undefined;
}

/** A text that is broken from its start, without each of its lines, and with each of its strings changed. */
function editsOf(text: string): string[] {
  const lines = text.split('\n');
  const shorter = lines.flatMap((line, i) =>
    line.trim() === '' || line.trim().startsWith('//') ? [] : [lines.toSpliced(i, 1).join('\n')],
  );
  const other = [...text.matchAll(/(['"`])[^'"`\n]{2,}\1/g)].map(
    ({ index }) => `${text.slice(0, index + 1)}zz${text.slice(index + 1)}`,
  );
  return [`(${text}`, ...shorter, ...other];
}

const projects = ['clients', 'values']
  .flatMap((folder) => readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)))
  .filter(({ files }) => files.size > 1);

/** The requests and the findings in files, as they are shown of a change. */
const shownBy = ({ findings, requests }: Analysis) => {
  const said = saidBy({ findings: findings.filter(({ scope }) => scope !== 'project'), requests });
  return [...said.findings, ...said.requests].map(([, key]) => key).sort();
};

/** How many edits are seen from near the changed file, each compared with what the whole project shows. */
function compareEdits({ files: texts }: FixtureProject): number {
  const before = new Map(
    [...texts].flatMap(([file, text]) => {
      const summary = file.endsWith('.json') ? undefined : lowered(file, text);
      return summary ? [[file, summary] as const] : [];
    }),
  );
  const files = new Set(before.keys());
  const resolve = remembered(inListing(createResolver(root, files, []), files));
  const programWith = (summaries: ReadonlyMap<string, ModuleSummary>): Program =>
    programOf([...summaries.values()], resolve);
  const said = saidBy(analyzed(programWith(before)));
  let near = 0;
  for (const file of files)
    for (const [i, text] of editsOf(texts.get(file) ?? '').entries()) {
      // Every third one: all of them take a minute.
      const summary = i % 3 === texts.size % 3 ? lowered(file, text) : undefined;
      if (!summary) continue;
      const now = programWith(new Map(before).set(file, summary));
      const changed = new Set([file]);
      const old = { program: programWith(before), analyze: analyzed, known: said.findings };
      const found = lookNear({ program: now, analyze: analyzed }, old, changed, 0);
      if (!found) continue;
      near++;
      const whole = restrictToChange(analyzed(programWith(now.modules)), said, changed, true);
      expect(shownBy(found.shown), `${file}: ${text}`).toEqual(shownBy(whole));
    }
  return near;
}

test('what files near a change show is what the whole project shows', () => {
  const near = projects.map(compareEdits);
  expect(near.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(60);
}, 120_000);
