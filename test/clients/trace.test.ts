import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRequests, openProgram } from '../../src/clients/find-requests.js';
import { clientModels } from '../../src/clients/index.js';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import type { ClientRequest } from '../../src/model/client-request.js';
import { programOf, readFixtures, type FixtureProject } from '../support/fixture-project.js';

function tracedRequests(project: FixtureProject): readonly ClientRequest[] {
  const program = programOf(project);
  return findRequests(program, { opened: openProgram(program, clientModels, true) });
}

/** `text <- file:line note, file:line note`, one line for each part. */
function traceOf(files: Readonly<Record<string, string>>): readonly string[] {
  const texts = new Map(Object.entries(files));
  const [request, ...others] = tracedRequests({ name: 'traced', files: texts });
  expect(others).toEqual([]);
  const lineOf = (file: string, start: number): number =>
    (texts.get(file) ?? '').slice(0, start).split('\n').length;
  return (request?.trace ?? []).map(({ text, hops }) =>
    `${text} <- ${hops.map(({ span, note }) => `${span.file}:${lineOf(span.file, span.start)} ${note}`).join(', ')}`.trim(),
  );
}

describe.each(['clients', 'values'])('on fixtures/%s', (folder) => {
  const root = path.join(import.meta.dirname, '../fixtures', folder);
  test.each(readFixtures(root).map((project) => [project.name, project] as const))(
    'trails change no request of %s, and add up to its URL',
    (_, project) => {
      const traced = tracedRequests(project);
      expect(traced.map(({ trace: _trace, ...request }) => request)).toEqual(
        findRequests(programOf(project)),
      );
      for (const { url, trace = [] } of traced)
        expect(trace.flatMap(({ of, text }) => (of === 'url' ? [text] : [])).join('')).toBe(
          formatAbstractString(url),
        );
    },
  );
});

describe('every piece says where it is written and how it came', () => {
  test('through imports, fields, arguments and returns of other files', () => {
    expect(
      traceOf({
        'config.ts': "export const base = 'https://api.test';\nexport const verb = 'PUT';",
        'client.ts': [
          'export class Client {',
          '  constructor(private readonly root: string) {}',
          '  send(method: string, path: string) {',
          '    return fetch(this.root + path, { method });',
          '  }',
          '}',
        ].join('\n'),
        'paths.ts': "const users = '/users';\nexport const userPath = (id: string) => `${users}/${id}`;",
        'main.ts': [
          "import { base, verb } from './config';",
          "import { Client } from './client';",
          "import { userPath } from './paths';",
          'export function rename(id: string) {',
          '  const client = new Client(base);',
          '  return client.send(verb, userPath(id));',
          '}',
        ].join('\n'),
      }),
    ).toEqual([
      'PUT <- config.ts:2 written here, config.ts:2 held by verb, main.ts:1 imported as verb, main.ts:6 passed as method',
      'https://api.test <- config.ts:1 written here, config.ts:1 held by base, main.ts:1 imported as base, main.ts:5 passed as root, client.ts:4 read as root',
      '/users <- paths.ts:1 written here, paths.ts:1 held by users, main.ts:6 returned by userPath(), main.ts:6 passed as path',
      '/ <- paths.ts:2 written here, main.ts:6 returned by userPath(), main.ts:6 passed as path',
      '{id} <- main.ts:4 a parameter that no caller gives a known value, main.ts:6 passed as id, main.ts:6 returned by userPath(), main.ts:6 passed as path',
    ]);
  });

  test('through what a client joins, and members of imported objects', () => {
    expect(
      traceOf({
        'paths.ts': "export const paths = { items: '/items/' };",
        'api.ts': [
          "import axios from 'axios';",
          "import { paths } from './paths';",
          "const api = axios.create({ baseURL: 'https://api.test/v1/' });",
          "export const list = () => api.get(paths.items + 'all');",
        ].join('\n'),
      }),
    ).toEqual([
      'GET <-',
      'https://api.test/v1 <- api.ts:3 written here',
      '/items/ <- paths.ts:1 written here, api.ts:2 imported as paths, api.ts:4 read as paths.items',
      'all <- api.ts:4 written here',
    ]);
  });

  test('through methods that cut, replace and join texts', () => {
    expect(
      traceOf({
        'a.ts': [
          "const host = ' https://api.test/old/users/ ';",
          "const url = host.trim().replace('old', 'v2').slice(0, -1);",
          "fetch([url, 'me'].join('/'), { method: 'post'.toUpperCase() });",
        ].join('\n'),
      }),
    ).toEqual([
      'POST <- a.ts:3 written here, a.ts:3 returned by toUpperCase()',
      'https://api.test/ <- a.ts:1 written here, a.ts:1 held by host, a.ts:2 returned by host.trim(), a.ts:2 returned by host.trim().replace(), a.ts:2 returned by host.trim().replace().slice(), a.ts:2 held by url, a.ts:3 returned by join()',
      'v2 <- a.ts:2 written here, a.ts:2 returned by host.trim().replace(), a.ts:2 returned by host.trim().replace().slice(), a.ts:2 held by url, a.ts:3 returned by join()',
      '/users <- a.ts:1 written here, a.ts:1 held by host, a.ts:2 returned by host.trim(), a.ts:2 returned by host.trim().replace(), a.ts:2 returned by host.trim().replace().slice(), a.ts:2 held by url, a.ts:3 returned by join()',
      '/ <- a.ts:3 written here, a.ts:3 returned by join()',
      'me <- a.ts:3 written here, a.ts:3 returned by join()',
    ]);
  });

  test('a URL object keeps the ways of base and path', () => {
    expect(
      traceOf({
        'a.ts': [
          "const base = 'https://api.test/v1/';",
          "const url = new URL('users', base);",
          'fetch(url);',
        ].join('\n'),
      }),
    ).toEqual([
      'GET <-',
      'https://api.test/v1/ <- a.ts:1 written here, a.ts:1 held by base, a.ts:2 returned by URL(), a.ts:2 held by url',
      'users <- a.ts:2 written here, a.ts:2 returned by URL(), a.ts:2 held by url',
    ]);
  });
});
