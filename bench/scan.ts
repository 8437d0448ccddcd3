/**
 * A whole scan against parsing and walking the same files with TypeScript, each a process of its own, in turn:
 *   npx tsx bench/scan.ts FOLDER [--runs 5] [--command dist/src/cli/main.js]
 * Prints medians of wall time and of peak memory, and their ratios. Only ratios are worth comparing between machines.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listCodeFiles } from '../src/syntax/project.js';
import { listGitFiles } from '../src/vcs/list-files.js';

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    command: { type: 'string', default: path.join(project, 'dist/src/cli/main.js') },
  },
});
const folder = path.resolve(positionals[0] ?? '.');
const runs = Number(values.runs);

/** Parses each listed file as TypeScript does without a program, and visits every node. */
const baseline = `
const ts = require(process.argv[2]);
const { readFileSync } = require('node:fs');
let nodes = 0;
const visit = (node) => { nodes++; ts.forEachChild(node, visit); };
for (const file of JSON.parse(readFileSync(process.argv[3], 'utf8')))
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false));
process.stdout.write(String(nodes));
`;

/** Writes the process's peak memory in MB where PEAK_FILE says. */
const peakHook = `
process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS / 1024)));
`;

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
}

function timed(args: readonly string[], cwd: string, scratch: string): Run {
  const peak = path.join(scratch, 'peak');
  const hook = path.join(scratch, 'peak.cjs');
  rmSync(peak, { force: true });
  const start = process.hrtime.bigint();
  const run = spawnSync(process.execPath, ['--require', hook, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, PEAK_FILE: peak },
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (run.status !== 0 && run.status !== 1)
    throw new Error(
      `${args.join(' ')} ended with ${run.status ?? run.signal ?? '?'}: ${run.stderr.slice(0, 400)}`,
    );
  return { seconds, megabytes: Number(readFileSync(peak, 'utf8')) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function main(): string {
  if (!existsSync(folder)) return `skipped: no ${folder}`;
  if (!existsSync(values.command)) return `skipped: ${values.command} is not built`;
  const listed = listCodeFiles({ root: folder, listed: listGitFiles(folder, ['.']) });
  const files = listed
    .filter((file) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file))
    .map((file) => path.join(folder, file));
  const scratch = mkdtempSync(path.join(tmpdir(), 'leastscope-bench-'));
  try {
    const script = path.join(scratch, 'baseline.cjs');
    const names = path.join(scratch, 'files.json');
    writeFileSync(script, baseline);
    writeFileSync(names, JSON.stringify(files));
    writeFileSync(path.join(scratch, 'peak.cjs'), peakHook);
    const typescript = createRequire(import.meta.url).resolve('typescript');
    const scan = [values.command, 'scan', '.', '--format', 'json', '--no-cache', '--no-progress'];
    const own: Run[] = [];
    const other: Run[] = [];
    for (let i = 0; i < runs; i++) {
      other.push(timed([script, typescript, names], folder, scratch));
      own.push(timed(scan, folder, scratch));
    }
    return report(listed.length, own, other);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function report(files: number, own: readonly Run[], other: readonly Run[]): string {
  const of = (list: readonly Run[]): Run => ({
    seconds: median(list.map((run) => run.seconds)),
    megabytes: median(list.map((run) => run.megabytes)),
  });
  const [a, b] = [of(own), of(other)];
  const line = (name: string, run: Run): string =>
    `${name}  ${run.seconds.toFixed(2)} s  ${run.megabytes.toFixed(0)} MB`;
  return [
    `${files} files, medians of ${own.length} interleaved runs`,
    line('leastscope scan         ', a),
    line('createSourceFile + walk ', b),
    `ratio                     ${(a.seconds / b.seconds).toFixed(2)} wall  ${(a.megabytes / b.megabytes).toFixed(2)} memory`,
  ].join('\n');
}

console.log(main());
