// Clients for random operations, written in ten ways. Each exports nothing and, when imported, makes its calls in order.
import { below, pick, seeded, shuffled } from '../scopes/random-catalog.js';
import type { Random } from '../scopes/random-catalog.js';
import { documented } from './platform.js';

export interface GeneratedClient {
  readonly style: string;
  /** Texts by path; the program starts in `client.mjs`. */
  readonly files: Readonly<Record<string, string>>;
  /** Ids of the operations that it calls. */
  readonly operations: readonly string[];
}

interface Planned {
  readonly method: string;
  /** The path as JavaScript: what stands between backquotes, with `${id}` for parameters. */
  readonly path: string;
}

type Style = (calls: readonly Planned[]) => Readonly<Record<string, string>>;

const base = 'process.env.OT_BASE_URL';
const bearer = '`Bearer ${process.env.OT_TOKEN}`';
const id = `const id = process.argv[2] ?? '0b6a3c1e';\n`;
const lines = (calls: readonly Planned[], line: (call: Planned, i: number) => string): string =>
  calls.map((call, i) => `${line(call, i)}\n`).join('');
const check = 'if (!response.ok) throw new Error(String(response.status));';

const styles: Readonly<Record<string, Style>> = {
  'fetch with literals': (calls) => ({
    'client.mjs':
      id +
      lines(
        calls,
        ({ method, path }) =>
          `{ const response = await fetch(\`\${${base}}${path}\`, { method: '${method}', headers: { Authorization: ${bearer} } }); ${check} }`,
      ),
  }),
  'axios instance': (calls) => ({
    'client.mjs':
      `import axios from 'axios';\n${id}const api = axios.create({ baseURL: ${base}, headers: { Authorization: ${bearer} } });\n` +
      lines(calls, ({ method, path }) => `await api.${method.toLowerCase()}(\`${path}\`);`),
  }),
  'axios with a config object and an interceptor': (calls) => ({
    'http.mjs': `import axios from 'axios';\nexport const api = axios.create({ baseURL: ${base} });\napi.interceptors.request.use((config) => { config.headers.Authorization = ${bearer}; return config; });\n`,
    'client.mjs':
      `import { api } from './http.mjs';\n${id}` +
      lines(calls, ({ method, path }) => `await api({ method: '${method}', url: \`${path}\` });`),
  }),
  'a wrapper around fetch': (calls) => ({
    'send.mjs': `export async function send(method, path, body) {\n  const response = await fetch(${base} + path, { method, headers: { authorization: ${bearer} }, body: body && JSON.stringify(body) });\n  ${check}\n  return response.json();\n}\n`,
    'client.mjs':
      `import { send } from './send.mjs';\n${id}` +
      lines(calls, ({ method, path }) => `await send('${method}', \`${path}\`);`),
  }),
  'a class': (calls) => ({
    'client.mjs':
      `class Client {\n  constructor(base) { this.base = base; }\n  async request(path, method) {\n    const response = await fetch(\`\${this.base}\${path}\`, { method, headers: { Authorization: ${bearer} } });\n    ${check}\n  }\n` +
      lines(
        calls,
        ({ method, path }, i) => `  call${i}(id) { return this.request(\`${path}\`, '${method}'); }`,
      ) +
      `}\n${id}const client = new Client(${base});\n` +
      lines(calls, (_, i) => `await client.call${i}(id);`),
  }),
  'a table of paths': (calls) => ({
    'paths.mjs': `export const paths = {\n${lines(calls, ({ path }, i) => `  path${i}: (id) => \`${path}\`,`)}};\n`,
    'client.mjs':
      `import { paths } from './paths.mjs';\n${id}` +
      lines(
        calls,
        ({ method }, i) =>
          `{ const response = await fetch(new URL(paths.path${i}(id), ${base}), { method: '${method}', headers: new Headers({ Authorization: ${bearer} }) }); ${check} }`,
      ),
  }),
  got: (calls) => ({
    'client.mjs':
      `import got from 'got';\n${id}const api = got.extend({ prefixUrl: ${base}, headers: { authorization: ${bearer} }, retry: { limit: 0 } });\n` +
      lines(calls, ({ method, path }) => `await api.${method.toLowerCase()}(\`${path.slice(1)}\`);`),
  }),
  ky: (calls) => ({
    'client.mjs':
      `import ky from 'ky';\n${id}const api = ky.create({ prefixUrl: ${base}, headers: { Authorization: ${bearer} }, retry: 0 });\n` +
      lines(calls, ({ method, path }) => `await api(\`${path.slice(1)}\`, { method: '${method}' });`),
  }),
  'undici request': (calls) => ({
    'client.mjs':
      `import { request } from 'undici';\n${id}` +
      lines(
        calls,
        ({ method, path }) =>
          `{ const { statusCode, body } = await request(\`\${${base}}${path}\`, { method: '${method}', headers: { authorization: ${bearer} } }); await body.dump(); if (statusCode >= 400) throw new Error(String(statusCode)); }`,
      ),
  }),
  'node:http': (calls) => ({
    'send.mjs': `import http from 'node:http';\nexport const send = (method, path) => new Promise((resolve, reject) => {\n  const request = http.request(\`\${${base}}\${path}\`, { method, headers: { Authorization: ${bearer} } }, (response) => {\n    response.resume();\n    response.on('end', () => response.statusCode < 400 ? resolve() : reject(new Error(String(response.statusCode))));\n  });\n  request.on('error', reject);\n  request.end();\n});\n`,
    'client.mjs':
      `import { send } from './send.mjs';\n${id}` +
      lines(calls, ({ method, path }) => `await send('${method}', \`${path}\`);`),
  }),
};

/** One client in each style; the same for the same seed. */
export const generateClients = (seed: number): GeneratedClient[] =>
  Object.entries(styles).map(([style, write], i) => {
    const random = seeded(seed + i);
    const operations = plan(random);
    const files = write(operations.map((operation) => planned(random, operation)));
    return { style, files, operations: operations.map((operation) => operation.id) };
  });

type DocumentedOperation = (typeof documented)[number];

/** Some operations of two or three scopes, and sometimes one for which no scope is stated. */
function plan(random: Random): DocumentedOperation[] {
  const scopes = [...new Set(documented.flatMap(scopesOf))].sort();
  const areas = shuffled(random, scopes).slice(0, 2 + below(random, 2));
  const chosen = areas.flatMap((scope) =>
    shuffled(
      random,
      documented.filter((operation) => scopesOf(operation).includes(scope) && operation.paths.length > 0),
    ).slice(0, 1 + below(random, 3)),
  );
  const unstated = documented.find(({ id }) => id === 'GET /v4/datasubjects/basic-details');
  return shuffled(random, [...new Set([...chosen, ...(unstated && random() < 0.3 ? [unstated] : [])])]);
}

const scopesOf = ({ security }: DocumentedOperation): readonly string[] =>
  security === 'undocumented' ? [] : security.flatMap((requirement) => Object.values(requirement).flat());

const planned = (random: Random, { method, paths }: DocumentedOperation): Planned => ({
  method,
  path: pick(random, paths).replaceAll(/\{[^}]*\}/g, '${id}'),
});
