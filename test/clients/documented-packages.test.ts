import { expect, test } from 'vitest';
import { findRequests } from '../../src/clients/find-requests.js';
import { parseModule } from '../../src/syntax/parse.js';
import { lowerModule } from '../../src/syntax/lower-module.js';
import { createProgram } from '../../src/program/program.js';
import type { Resolution } from '../../src/model/resolution.js';

const texts: Readonly<Record<string, string>> = {
  'packages/use/index.js': "import { request } from '@octokit/request';\nrequest('DELETE /user/keys/{id}');",
  'packages/request/index.js': 'export const request = (route) => fetch(route);',
};

function requestsWith(resolution: Resolution): string[] {
  const modules = Object.entries(texts).map(
    ([file, text]) => [file, lowerModule({ file, text, ...parseModule(file, text) })] as const,
  );
  return findRequests(createProgram(new Map(modules), () => resolution)).map(
    ({ methods, url }) =>
      `${methods.toString()} ${url.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join('')}`,
  );
}

test('a package that a model describes is what its docs say, where its source is there too', () => {
  const file = 'packages/request/index.js';
  expect(requestsWith({ kind: 'module', file, package: '@octokit/request' })).toContain(
    'DELETE https://api.github.com/user/keys/{id}',
  );
  expect(requestsWith({ kind: 'module', file })).toContain('GET DELETE /user/keys/{id}');
});
