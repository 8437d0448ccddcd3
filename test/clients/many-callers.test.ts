import { expect, test } from 'vitest';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { requestsByLine } from '../support/fixture-project.js';

const callers = 1_500;

/** One sender that tries again, used by every method of a large API through three kinds of client. */
const code = [
  'class Base {',
  '  async send(c) { try { return await this.once(c); } catch { return this.once(c); } }',
  '  once(c) { return fetch("https://api.example" + c.url, { method: c.method }); }',
  '}',
  'class Read extends Base {}',
  'class Write extends Base {}',
  'class Api {',
  '  constructor(client) { this.client = client; }',
  ...Array.from(
    { length: callers },
    (_, i) => `  m${i}() { return this.client.send({ url: "/p${i}", method: "PUT" }); }`,
  ),
  '}',
  'export const all = [new Api(new Read()), new Api(new Write()), new Api(new Base())];',
].join('\n');

test('no caller of a sender is left out for the number of the others', () => {
  const found = requestsByLine({ name: 'x', files: new Map([['api.js', code]]) }).get('api.js');
  const urls = [...(found?.values() ?? [])].flat().map((r) => formatAbstractString(r.url));
  expect(new Set(urls)).toEqual(
    new Set(Array.from({ length: callers }, (_, i) => `https://api.example/p${i}`)),
  );
});

test('callers that are too many to be looked at leave the call itself as one that is not resolved', () => {
  const many = Array.from({ length: 8_100 }, (_, i) => `send("/p${i}");`);
  const code = ['function send(p) { return fetch("https://api.example" + p); }', ...many].join('\n');
  const found = requestsByLine({ name: 'x', files: new Map([['a.js', code]]) }).get('a.js');
  expect(found?.size).toBe(8_001);
  expect(found?.get(1)?.map((r) => formatAbstractString(r.url))).toEqual(['https://api.example{p}']);
});
