/**
 * What the hook takes for one edit of each kind, with a warm cache, each run a process of its own:
 *   npx tsx bench/staged.ts FOLDER [--each 2] [--seed 1] [--only REGEX] [--profile FOLDER] [--command dist/src/cli/main.js]
 * Works in a clone of FOLDER (a Git repository), in which it scans once. Which files are edited is drawn by the seed.
 * Prints wall and processor time of each, and what stands on stderr.
 * Without a folder, or without `npm run build`, it says that it was skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    command: { type: 'string', default: path.join(project, 'dist/src/cli/main.js') },
    profile: { type: 'string' },
  },
});
const [folder] = positionals;

interface Place {
  readonly file: string;
}

interface Report {
  readonly requests: readonly (Place & { readonly via: readonly Place[] })[];
}

/** A file's new text; `undefined` deletes it. */
type Edit = readonly [file: string, text: string | undefined];

interface Repository {
  readonly root: string;
  /** Files with code, by what they have to do with requests. */
  readonly leaves: readonly string[];
  readonly wrappers: readonly string[];
  readonly others: readonly string[];
  /** The files of which most import something, those first. */
  readonly imported: readonly string[];
  readonly read: (file: string) => string;
}

const comment = (text: string): string => `// one line more\n${text}`;
const exported = (text: string): string => `${text}\nexport const oneMore = String(1);\n`;
/** A statement before the first `return` that ends a function's body. */
const stated = (text: string): string | undefined => {
  const at = /(?<=[;{}]\n)(?=[ \t]+return\b)/.exec(text)?.index;
  return at === undefined ? undefined : `${text.slice(0, at)}console.log('one more');\n${text.slice(at)}`;
};
const requesting = (text: string): string =>
  `${text}\nexport const oneMore = () => fetch('https://api.example.com/one-more');\n`;
