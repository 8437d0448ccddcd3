import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { ReportLoad } from '../../src/model/report.js';
import { scan } from '../../src/session.js';
import { catalog } from './catalog.js';
import type { Point, Shape } from './shape.js';
import { filesOf } from './shape.js';
import { standIns } from './stand-ins.js';
import type { Job } from './truth.js';

const run = promisify(execFile);
const project = path.resolve(import.meta.dirname, '../..');
const own = path.join(import.meta.dirname, 'node_modules');

export type Latency = readonly [number, number];
export const midnight = Date.UTC(2026, 2, 2);

export interface Run {
  readonly point: Point;
  readonly latency: Latency;
  readonly seed: number;
}

/** Where programs are written, analyzed and run; `close` removes it. */
export interface World {
  readonly estimate: (
    shape: Shape,
    run: Omit<Run, 'seed'>,
  ) => { load: readonly ReportLoad[]; notes: readonly string[] };
  readonly truth: (shape: Shape, run: Run) => Promise<Record<string, number[]>>;
  readonly close: () => void;
}

export function createWorld(): World {
  const folder = mkdtempSync(path.join(tmpdir(), 'leastscope-load-'));
  linkPackages(path.join(folder, 'node_modules'));
  write(path.join(folder, 'package.json'), '{ "type": "module" }');
  write(
    path.join(folder, 'truth.js'),
    transpiled(readFileSync(path.join(import.meta.dirname, 'truth.ts'), 'utf8')),
  );
  let count = 0;
  return {
    estimate: (shape, { point, latency }) => {
      const root = path.join(folder, 'scan', `${shape.name}-${count++}`);
      for (const [file, text] of Object.entries(filesOf(shape))) write(path.join(root, file), text);
      write(path.join(root, 'catalog.json'), JSON.stringify(catalog));
      write(path.join(root, 'leastscope.config.yaml'), configOf(shape, point, latency));
      const { report } = scan({
        cwd: root,
        paths: ['.'],
        catalogs: ['./catalog.json'],
        cache: false,
        minConfidence: 'medium',
      });
      rmSync(root, { recursive: true });
      return { load: report.load, notes: report.notes.map(({ message }) => message) };
    },
    truth: async (shape, { point, latency, seed }) => {
      const root = path.join(folder, 'run', `${shape.name}-${count++}`);
      for (const [file, text] of Object.entries(filesOf(shape)))
        if (/\.ts$/.test(file))
          write(
            path.join(root, file.replace(/\.ts$/, '.js')),
            // What a file imports is loaded before its first line runs.
            `globalThis.benchBegun(import.meta.url, ${file === 'src/main.ts'});${transpiled(text)}`,
          );
        else write(path.join(root, file), text);
      const all: Record<string, number[]> = {};
      for (let copy = 0; copy < (point['replicas'] ?? 1); copy++) {
        const out = path.join(root, `times-${copy}.json`);
        const job: Job = {
          out,
          file: path.join(root, 'src/main.js'),
          latency,
          seed: seed * 1000 + copy,
          minutes: shape.minutes ?? 130,
          start: shape.start ?? midnight,
          point,
          wire: shape.wire ?? false,
          failing: shape.failing ?? null,
          // What comes from outside is shared among the processes.
          events: Object.fromEntries(
            Object.entries(shape.events ?? {}).map(([name, key]) => [
              name,
              (point[key] ?? 0) / (point['replicas'] ?? 1),
            ]),
          ),
        };
        await run('node', [path.join(folder, 'truth.js'), JSON.stringify(job)], {
          cwd: root,
          env: { ...process.env, TZ: 'UTC' },
          maxBuffer: 1e8,
        });
        const times = JSON.parse(readFileSync(out, 'utf8')) as Record<string, number[]>;
        for (const [name, list] of Object.entries(times)) all[name] = [...(all[name] ?? []), ...list];
      }
      rmSync(root, { recursive: true });
      return all;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const transpiled = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  }).outputText;

/** The project's packages, those of this folder, and what stands in for a service that isn't there. */
function linkPackages(into: string): void {
  for (const from of [own, path.join(project, 'node_modules')]) {
    if (!existsSync(from)) continue;
    for (const name of readdirSync(from)) {
      if (name.startsWith('.')) continue;
      const inner = name.startsWith('@')
        ? readdirSync(path.join(from, name)).map((part) => `${name}/${part}`)
        : [name];
      for (const one of inner) {
        const to = path.join(into, one);
        if (existsSync(to) || one in standIns) continue;
        mkdirSync(path.dirname(to), { recursive: true });
        symlinkSync(path.join(from, one), to);
      }
    }
  }
  for (const [name, text] of Object.entries(standIns)) {
    write(path.join(into, name, 'package.json'), JSON.stringify({ name, type: 'module', main: 'index.js' }));
    write(path.join(into, name, 'index.js'), text);
  }
}

function configOf(shape: Shape, point: Point, latency: Latency): string {
  const lines = Object.entries(shape.symbols).map(([symbol, key]) => `  "${symbol}": ${point[key] ?? 0}`);
  const rates = Object.entries(shape.events ?? {}).map(
    ([name, key]) => `  "rate(${name})": ${point[key] ?? 0}`,
  );
  const expected = (latency[0] + latency[1]) / 2;
  return [
    ...(shape.wire ? ['servers:', '  catalog: ["https://api.example.test", "env:API_BASE"]'] : []),
    'assume:',
    `  latency: { min: ${latency[0]}ms, expected: ${expected}ms, max: ${latency[1]}ms }`,
    ...lines,
    ...rates,
    ...(point['replicas'] === undefined ? [] : [`  replicas: ${point['replicas']}`]),
    '',
  ].join('\n');
}
