import { expect, test } from 'vitest';
import { findRequests } from '../../src/clients/find-requests.js';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { programOf } from '../support/fixture-project.js';

const text = `
class Api {
  constructor(private token: string) {}
  send(path: string, body: object) {
    return fetch('https://h.example' + path, {
      method: 'POST',
      headers: { authorization: 'Bearer ' + this.token, 'x-kind': 'k' },
      body: JSON.stringify(body),
    });
  }
}
new Api(process.env.TOKEN_A).send('/known', { a: 1 });
new Api(process.env.TOKEN_B).send('/known', { a: 1 });
new Api(process.env.TOKEN_A).send('/other', { b: 2 });
`;

test('only of requests that a catalog may know it is asked with whose token they go and what they hold', () => {
  const program = programOf({ name: 'api', files: new Map([['api.ts', text]]) });
  const found = findRequests(program, {
    mayBeKnown: ({ url }) => url.some((part) => part.kind === 'text' && part.text.includes('/known')),
  });
  const said = found.map((r) => ({
    url: formatAbstractString(r.url),
    tokens: r.credentials.map(({ id }) => id),
    body: r.body?.kind,
    kind: r.headers['x-kind'],
  }));
  const kind = [{ kind: 'text', text: 'k' }];
  expect(said).toEqual([
    { url: 'https://h.example/known', tokens: ['env:TOKEN_A'], body: 'object', kind },
    { url: 'https://h.example/known', tokens: ['env:TOKEN_B'], body: 'object', kind },
    { url: 'https://h.example/other', tokens: [], body: undefined, kind },
  ]);
});
