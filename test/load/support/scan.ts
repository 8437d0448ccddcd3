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

const answerTime = '  latency: 100ms\n';

/** The report of a program that exists for the moment; the answer time is 100 ms unless `latency` says otherwise. */
export const reportOf = (code: string, assume = '', more = '', latency = answerTime): Report =>
  reportOfFiles({ 'src/main.ts': code }, assume, more, latency);

/** The same for several files, by path; `more` are further lines of the config. */
export function reportOfFiles(
  files: Readonly<Record<string, string>>,
  assume = '',
  more = '',
  latency = answerTime,
): Report {
  const cwd = mkdtempSync(path.join(tmpdir(), 'leastscope-load-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      writeFileSync(path.join(cwd, file), text);
    }
    writeFileSync(path.join(cwd, 'example.json'), JSON.stringify(catalog));
    const lines = `assume:
${latency}${assume}${more}`;
    writeFileSync(path.join(cwd, 'leastscope.config.yaml'), lines);
    return scan({ cwd, paths: ['.'], catalogs: ['./example.json'], cache: false, minConfidence: 'medium' })
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
