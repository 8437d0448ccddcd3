import { expect, test } from 'vitest';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { requestsByLine } from '../support/fixture-project.js';

const routes = 1_000;

/** A table that one statement for each route fills, mixed into the client that sends. */
const code = [
  'const routes = {};',
  ...Array.from({ length: routes }, (_, i) => `routes.m${i} = function () { return this.send("/p${i}"); };`),
  'export class Client {',
  '  constructor() { Object.assign(this, routes); }',
  '  send(path) { return fetch("https://api.example" + path, { method: "POST" }); }',
  '}',
].join('\n');

test('a table is as long as the statements that fill it', () => {
  const found = requestsByLine({ name: 'x', files: new Map([['api.js', code]]) }).get('api.js');
  const urls = [...(found?.values() ?? [])].flat().map((r) => formatAbstractString(r.url));
  expect(new Set(urls)).toEqual(
    new Set(Array.from({ length: routes }, (_, i) => `https://api.example/p${i}`)),
  );
});