const otherPath = (text: string): string | undefined =>
  /[`'"]\/\w/.test(text) ? text.replace(/([`'"]\/)(?=\w)/, '$1more-') : undefined;

type Change = (text: string) => string | undefined;
const inFile =
  (files: (repo: Repository) => readonly string[], change: Change) =>
  (repo: Repository): readonly (readonly Edit[])[] =>
    files(repo).flatMap((file) => {
      const text = change(repo.read(file));
      return text === undefined ? [] : [[[file, text] as const]];
    });

/** For each kind the edits that there are, of which some are drawn. */
const kinds: Readonly<Record<string, (repo: Repository) => readonly (readonly Edit[])[]>> = {
  'no code': () => [[['ONE-MORE.md', 'text\n']]],
  'a comment beside a request': inFile(({ leaves }) => leaves, comment),
  'a path of a request': inFile(({ leaves }) => leaves, otherPath),
  'a statement beside a request': inFile(({ leaves }) => leaves, stated),
  'a request more': inFile(({ leaves }) => leaves, requesting),
  'a comment in a client': inFile(({ wrappers }) => wrappers, comment),
  'a statement in a client': inFile(({ wrappers }) => wrappers, stated),
  'a comment elsewhere': inFile(({ others }) => others, comment),
  'a statement elsewhere': inFile(({ others }) => others, stated),
  'an export elsewhere': inFile(({ others }) => others, exported),
  'a request elsewhere': inFile(({ others }) => others, requesting),
  'a statement in what most import': inFile(({ imported }) => imported.slice(0, 40), stated),
  'an export in what most import': inFile(({ imported }) => imported.slice(0, 10), exported),
  'a new file': ({ others, read }) =>
    others.map((file) => [[file.replace(/(\.\w+)$/, '-more$1'), read(file)]]),
  'a new file with a request': ({ others }) =>
    others.map((file) => [[file.replace(/(\.\w+)$/, '-more$1'), requesting('')]]),
  'a file gone': ({ others }) => others.map((file) => [[file, undefined]]),
  'a file renamed': ({ others, read }) =>
    others.map((file) => [
      [file, undefined],
      [file.replace(/(\.\w+)$/, '-more$1'), read(file)],
    ]),
  'package.json': ({ read }) => [
    [['package.json', read('package.json').replace(/("version":\s*")/, '$11')]],
    [['package.json', read('package.json').replace(/("scripts":\s*\{)/, '$1\n    "one-more": "echo",')]],
  ],
};

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function main(repository: string): void {
  const scratch = mkdtempSync(path.join(tmpdir(), 'leastscope-bench-'));
  const root = path.join(scratch, path.basename(repository));
  const git = (...args: string[]): string => {
    const ran = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (ran.status !== 0) throw new Error(ran.stderr.slice(0, 400));
    return ran.stdout;
  };
  const run = (...args: string[]): { stdout: string; stderr: string; wall: number; cpu: number } => {
    const start = performance.now();
    const times = path.join(scratch, 'times');
    const hook = `data:text/javascript,import{writeFileSync as w}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();w(${JSON.stringify(times)},String((user+system)/1e6))})`;
    const profile = values.profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', values.profile];
    const ran = spawnSync(process.execPath, [...profile, '--import', hook, values.command, 'scan', ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (ran.status !== 0 && ran.status !== 1) throw new Error(ran.stderr.slice(0, 400));
    return { ...ran, wall: (performance.now() - start) / 1000, cpu: Number(readFileSync(times, 'utf8')) };
  };
  try {
    spawnSync('git', ['clone', '-q', path.resolve(repository), root]);
    const whole = run('--format', 'json', '--no-progress', '--fail-on', 'never');
    console.log(`a scan: ${whole.wall.toFixed(2)} s, ${whole.cpu.toFixed(2)} s of processor time`);
    const repo = read(root, git('ls-files').split('\n'), JSON.parse(whole.stdout) as Report);
    const draw = random(Number(values.seed));
    for (const [kind, edits] of Object.entries(kinds)) {
      const all = edits(repo);
      const drawn = Array.from(
        { length: Math.min(all.length, Number(values.each)) },
        () => all[Math.floor(draw() * all.length)] ?? [],
      );
      if (!new RegExp(values.only).test(kind)) continue;
      for (const edit of drawn) {
        for (const [file, text] of edit) {
          mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
          if (text === undefined) rmSync(path.join(root, file));
          else writeFileSync(path.join(root, file), text);
        }
        git('add', '-A');
        const { wall, cpu, stderr } = run(
          '--staged',
          '--format',
          'json',
          '--no-progress',
          '--fail-on',
          'never',
        );
        git('reset', '-q', '--hard');
        console.log(
          [kind.padEnd(32), `${wall.toFixed(2)} s`, `${cpu.toFixed(2)} s`, edit[0]?.[0], stderr.trim()].join(
            '  ',
          ),
        );
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function read(root: string, listed: readonly string[], { requests }: Report): Repository {
  const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const wrappers = new Set(requests.flatMap(({ via }) => via.map(({ file }) => file)));
  const leaves = new Set(requests.map(({ file }) => file).filter((file) => !wrappers.has(file)));
  const code = listed.filter((file) => /\.[mc]?[jt]sx?$/.test(file) && !file.endsWith('.d.ts'));
  const times = new Map<string, number>();
  for (const file of code)
    for (const [, specifier = ''] of text(file).matchAll(/ from '(\.[^']+)'/g)) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      times.set(target, (times.get(target) ?? 0) + 1);
    }
  const timesOf = (file: string): number => times.get(file.replace(/(?:\/index)?\.\w+$/, '')) ?? 0;
  return {
    root,
    wrappers: [...wrappers].sort(),
    leaves: [...leaves].sort(),
    others: code.filter((file) => !wrappers.has(file) && !leaves.has(file)),
    imported: [...code].sort((a, b) => timesOf(b) - timesOf(a)),
    read: text,
  };
}

if (folder === undefined || !existsSync(folder)) console.log('skipped: no folder');
else if (!existsSync(values.command)) console.log(`skipped: ${values.command} is not built`);
else main(folder);
