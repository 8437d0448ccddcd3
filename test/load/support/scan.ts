import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Catalog } from '../../../src/model/catalog.js';
import type { Report, ReportLoad } from '../../../src/model/report.js';
import { scan } from '../../../src/session.js';
import { catalogOf, limit } from './program.js';

const operation = (route: string): Catalog['operations'][number] => ({
  id: `GET ${route}`,
  method: 'GET',
  path: route,
  paths: [route],
  security: 'undocumented',
  parameters: [],
  alsoStated: [],
  sources: [{ document: 'limits.md', line: 1 }],
});

const catalog: Catalog = {
  ...catalogOf(limit(300, 60)),
  servers: ['https://api.example.com'],
  operations: ['/users', '/items/{id}'].map(operation),
};

/** What code says in front of every program: a base and a pause. */
export const head = `const base = 'https://api.example.com';
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const getUsers = async () => (await fetch(base + '/users')).json();
const getItem = async (id: string) => (await fetch(\`\${base}/items/\${id}\`)).json();
`;

/** The report of a program that exists for the moment; the answer time is 100 ms unless `assume` says otherwise. */
export function reportOf(code: string, assume = '', latency = '  latency: 100ms\n'): Report {
  const cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-load-'));
  try {
    mkdirSync(path.join(cwd, 'src'));
    writeFileSync(path.join(cwd, 'src/main.ts'), code);
    writeFileSync(path.join(cwd, 'example.json'), JSON.stringify(catalog));
    const lines = `assume:\n${latency}${assume}`;
    writeFileSync(path.join(cwd, 'leastscope.config.yaml'), lines);
    return scan({ cwd, paths: ['src'], catalogs: ['./example.json'], cache: false, minConfidence: 'medium' })
      .report;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** The row of the items, behind `head` and `imports`. */
export function itemsRow(code: string, assume = '', imports = ''): ReportLoad {
  const row = reportOf(`${imports}${head}${code}`, assume).load.find(
    (r) => r.operation === 'GET /items/{id}',
  );
  if (row === undefined) throw new Error('no row');
  return row;
}
