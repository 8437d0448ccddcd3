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

test.each([1, 19, 20, 21, 40])('a table of %i tables that loops fill is as long as they are', (groups) => {
  const names = Array.from({ length: groups }, (_, i) => `s${i}`);
  const filled = `
const routes = { ${names.map((name) => `${name}: { list: ['GET /${name}'] }`).join(', ')} };
const table = new Map();
for (const [scope, methods] of Object.entries(routes)) {
  for (const [name, [route, defaults]] of Object.entries(methods)) {
    const [method, path] = route.split(/ /);
    if (!table.has(scope)) table.set(scope, new Map());
    table.get(scope).set(name, { options: Object.assign({ method, path }, defaults) });
  }
}
const handler = {
  ownKeys({ scope }) { return [...table.get(scope).keys()]; },
  get({ scope, cache }, name) {
    if (cache[name]) return cache[name];
    const made = table.get(scope).get(name);
    if (!made) return undefined;
    const { options } = made;
    cache[name] = () => fetch('https://api.example' + options.path, { method: options.method });
    return cache[name];
  },
};
export function all() {
  const out = {};
  for (const scope of table.keys()) out[scope] = new Proxy({ scope, cache: {} }, handler);
  return out;
}`;
  const found = requestsByLine({ name: 'x', files: new Map([['api.js', filled]]) }).get('api.js');
  const urls = [...(found?.values() ?? [])].flat().map((r) => formatAbstractString(r.url));
  expect(new Set(urls)).toEqual(new Set(names.map((name) => `https://api.example/${name}`)));
});
