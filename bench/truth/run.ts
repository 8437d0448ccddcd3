/**
 * Truth by execution: `npx tsx bench/truth/run.ts [package...] [--command FILE] [--truth-only] [--fresh] [--write]`.
 * Installs pinned API clients into scratch, records what their public methods really send, scans their source,
 * and compares. `--write` puts the table into docs/accuracy.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { TruthPackage } from './package-list.js';
import type { Ran, StaticRequest, Truth } from './score.js';
import type { Row } from './table.js';
import { truthFormat } from './format.js';
import { RunPlaces } from './coverage.js';
import { explain } from './explain.js';
import { packages } from './package-list.js';
import { layOut } from './sources.js';
import { score } from './score.js';
import { table, writeAccuracy } from './table.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const project = path.resolve(here, '../..');
const scratch = path.join(tmpdir(), 'leastscope-truth');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string', default: path.join(project, 'dist/src/cli/main.js') },
    'truth-only': { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Installs without running any script; returns why not where the registry doesn't answer. */
function install(entry: TruthPackage, folder: string): string | undefined {
  if (existsSync(path.join(folder, 'node_modules', entry.name, 'package.json'))) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const run = spawnSync(
    'npm',
    [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-save',
      '--loglevel=error',
      `${entry.name}@${entry.version}`,
    ],
    { cwd: folder, encoding: 'utf8', timeout: 300_000, shell: process.platform === 'win32' },
  );
  return run.status === 0
    ? undefined
    : `npm could not install it: ${run.stderr.trim().split('\n').at(-1) ?? 'no answer'}`;
}

/** What the package's methods send, from a child process that has no network and a folder of its own to write to. */
function recordTruth(entry: TruthPackage, folder: string): Truth {
  const file = path.join(folder, 'truth.json');
  if (values.fresh) rmSync(file, { force: true });
  if (!existsSync(file)) {
    const playground = path.join(folder, 'cwd');
    mkdirSync(playground, { recursive: true });
    const tsx = import.meta.resolve('tsx');
    const child = [
      '--enable-source-maps',
      '--import',
      tsx,
      path.join(here, 'child.ts'),
      entry.name,
      folder,
      file,
    ];
    const run = spawnSync(process.execPath, child, {
      cwd: playground,
      encoding: 'utf8',
      timeout: 600_000,
      env: { PATH: process.env['PATH'], HOME: playground },
    });
    rmSync(playground, { recursive: true, force: true });
    if (!existsSync(file))
      throw new Error(`${entry.name}: no truth was recorded: ${run.stderr.slice(0, 600)}`);
  }
  const truth = JSON.parse(readFileSync(file, 'utf8')) as Truth;
  if (truth.format === truthFormat) return truth;
  rmSync(file);
  return recordTruth(entry, folder);
}

function scan(folder: string): { requests: StaticRequest[]; seconds: number } {
  const start = process.hrtime.bigint();
  const args = ['scan', '.', '--format', 'json', '--no-cache', '--no-progress', '--min-confidence', 'low'];
  const run = spawnSync(process.execPath, [values.command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    timeout: 1_200_000,
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (run.status !== 0 && run.status !== 1)
    throw new Error(
      `scan of ${folder} ended with ${run.status ?? run.signal ?? '?'}: ${run.stderr.slice(0, 600)}`,
    );
  const report = JSON.parse(run.stdout) as { requests: StaticRequest[] };
  return { requests: report.requests, seconds };
}

/** Source files are laid out as in the package, or below `packages/` where there are companions. */
function ranIn(entry: TruthPackage, modules: string, truth: Truth): Ran {
  const places = new RunPlaces(modules, truth.coverage);
  const names = [entry.name, ...(entry.companions ?? []).map(({ name }) => name)];
  return (file, line, column) => {
    const [, folder, rest] = /^packages\/([^/]+)\/(.*)$/.exec(file) ?? [];
    const owner = entry.companions ? names.find((name) => path.basename(name) === folder) : entry.name;
    return places.ran(`${owner ?? ''}/${entry.companions ? (rest ?? '') : file}`, line, column);
  };
}

function measure(entry: TruthPackage): Row {
  const folder = path.join(scratch, `${entry.name.replace('/', '+')}@${entry.version}`);
  const skipped = install(entry, folder);
  if (skipped !== undefined) return { entry, skipped: `skipped: ${skipped}` };
  try {
    return compare(entry, folder);
  } catch (error) {
    return { entry, skipped: `failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function compare(entry: TruthPackage, folder: string): Row {
  const truth = recordTruth(entry, folder);
  const source = path.join(folder, 'source');
  layOut(entry, path.join(folder, 'node_modules'), source);
  const { requests, seconds } = values['truth-only'] ? { requests: [], seconds: 0 } : scan(source);
  const result = score(truth, requests, {
    ran: ranIn(entry, path.join(folder, 'node_modules'), truth),
    bases: entry.bases ?? [],
  });
  writeFileSync(path.join(folder, 'score.json'), JSON.stringify(result, null, 1));
  return { entry, score: result, seconds };
}

function main(): void {
  const chosen = packages.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const unknown = positionals.filter((name) => !packages.some((entry) => entry.name === name));
  if (unknown.length > 0)
    throw new Error(`unknown: ${unknown.join(', ')}; known: ${packages.map(({ name }) => name).join(', ')}`);
  if (!values['truth-only'] && !existsSync(values.command)) {
    say(`static part skipped: ${values.command} is not built`);
    values['truth-only'] = true;
  }
  const rows = chosen.map((entry) => {
    const row = measure(entry);
    say(
      row.skipped === undefined
        ? `${entry.name}@${entry.version} done`
        : `${entry.name}@${entry.version} ${row.skipped}`,
    );
    return row;
  });
  const details = path.join(scratch, 'details.txt');
  writeFileSync(details, explain(rows));
  say(`\n${table(rows)}\n\nmisses and unconfirmed requests: ${details}`);
  if (values.write && chosen.length === packages.length)
    writeAccuracy(path.join(project, 'docs/accuracy.md'), rows);
}

main();
