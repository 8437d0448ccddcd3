/**
 * What the ESLint plugin adds to a lint of a repository with typescript-eslint's parser, each run a process of its own:
 *   npx tsx bench/eslint.ts FOLDER [--runs 3] [--files 2000] [--rules recommended|none]
 * Prints the CPU time of a lint without the plugin, with it and no cache, with it and a cache; and of one more lint of
 * single files in the same process, as an editor does. Ratios of CPU time are worth comparing between machines.
 * Without a folder, or without `npm run build`, it says that it was skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { listCodeFiles } from '../src/syntax/project.js';
import { listGitFiles } from '../src/vcs/list-files.js';

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    files: { type: 'string', default: '2000' },
    rules: { type: 'string', default: 'recommended' },
  },
});
const plugin = path.join(project, 'dist/rules/index.js');
const [folder] = positionals;

interface Measured {
  /** CPU seconds of the whole lint. */
  readonly lint: number;
  /** CPU milliseconds of a file that is linted again, of one in which code only moves, and of one with new code; medians. */
  readonly again: number;
  readonly moved: number;
  readonly coded: number;
  readonly megabytes: number;
  readonly findings: number;
}

const require = createRequire(import.meta.url);
const child = `
import { readFileSync, writeFileSync } from 'node:fs';
import { ESLint } from ${JSON.stringify(pathToFileURL(require.resolve('eslint')).href)};
import parser from ${JSON.stringify(pathToFileURL(require.resolve('@typescript-eslint/parser')).href)};
import tseslint from ${JSON.stringify(pathToFileURL(require.resolve('typescript-eslint')).href)};
const { files, out, plugin, rules } = JSON.parse(process.argv[2]);
const all = ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'];
const own = plugin === null ? [] : [{ ...(await import(plugin)).default.configs.recommended, files: all }];
const jsx = { parserOptions: { ecmaFeatures: { jsx: true } } };
const linter = new ESLint({
  cwd: process.cwd(),
  overrideConfigFile: true,
  overrideConfig: [
    { linterOptions: { reportUnusedDisableDirectives: 'off' } },
    ...(rules === 'recommended' ? tseslint.configs.recommended : []),
    { files: all, languageOptions: { parser, ...jsx } },
    ...own,
  ],
});
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
const started = cpu();
const results = await linter.lintFiles(JSON.parse(readFileSync(files, 'utf8')));
const lint = cpu() - started;
const some = results.filter((_, i) => i % Math.ceil(results.length / 15) === 0).map((r) => r.filePath);
const each = async (change) => {
  const took = [];
  for (const filePath of some) {
    const text = change(readFileSync(filePath, 'utf8'));
    const before = cpu();
    await linter.lintText(text, { filePath });
    took.push((cpu() - before) * 1000);
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
};
await each((text) => text);
const again = await each((text) => text);
const moved = await each((text) => '// one line more\\n' + text);
const coded = await each((text) => text + '\\nexport const oneMore = String(1);\\n');
const findings = results.flatMap((r) => r.messages).filter((m) => m.ruleId?.startsWith('leastscope/')).length;
writeFileSync(out, JSON.stringify({ lint, again, moved, coded, megabytes: process.resourceUsage().maxRSS / 1024, findings }));
`;

function run(files: string, scratch: string, withPlugin: boolean): Measured {
  const script = path.join(scratch, 'child.mjs');
  const out = path.join(scratch, 'out.json');
  writeFileSync(script, child);
  const options = { files, out, plugin: withPlugin ? pathToFileURL(plugin).href : null, rules: values.rules };
  const ran = spawnSync(process.execPath, [script, JSON.stringify(options)], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (ran.status !== 0) throw new Error(ran.stderr.slice(0, 1000));
  return JSON.parse(readFileSync(out, 'utf8')) as Measured;
}

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function main(repository: string): void {
  const root = path.resolve(repository);
  const scratch = mkdtempSync(path.join(tmpdir(), 'leastscope-bench-'));
  try {
    const listed = listCodeFiles({ root, listed: listGitFiles(root, ['.']) }).filter((file) =>
      /\.[mc]?[jt]sx?$/.test(file),
    );
    const step = Math.max(1, listed.length / Number(values.files));
    const chosen = listed.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
    const files = path.join(scratch, 'files.json');
    writeFileSync(files, JSON.stringify(chosen));
    const cache = path.join(root, '.leastscope/cache');
    const runs = Array.from({ length: Number(values.runs) }, () => {
      const without = run(files, scratch, false);
      rmSync(cache, { recursive: true, force: true });
      return { without, cold: run(files, scratch, true), warm: run(files, scratch, true) };
    });
    const of = (kind: 'without' | 'cold' | 'warm', what: keyof Measured): number =>
      middle(runs.map((one) => one[kind][what]));
    const more = (kind: 'cold' | 'warm'): string =>
      `+${((of(kind, 'lint') / of('without', 'lint') - 1) * 100).toFixed(1)}%`;
    console.log(
      `${chosen.length} files linted of ${listed.length} that the plugin reads; ESLint with ${values.rules === 'none' ? 'no other rules' : "typescript-eslint's recommended rules"}`,
    );
    console.log(
      `without the plugin   ${of('without', 'lint').toFixed(1)} s CPU, ${of('without', 'megabytes').toFixed(0)} MB`,
    );
    console.log(
      `with it, no cache    ${of('cold', 'lint').toFixed(1)} s (${more('cold')}), ${of('cold', 'megabytes').toFixed(0)} MB, ${of('cold', 'findings')} findings`,
    );
    console.log(
      `with it, cache       ${of('warm', 'lint').toFixed(1)} s (${more('warm')}), ${of('warm', 'megabytes').toFixed(0)} MB`,
    );
    const said = { again: 'linted again', moved: 'with a comment more', coded: 'with new code' } as const;
    for (const what of ['again', 'moved', 'coded'] as const)
      console.log(
        `a file ${said[what].padEnd(20)} ${of('without', what).toFixed(1)} ms without, ${of('warm', what).toFixed(1)} ms with`,
      );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (folder === undefined || !existsSync(folder)) console.log('skipped: no folder to lint');
else if (!existsSync(plugin)) console.log('skipped: npm run build makes the plugin that is measured');
else main(folder);
