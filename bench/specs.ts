/**
 * Compiles real OpenAPI documents and compares what their catalogs hold with counts that another program made.
 * Run with `npx tsx bench/specs.ts <folder>`; the folder holds the documents under the names below.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { compileSources } from '../src/compile/index.js';
import type { Catalog, Operation } from '../src/model/catalog.js';
import { UserError } from '../src/model/errors.js';

/** `several`: operations that list more than one scope in one requirement. `open`: those that anybody may call. */
interface Counts {
  readonly operations: number;
  readonly scoped: number;
  readonly scopes: number;
  readonly several: number;
  readonly open: number;
}

/** Counted over the parsed documents, without this compiler; what was not counted is left out. */
const expected: Readonly<Record<string, Partial<Counts>>> = {
  '04-atlassian-jira.openapi.json': { operations: 499, scoped: 463, scopes: 6, several: 8, open: 220 },
  '05-figma.openapi.yaml': { operations: 47, scoped: 46, scopes: 19, several: 23 },
  '06-slack.swagger.json': { operations: 174, scoped: 174, scopes: 61, several: 25 },
  '07-xero-accounting.openapi.yaml': { operations: 235, scoped: 235, scopes: 13, several: 109 },
  '08-klaviyo-stable.openapi.json': { operations: 345, open: 12 },
  '09-datadog-v1.openapi.yaml': { operations: 235, scoped: 124, scopes: 25, several: 0 },
  '10-okta-management.openapi.yaml': { operations: 732, scoped: 723, scopes: 109, several: 5 },
  '12-onetrust-dsr.openapi.json': { operations: 39, scoped: 39, several: 38 },
  'digitalocean-v2.derived.json': { operations: 659, scoped: 641, scopes: 142, several: 27 },
  'discord.openapi.json': { operations: 242, scoped: 32, scopes: 34, several: 5, open: 22 },
  'mastodon.openapi.json': { operations: 210, scoped: 175, scopes: 30, several: 11, open: 29 },
  'spotify-fixed.openapi.yml': { operations: 97, scoped: 65, scopes: 17, several: 19 },
  'square.openapi.json': { operations: 316, scoped: 289, scopes: 42, several: 24 },
};

function countsOf({ operations }: Catalog): Counts {
  const lists = (operation: Operation) =>
    operation.security === 'undocumented' ? [] : operation.security.flatMap((each) => Object.values(each));
  const count = (test: (operation: Operation) => boolean) => operations.filter(test).length;
  return {
    operations: operations.length,
    scoped: count((operation) => lists(operation).some((scopes) => scopes.length > 0)),
    scopes: new Set(operations.flatMap(lists).flat()).size,
    several: count((operation) => lists(operation).some((scopes) => scopes.length > 1)),
    open: count(
      ({ security }) =>
        security !== 'undocumented' && security.some((requirement) => Object.keys(requirement).length === 0),
    ),
  };
}

function report(file: string): boolean {
  const name = path.basename(file);
  const start = performance.now();
  try {
    const counts = countsOf(compileSources([file]).catalog);
    const milliseconds = Math.round(performance.now() - start);
    const wrong = Object.entries(expected[name] ?? {}).filter(
      ([key, value]) => counts[key as keyof Counts] !== value,
    );
    const verdict = name in expected ? (wrong.length === 0 ? 'as expected' : 'WRONG') : '';
    console.log([name.padEnd(40), ...Object.values(counts), `${milliseconds} ms`, verdict].join('\t'));
    for (const [key, value] of wrong) console.log(`  ${key}: ${value} expected`);
    return wrong.length === 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.log(`${name.padEnd(40)}\t${error.message}`);
    return !(name in expected);
  }
}

function main(folder: string | undefined): void {
  if (folder === undefined || !existsSync(folder)) {
    console.log('skipped: give the folder that holds the documents');
    return;
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ya?ml)$/.test(file))
    .sort();
  console.log(['document'.padEnd(40), 'operations', 'scoped', 'scopes', 'several', 'open'].join('\t'));
  const right = files.map((file) => report(path.join(folder, file)));
  process.exitCode = right.every(Boolean) ? 0 : 1;
}

main(process.argv[2]);
