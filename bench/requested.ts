// Least scopes against requested ones, in real repositories whose requests somebody labelled by hand.
// Usage: npx tsx bench/requested.ts LABELS REPOSITORIES api=CATALOG... [--write]
// LABELS holds one JSON file a repository ({ repo, commit, api, requested_scopes }), REPOSITORIES a checkout of each,
// in a folder named like the file; a catalog is a file or the name of a bundled one.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ReportCredential } from '../src/model/report.js';
import { scan } from '../src/session.js';

interface Labels {
  readonly repo: string;
  readonly commit: string;
  readonly api: string;
  readonly requested_scopes: readonly string[];
}

/** One repository; `least` is of all credentials of the API together. */
interface Row {
  readonly labels: Labels;
  readonly least: readonly string[];
  readonly matched: number;
  /** Requests that nobody can place, and calls for which the docs state no scope: each may need a requested one. */
  readonly open: number;
}

function rowOf(labels: Labels, folder: string, catalog: string): Row {
  const file = catalog.includes('/') ? path.resolve(catalog) : catalog;
  const { report } = scan({
    cwd: folder,
    paths: ['.'],
    catalogs: [file],
    cache: false,
    minConfidence: 'medium',
  });
  const all = <T>(read: (credential: ReportCredential) => readonly T[]): T[] =>
    report.credentials.flatMap(read);
  return {
    labels,
    least: [...new Set(all(({ least }) => least))].sort(),
    matched: report.requests.filter(({ match }) => match === 'matched').length,
    open:
      report.requests.filter(({ match }) => match === 'unmatched' || match === 'ambiguous').length +
      all(({ undocumented }) => undocumented).length,
  };
}

const cell = (scopes: readonly string[]): string => (scopes.length === 0 ? '-' : scopes.join(', '));

function lineOf({ labels, least, matched, open }: Row): string {
  const requested = labels.requested_scopes;
  const unneeded = requested.filter((scope) => !least.includes(scope)).sort();
  const missing = least.filter((scope) => !requested.includes(scope));
  return `| ${labels.repo} @ ${labels.commit.slice(0, 7)} | ${requested.length} | ${least.length} | ${cell(unneeded)} | ${cell(missing)} | ${matched} | ${open} |`;
}

const table = (rows: readonly Row[]): string =>
  [
    '| repository | requested | least | requested, not in the least set | in the least set, not requested | calls matched | calls open |',
    '|---|--:|--:|---|---|--:|--:|',
    ...rows.map(lineOf),
  ].join('\n');

const begin = '<!-- requested: begin, written by bench/requested.ts --write -->';
const end = '<!-- requested: end -->';

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [labelsFolder = '', repositories = '', ...pairs] = positionals;
const catalogs = new Map(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']));
const rows = readdirSync(labelsFolder)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .flatMap((file): Row[] => {
    const labels = JSON.parse(readFileSync(path.join(labelsFolder, file), 'utf8')) as Labels;
    const folder = path.join(repositories, file.replace(/\.json$/, ''));
    const catalog = catalogs.get(labels.api);
    if (catalog === undefined || !existsSync(folder)) return [];
    const row = rowOf(labels, folder, catalog);
    console.log(lineOf(row));
    return [row];
  });
if (values.write) {
  const text = readFileSync('docs/accuracy.md', 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error('docs/accuracy.md: the marks of the table are missing');
  writeFileSync('docs/accuracy.md', `${text.slice(0, from)}${begin}\n\n${table(rows)}\n\n${text.slice(to)}`);
}
