import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scan } from '../../src/session.js';
import { leastscope } from './harness.js';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leastscope-split-'));
  mkdirSync(path.join(folder, 'src'));
  put('api.json', JSON.stringify(api));
  put(
    'leastscope.config.yaml',
    'credentials:\n  sync: { provider: api, grants: [things], match: { files: ["src/**"] } }\n',
  );
  put('src/reader.ts', "await fetch('https://api.example.com/things');\n");
  put('src/writer.ts', "await fetch('https://api.example.com/things', { method: 'POST' });\n");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const put = (file: string, text: string): void => {
  writeFileSync(path.join(folder, file), text);
};
const needs = (...names: string[]) => ({ security: names.map((name) => ({ oauth: [name] })) });

/** `things` authorizes all, `things.read` the reads, `things.add` to create one. */
const api = {
  openapi: '3.0.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: {
          clientCredentials: {
            tokenUrl: 'https://api.example.com/token',
            scopes: { things: 'All', 'things.read': 'Read', 'things.add': 'Add' },
          },
        },
      },
    },
  },
  paths: {
    '/things': { get: needs('things', 'things.read'), post: needs('things', 'things.add') },
    '/things/{id}': { get: needs('things', 'things.read'), delete: needs('things') },
  },
};

const split = (...args: string[]) =>
  leastscope(['split', '--no-cache', '--catalog', './api.json', ...args], { cwd: folder, scan });

test('the part that only reads loses the writes, the other one the reads', async () => {
  const { code, stdout, stderr } = await split('sync', '--format', 'json');
  expect([code, stderr]).toEqual([0, '']);
  const { credentials } = JSON.parse(stdout);
  expect(credentials).toMatchObject([
    {
      name: 'sync',
      provider: 'api',
      least: ['things.add', 'things.read'],
      splits: [
        {
          kind: 'readers-apart',
          // GET /things/{id} is excess of both.
          saves: { excessWrites: 1, excessReads: 2 },
          parts: [
            {
              files: ['src/reader.ts'],
              least: ['things.read'],
              without: ['things.add'],
              saves: { excessWrites: 1, excessReads: 0 },
              calls: [{ file: 'src/reader.ts', line: 1, operation: 'GET /things' }],
            },
            {
              files: ['src/writer.ts'],
              least: ['things.add'],
              without: ['things.read'],
              saves: { excessWrites: 0, excessReads: 2 },
              calls: [{ file: 'src/writer.ts', line: 1, operation: 'POST /things' }],
            },
          ],
        },
      ],
    },
  ]);
});

test('for people', async () => {
  const { stdout } = await split('sync');
  expect(stdout).toBe(`sync · api
  undivided   things.add and things.read

  1. files that only read apart from those that write · saves 1 unused write and 2 unused reads
     part 1: src/reader.ts
       needs       things.read
       without     things.add
       calls       GET /things   src/reader.ts:1
       saves       1 unused write
     part 2: src/writer.ts
       needs       things.add
       without     things.read
       calls       POST /things   src/writer.ts:1
       saves       2 unused reads
`);
});

test('nothing to save', async () => {
  put('src/writer.ts', "await fetch('https://api.example.com/things/1');\n");
  expect((await split('sync')).stdout).toContain('Nothing is saved by dividing it.');
});

test('an unknown credential is answered with the nearest and all that are known', async () => {
  expect(await split('synk')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'error: unknown credential "synk"\n  Did you mean sync? Known here: sync.\n',
  });
});

test('help', async () => {
  const { code, stdout } = await leastscope(['split', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('leastscope split consent-sync');
});
