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

test.each([5, 48, 49, 120])('methods that a loop makes of the names of a table of %i', (entries) => {
  const names = Array.from({ length: entries }, (_, i) => `n${i}`);
  const table = `module.exports = { ${names.map((name) => `${name}: { method: 'PUT', path: '/${name}' }`).join(', ')} };`;
  const client = `
const axios = require('axios');
const table = require('./table.js');
module.exports = () => {
  const client = {};
  client.request = (options = {}) => axios({ method: options.method, url: 'https://api.example' + options.path });
  function make(name, conf) {
    client[name] = (args = {}) => {
      const options = { ...args };
      options.method = conf.method;
      options.path = conf.path;
      return client.request(options);
    };
  }
  const assign = (name) => make(name, table[name]);
  Object.keys(table).forEach(assign);
  return client;
};`;
  const files = new Map([
    ['table.js', table],
    ['api.js', client],
  ]);
  const found = requestsByLine({ name: 'x', files }).get('api.js');
  const urls = [...(found?.values() ?? [])]
    .flat()
    .map((r) => `${String(r.methods)} ${formatAbstractString(r.url)}`);
  expect(urls.sort()).toEqual(names.map((name) => `PUT https://api.example/${name}`).sort());
});

test('a chain of 24 mixins is followed to its end', () => {
  const names = Array.from({ length: 24 }, (_, i) => `m${i}`);
  const code = `
class Base { send(path) { return fetch('https://api.example' + path); } }
const flow = (...functions) => (input) => functions.reduceRight((made, fn) => fn(made), input);
const mixins = {
${names.map((name) => `${name}: (Super) => class extends Super { ${name}() { return this.send('/${name}'); } },`).join('\n')}
};
export class Client extends flow(...Object.values(mixins))(Base) {}`;
  const found = requestsByLine({ name: 'x', files: new Map([['api.js', code]]) }).get('api.js');
  const urls = [...(found?.values() ?? [])].flat().map((r) => formatAbstractString(r.url));
  expect(urls.sort()).toEqual(names.map((name) => `https://api.example/${name}`).sort());
});
