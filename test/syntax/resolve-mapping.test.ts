import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createResolver } from '../../src/syntax/resolve.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'leastscope-paths-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What `src/views/page.ts` gets for a specifier in a project of these files. */
function resolved(files: Readonly<Record<string, unknown>>, specifier: string): string | undefined {
  const all = { 'src/views/page.ts': '', ...files };
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const names = Object.keys(all);
  const code = new Set(names.filter((file) => !file.endsWith('.json')));
  const resolve = createResolver(
    root,
    code,
    names.filter((file) => file.endsWith('package.json')),
  );
  const found = resolve('src/views/page.ts', specifier);
  return found.kind === 'external' ? undefined : found.file;
}

const paths = { '@/*': ['./src/*'] };
const api = { 'src/api/index.ts': '', 'src/api/http.ts': '' };

test('a config that extends one of a package that is not installed', () => {
  const config = { extends: '@vue/tsconfig/tsconfig.dom.json', compilerOptions: { paths } };
  expect(resolved({ ...api, 'tsconfig.json': config }, '@/api/http')).toBe('src/api/http.ts');
  expect(resolved({ ...api, 'tsconfig.json': config }, '@/api')).toBe('src/api/index.ts');
});

test('a config that is split into several, one of which extends what is not there', () => {
  const files = {
    ...api,
    'tsconfig.json': {
      files: [],
      references: [{ path: './tsconfig.node.json' }, { path: './tsconfig.app.json' }],
    },
    'tsconfig.node.json': { extends: '@tsconfig/node24/tsconfig.json', include: ['vite.config.*'] },
    'tsconfig.app.json':
      '{ // comments and commas\n"compilerOptions": {"paths": {"#app/*": ["./src/*"],},},}',
  };
  expect(resolved(files, '#app/api/http')).toBe('src/api/http.ts');
});

test('the nearest config says it, a base gives what it leaves out', () => {
  const files = {
    'lib/http.ts': '',
    'src/lib/http.ts': '',
    'base.json': { compilerOptions: { paths: { 'lib/*': ['./lib/*'] } } },
    'tsconfig.json': { extends: ['gone/base', './base'] },
  };
  expect(resolved(files, 'lib/http')).toBe('lib/http.ts');
  const nearer = {
    ...files,
    'src/tsconfig.json': { extends: ['../base', 'gone'], compilerOptions: { paths: { 'lib/*': ['lib/*'] } } },
  };
  expect(resolved(nearer, 'lib/http')).toBe('src/lib/http.ts');
});

test('the pattern with the longest beginning, and an exact one before all', () => {
  const config = {
    extends: 'gone',
    compilerOptions: {
      baseUrl: './src',
      paths: { '*': ['any/*'], 'api/*': ['api/*'], 'api/http': ['other/http'] },
    },
  };
  const files = { ...api, 'src/other/http.ts': '', 'src/any/api/index.ts': '', 'tsconfig.json': config };
  expect(resolved(files, 'api/http')).toBe('src/other/http.ts');
  expect(resolved(files, 'api/index')).toBe('src/api/index.ts');
});

test('names below baseUrl', () => {
  const config = { extends: 'gone', compilerOptions: { baseUrl: 'src' } };
  expect(resolved({ ...api, 'tsconfig.json': config }, 'api/http')).toBe('src/api/http.ts');
});

test('jsconfig.json', () => {
  expect(resolved({ ...api, 'jsconfig.json': { compilerOptions: { paths } } }, '@/api/http')).toBe(
    'src/api/http.ts',
  );
});

test('configs that extend each other end', () => {
  const files = { 'tsconfig.json': { extends: './b.json' }, 'b.json': { extends: './tsconfig.json' } };
  expect(resolved(files, 'x')).toBeUndefined();
});

test.each([
  ['@/api/http', 'src/api/http.ts'],
  ['~/api/http', 'src/api/http.ts'],
  ['~~/server/db', 'server/db.ts'],
  ['$lib/http', 'src/lib/http.ts'],
  ['$lib/gone', undefined],
  ['@/views', undefined],
])('an alias that frameworks come with: %s', (specifier, file) => {
  const files = { ...api, 'server/db.ts': '', 'src/lib/http.ts': '', 'package.json': {} };
  expect(resolved(files, specifier)).toBe(file);
});

test('an alias stands for the package that the file lies in', () => {
  const files = { ...api, 'package.json': {}, 'src/package.json': {} };
  expect(resolved(files, '@/api/http')).toBe('src/api/http.ts');
  expect(resolved({ ...files, 'src/src/api/http.ts': '' }, '@/api/http')).toBe('src/src/api/http.ts');
});

test.each([
  ['api/http', { react: '18' }, 'src/api/http.ts'],
  ['api/', { react: '18' }, 'src/api/index.ts'],
  ['config/hosts', {}, 'config/hosts.ts'],
  // A package that is listed is no folder, installed or not; a name alone may be any package's.
  ['api/http', { api: '1' }, undefined],
  ['path', {}, undefined],
  ['api', { react: '18' }, undefined],
  ['gone/http', {}, undefined],
])('a folder that tools look in, for a name that no package has: %s, %o', (specifier, dependencies, file) => {
  const files = { ...api, 'src/path.ts': '', 'config/hosts.ts': '', 'package.json': { dependencies } };
  expect(resolved(files, specifier)).toBe(file);
});
