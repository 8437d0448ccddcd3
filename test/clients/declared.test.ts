import { expect, test } from 'vitest';
import { declaredClient } from '../../src/clients/declared.js';
import { findRequests } from '../../src/clients/find-requests.js';
import { clientModels } from '../../src/clients/index.js';
import type { ClientDeclaration } from '../../src/model/config.js';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { programOf } from '../support/fixture-project.js';

/** The requests of one file, as `line METHOD url`. */
function found(text: string, ...declarations: readonly ClientDeclaration[]): string[] {
  const program = programOf({ name: 'declared', files: new Map([['a.ts', text]]) });
  return findRequests(program, { models: [...declarations.map(declaredClient), ...clientModels] }).map(
    (r) => {
      const line = text.slice(0, r.callSite.start).split('\n').length;
      return `${line} ${r.methods === 'unknown' ? '*' : r.methods.join()} ${formatAbstractString(r.url)}`;
    },
  );
}

test('a member of a default export, with a method that it always sends', () => {
  const text = ["import http from '@acme/http';", "http.get('/items');", "http.other('/no');"].join('\n');
  expect(found(text, { module: '@acme/http', member: 'default.get', method: 'GET', urlAt: '0' })).toEqual([
    '2 GET /items',
  ]);
});

test('an instance with a base URL; the method and the URL are fields of an argument', () => {
  const text = [
    "import { create } from '@acme/http';",
    "const client = create({ root: { url: 'https://api.acme.test/v1' } });",
    "const send = (path: string, verb: string) => client.send('tag', { path, verb });",
    "send('/items', 'post');",
    "send('/items/1', 'delete');",
  ].join('\n');
  const declaration: ClientDeclaration = {
    module: '@acme/http',
    member: 'create().send',
    urlAt: '1.path',
    methodAt: '1.verb',
    baseAt: '0.root.url',
  };
  expect(found(text, declaration)).toEqual([
    '4 POST https://api.acme.test/v1/items',
    '5 DELETE https://api.acme.test/v1/items/1',
  ]);
});

test('a method that is not stated is unknown; a stated one is the default of the place', () => {
  const text = ["import { call } from '@acme/http';", "call('/a');", "call('/b', 'PUT');"].join('\n');
  const bare: ClientDeclaration = { module: '@acme/http', member: 'call', urlAt: '0' };
  expect(found(text, bare)).toEqual(['2 * /a', '3 * /b']);
  expect(found(text, { ...bare, methodAt: '1' })).toEqual(['2 * /a', '3 PUT /b']);
  expect(found(text, { ...bare, methodAt: '1', method: 'GET' })).toEqual(['2 GET /a', '3 PUT /b']);
});

test('a class, made here or injected by its type; headers give the credential', () => {
  const text = [
    "import { Client } from '@acme/http';",
    "new Client('https://api.acme.test').get('/a', { headers: { Authorization: `Bearer ${process.env.ACME}` } });",
    'export class Store {',
    '  constructor(private readonly client: Client) {}',
    "  load = () => this.client.get('/b', {});",
    '}',
  ].join('\n');
  const declaration: ClientDeclaration = {
    module: '@acme/http',
    member: 'new Client().get',
    method: 'GET',
    urlAt: '0',
    baseAt: '0',
    headersAt: '1.headers',
  };
  expect(found(text, declaration)).toEqual(['2 GET https://api.acme.test/a', '5 GET /b']);
  const program = programOf({ name: 'declared', files: new Map([['a.ts', text]]) });
  const [first] = findRequests(program, { models: [declaredClient(declaration)] });
  expect(first?.credentials.map((c) => c.id)).toEqual(['env:ACME']);
  expect(first?.client).toBe('declared:@acme/http#new Client().get');
});

test('several declarations of one module, and one that takes a known client over', () => {
  const text = [
    "import http from '@acme/http';",
    "import ky from 'ky';",
    "http.a('/a');",
    "http.b('/b');",
    "ky.get('c');",
  ].join('\n');
  const of = (member: string, method: string): ClientDeclaration => ({
    module: '@acme/http',
    member,
    method,
    urlAt: '0',
  });
  expect(
    found(text, of('default.a', 'PUT'), of('b', 'HEAD'), {
      module: 'ky',
      member: 'get',
      method: 'OPTIONS',
      urlAt: '0',
    }),
  ).toEqual(['3 PUT /a', '4 HEAD /b', '5 OPTIONS c']);
});
