import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyze, type Analysis, type AnalyzeInput } from '../../src/analyze/analyze.js';
import { programOf } from '../../src/analyze/program.js';
import { readConfig } from '../../src/config/read-config.js';
import type { ModuleSummary } from '../../src/model/module-summary.js';
import type { Program } from '../../src/program/program.js';
import { matchesFile } from '../../src/session/files.js';
import { knownFrom, type Known } from '../../src/session/known.js';
import { lookNear } from '../../src/session/near.js';
import { inListing } from '../../src/session/resolve-listed.js';
import { restrictToChange } from '../../src/session/restrict.js';
import { saidBy, type Said } from '../../src/session/said.js';
import { catalogsFor } from '../../src/session/setup.js';
import { lowerFile } from '../../src/syntax/lower-file.js';
import { createResolver, remembered } from '../../src/syntax/resolve.js';
import { readFixtures, type FixtureProject } from '../support/fixture-project.js';

let root: string;
/** What a project with requests of a provider, and one with requests of others alone, is judged by. */
const configs = {
  provider:
    'catalogs: [trust-platform]\nservers: { trust-platform: ["https://api.example.com", "https://api.acme.test"] }\ncredentials: { app: { provider: trust-platform, grants: [], match: { files: ["**"] } } }\nrules: { unresolved-url: warn }\n',
  others: 'catalogs: [trust-platform]\n',
};
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-near-')));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

type Analyze = (program: Program, part?: Pick<AnalyzeInput, 'files' | 'asksSink'>) => Analysis;

function judgedBy(text: string): Analyze {
  writeFileSync(path.join(root, 'leastscope.config.yaml'), text);
  const config = readConfig({ cwd: root });
  const catalogs = catalogsFor(undefined, config, root);
  return (program, part) =>
    analyze({ program, catalogs, config, matchesFile, ...(part && { ...part, keepsReads: true }) });
}

function lowered(file: string, text: string): ModuleSummary | undefined {
  const summary = lowerFile(file, text);
  return summary && !('failed' in summary) ? summary : undefined;
}

/**
 * A text that is broken from its start, without each of its lines, with each of its strings changed, with a function
 * above all of it, and with statements in another order.
 */
function editsOf(text: string): string[] {
  const lines = text.split('\n');
  const shorter = lines.flatMap((line, i) =>
    line.trim() === '' || line.trim().startsWith('//') ? [] : [lines.toSpliced(i, 1).join('\n')],
  );
  const other = [...text.matchAll(/(['"`])[^'"`\n]{2,}\1/g)].map(
    ({ index }) => `${text.slice(0, index + 1)}zz${text.slice(index + 1)}`,
  );
  const swapped = lines.flatMap((line, i) => {
    const next = lines[i + 1] ?? '';
    const isPair = [line, next].every((one) => one.endsWith(';') && indentOf(one) === indentOf(line));
    return isPair && line !== next ? [lines.toSpliced(i, 2, next, line).join('\n')] : [];
  });
  return [`(${text}`, `const added = () => 1;\n${text}`, ...shorter, ...other, ...swapped];
}

const indentOf = (line: string): number => line.search(/\S/);

const projects = ['clients', 'values']
  .flatMap((folder) => readFixtures(path.resolve(import.meta.dirname, '../fixtures', folder)))
  .filter(({ files }) => files.size > 1);

/** The requests and the findings in files, as they are shown of a change. */
const shownBy = ({ findings, requests }: Analysis): readonly string[] =>
  saidIn(saidBy({ findings: findings.filter(({ scope }) => scope !== 'project'), requests }));

const saidIn = ({ findings, requests }: Said): readonly string[] =>
  [...findings, ...requests].map(([, key]) => key).sort();

interface State {
  readonly program: Program;
  readonly known: Known;
}

/** What an edit shows from near the changed file, compared with what the whole project shows; the state after it. */
function compareEdit(analyzed: Analyze, before: State, now: Program, file: string): State | undefined {
  const look = (program: Program, files: ReadonlySet<string>, asksSink: (sink: string) => boolean) =>
    analyzed(program, { files, asksSink });
  const found = lookNear({ program: now, analyze: look }, before, new Set([file]), new Set(), () => true);
  if (!found) return undefined;
  const whole = analyzed(now);
  const shown = restrictToChange(whole, before.known.said, new Set([file]), true);
  expect(shownBy(found.shown), file).toEqual(shownBy(shown));
  expect(saidIn(found.known.said), file).toEqual(saidIn(saidBy(whole)));
  return { program: now, known: found.known };
}

/** How many edits are seen from near the changed file: each alone, and one of another file after it. */
function compareEdits(analyzed: Analyze, { files: texts }: FixtureProject): number {
  const summaries = new Map(
    [...texts].flatMap(([file, text]) => {
      const summary = file.endsWith('.json') ? undefined : lowered(file, text);
      return summary ? [[file, summary] as const] : [];
    }),
  );
  const files = [...summaries.keys()];
  const resolve = remembered(inListing(createResolver(root, new Set(files), []), new Set(files)));
  const programWith = (all: ReadonlyMap<string, ModuleSummary>): Program => programOf(all, resolve);
  const editsIn = files.map((file) => [file, editsOf(texts.get(file) ?? '')] as const);
  const program = programWith(summaries);
  const before = { program, known: knownFrom(analyzed(program, {}))! };
  let near = 0;
  for (const [at, [file, edits]] of editsIn.entries())
    for (const [i, text] of edits.entries()) {
      // Every sixth one: all of them take minutes.
      const summary = i % 6 === texts.size % 6 ? lowered(file, text) : undefined;
      if (!summary) continue;
      const edited = new Map(summaries).set(file, summary);
      const after = compareEdit(analyzed, before, programWith(edited), file);
      if (!after) continue;
      near++;
      const [other, others] = editsIn[(at + 1) % editsIn.length]!;
      const next = lowered(other, others[i % others.length]!);
      if (next && compareEdit(analyzed, after, programWith(new Map(edited).set(other, next)), other)) near++;
    }
  return near;
}

test.each(Object.entries(configs))(
  'what files near a change show is what the whole project shows: requests of a %s',
  (_, config) => {
    const analyzed = judgedBy(config);
    const near = projects.map((project) => compareEdits(analyzed, project));
    expect(near.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(200);
  },
  120_000,
);
