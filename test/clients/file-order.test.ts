import fc from 'fast-check';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRequests } from '../../src/clients/find-requests.js';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import type { Program } from '../../src/program/program.js';
import { programOf, readFixtures, type FixtureProject } from '../support/fixture-project.js';

const root = path.join(import.meta.dirname, '../fixtures');
const projects = ['clients', 'values'].flatMap((folder) =>
  readFixtures(path.join(root, folder)).filter(({ files }) => files.size > 1),
);

/** The program with its files walked in another order than the sorted one. */
const walked = (program: Program, files: readonly string[]): Program => ({
  ...program,
  files,
  modules: new Map(files.flatMap((file) => [...program.modules].filter(([name]) => name === file))),
});

const requestsOf = (program: Program): string[] =>
  findRequests(program).map(
    ({ callSite: { file, start }, methods, url }) =>
      `${file}:${start} ${String(methods)} ${formatAbstractString(url)}`,
  );

/** The requests are the same in whatever order the files are walked. */
function holdsInAnyOrder(project: FixtureProject): void {
  const sorted = requestsOf(programOf(project));
  const { files } = programOf(project);
  const orders = fc.shuffledSubarray([...files], { minLength: files.length });
  fc.assert(
    fc.property(orders, (order) => {
      expect(requestsOf(walked(programOf(project), order))).toEqual(sorted);
    }),
    { numRuns: 4, examples: [[[...files].reverse()]] },
  );
}

describe('requests are the same in any order of the files', () => {
  test.each(projects.map((project) => [project.name, project] as const))('%s', (_, project) =>
    holdsInAnyOrder(project),
  );

  test('where several calls run what a function was given to keep', () => {
    holdsInAnyOrder({
      name: 'kept',
      files: new Map([
        ['a.ts', "import { runtime } from './m'; export const name = () => runtime('/names');"],
        ['b.ts', "import { runtime } from './m'; export const size = () => runtime('/sizes');"],
        [
          'm.ts',
          'export let runtime = () => { throw new Error(); }; export function setRuntime(f) { runtime = f; }',
        ],
        ['n.ts', "import { setRuntime } from './m'; setRuntime((p) => fetch('https://n.example' + p));"],
      ]),
    });
  });

  test('where more callers give a base than are looked at', () => {
    const names = Array.from({ length: 40 }, (_, i) => `u${String(i).padStart(2, '0')}.ts`);
    holdsInAnyOrder({
      name: 'bases',
      files: new Map([
        [
          'api.ts',
          "export class Api { constructor(public base: string) {} all() { return fetch(this.base + '/all'); } }",
        ],
        ['z.ts', "import { Api } from './api'; export const list = (api: Api) => api.all();"],
        ...names.map(
          (name, i) => [name, `import { Api } from './api'; new Api('https://h${i}.example');`] as const,
        ),
      ]),
    });
  });
});
