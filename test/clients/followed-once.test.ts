import { expect, test } from 'vitest';
import { findRequests, openProgram } from '../../src/clients/find-requests.js';
import { formatAbstractString } from '../../src/model/abstract-string.js';
import { programOf } from '../support/fixture-project.js';

/** Services with a client each, that send through their base class; each is used in one place. */
const services = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return `
import axios from 'axios';
class Service {
  http;
  paths = { get: '' };
  constructor(paths) { this.http = axios.create({ baseURL: 'https://h.example' }); Object.assign(this.paths, paths); }
  get(id) { return this.http.get(this.paths.get + '/' + id); }
}
${numbers.map((i) => `class Service${i} extends Service { constructor() { super({ get: '/kind${i}' }); } }`).join('\n')}
${numbers.map((i) => `export function use${i}(id) { return new Service${i}().get(id); }`).join('\n')}
`;
};

interface Followed {
  readonly steps: number;
  /** The URL of each request, and the place where it stands. */
  readonly requests: readonly string[];
}

function follow(files: Readonly<Record<string, string>>): Followed {
  const opened = openProgram(programOf({ name: 'services', files: new Map(Object.entries(files)) }));
  const before = opened.m.spent + opened.m.steps;
  const found = findRequests(opened.m.program, { opened });
  return {
    steps: opened.m.spent + opened.m.steps - before,
    requests: found.map(({ url, callSite }) => `${formatAbstractString(url)} ${callSite.file}`),
  };
}

test('a call that may send through each of many clients is followed to its callers once', () => {
  const [few, many] = [follow({ 'a.js': services(8) }), follow({ 'a.js': services(24) })];
  expect(few.requests).toContain('https://h.example/kind7/{id} a.js');
  expect(many.requests).toContain('https://h.example/kind23/{id} a.js');
  // Three times as many services are three times the work.
  expect(many.steps / few.steps).toBeLessThan(4);
});

/** A client that is a package's object, of a method that it isn't seen to have, and files that make one each. */
const clients = (count: number): Record<string, string> => ({
  'lib.js': `
const axios = require('axios');
const EventEmitter = require('events');
module.exports = (config) => {
  const send = (() => {
    const instance = axios.create({ timeout: config.timeout });
    return (options) => instance({ method: options.method, url: options.uri });
  })();
  const client = new EventEmitter();
  client.endpoint = config.endpoint;
  client.request = (options) => {
    options.uri = \`\${client.endpoint}/v1\${options.path}\`;
    return send(options);
  };
  return client;
};`,
  ...Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `use${i}.js`,
      `require('./lib')({ endpoint: 'https://h${i}.example', timeout: ${i} }).read('x');`,
    ]),
  ),
});

test('what made a client is asked once for each client', () => {
  const [few, many] = [follow(clients(8)), follow(clients(24))];
  expect(few.requests).toContain('https://h7.example/v1{options.path} use7.js');
  expect(many.requests).toContain('https://h23.example/v1{options.path} use23.js');
  expect(many.requests).toHaveLength(24);
  expect(many.steps / few.steps).toBeLessThan(4);
});

/** Services that prepare what they send in an interceptor, each in its own way. */
const preparing = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return `
import axios from 'axios';
class Service {
  constructor(path) {
    this.path = path;
    this.http = axios.create({ baseURL: 'https://h.example' });
    this.http.interceptors.request.use((config) => {
      switch (config.method) {
        case 'post':
          if (this.prepares()) config.data = this.prepare(config.data);
      }
      return config;
    });
  }
  prepares() { return true; }
  prepare(data) { return data; }
  add(data) { return this.http.post(this.path, data); }
}
${numbers.map((i) => `class Service${i} extends Service { constructor() { super('/kind${i}'); } prepares() { return flag${i}; } prepare(data) { return { ...data, a${i}: data.b${i} }; } }`).join('\n')}
${numbers.map((i) => `export function add${i}(data) { return new Service${i}().add(data); }`).join('\n')}
`;
};

test('an interceptor that changes bodies is not run for each request', () => {
  const [few, many] = [follow({ 'a.js': preparing(8) }), follow({ 'a.js': preparing(24) })];
  expect(few.requests).toContain('https://h.example/kind7 a.js');
  expect(many.requests).toContain('https://h.example/kind23 a.js');
  expect(many.steps / few.steps).toBeLessThan(4);
});

/** Clients of parts of an API, each made of another client, whose sender they share. */
const parts = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return `
class Sender {
  constructor(settings) { this.settings = settings; }
  send(options) { return fetch(options.url, { method: options.method }); }
}
class Base {
  constructor(token, settings = {}) {
    if (token instanceof Base) this.sender = token.sender;
    else this.sender = new Sender(settings);
  }
  copy() { return new this.constructor(this); }
  get(path) { return this.sender.send({ url: this.prefix + path, method: 'GET' }); }
}
${numbers.map((i) => `class Part${i} extends Base { constructor(instance) { super(instance); this.prefix = 'https://h.example/part${i}'; } read(id) { return this.get('/' + id); } }`).join('\n')}
class Client extends Base {
${numbers.map((i) => `  get part${i}() { return new Part${i}(this); }`).join('\n')}
}
`;
};

test('objects that are made alike are asked once for all of them', () => {
  const [few, many] = [follow({ 'a.js': parts(6) }), follow({ 'a.js': parts(18) })];
  expect(few.requests).toEqual(
    expect.arrayContaining(Array.from({ length: 6 }, (_, i) => `https://h.example/part${i}/{id} a.js`)),
  );
  expect(many.requests).toContain('https://h.example/part17/{id} a.js');
  expect(many.steps / few.steps).toBeLessThan(3);
});

/** A client whose constructor puts its host together of many parts, and methods that send there. */
const longConstructor = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, i) => i);
  const words = Array.from({ length: 10 * count }, (_, i) => i);
  return `
const words = { ${words.map((i) => `w${i}: 'w${i}'`).join()} };
class Client {
  constructor() { this.base = \`https://h.example\${${words.map((i) => `words.w${i}`).join('}${')}}\`; }
  get(path) { return fetch(this.base + path); }
}
const client = new Client();
${numbers.map((i) => `export function read${i}() { return client.get('/kind${i}'); }`).join('\n')}
`;
};

test('what a constructor makes of a field is found once, not for each of its readers', () => {
  const [few, many] = [follow({ 'a.js': longConstructor(6) }), follow({ 'a.js': longConstructor(18) })];
  expect(few.requests).toHaveLength(6);
  expect(many.requests).toHaveLength(18);
  expect(many.requests[17]).toMatch(/^https:\/\/h\.examplew0w1.*w179\/kind17 a\.js$/);
  expect(many.steps / few.steps).toBeLessThan(4);
});
