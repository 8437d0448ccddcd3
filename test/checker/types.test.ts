import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askTypes, type TypeBudget } from '../../src/checker/ask-types.js';
import type { Disk } from '../../src/checker/disk.js';
import type { TypeAnswer } from '../../src/model/type-question.js';
import { scan } from '../../src/session.js';
import { createRepository, type Repository } from '../session/repository.js';

/** A disk that holds these files, below `/p`. */
function diskOf(files: Readonly<Record<string, string>>): Disk {
  const all = Object.keys(files).map((file) => `/p/${file}`);
  const isFolder = (folder: string): boolean => all.some((file) => file.startsWith(`${folder}/`));
  return {
    read: (file) => files[file.slice('/p/'.length)],
    isFile: (file) => all.includes(file),
    isFolder,
    list: () => [],
    realPath: (file) => file,
  };
}

/** What the marked expression is: it stands between `/*<*\/` and `/*>*\/` in `main.ts`. */
function typeOf(files: Readonly<Record<string, string>>, budget?: TypeBudget): TypeAnswer | undefined {
  const text = files['main.ts'] ?? '';
  const at = [text.indexOf('/*<*/') + 5, text.indexOf('/*>*/')] as const;
  return askTypes({
    root: '/p',
    questions: [{ file: 'main.ts', at }],
    clientTypes: new Set(['axios#AxiosInstance']),
    textOf: (file) => files[file],
    implementers: Object.keys(files).filter((file) => files[file]?.includes('implements')),
    disk: diskOf(files),
    ...(budget ? { budget } : {}),
  }).answers[0]?.type;
}

const axios = { kind: 'package', module: 'axios', name: 'AxiosInstance' };

describe('what a receiver is', () => {
  test('a client of a package that is not installed, from a container that is not installed', () => {
    const main =
      "import { container } from 'tsyringe'; import type { AxiosInstance } from 'axios';\n" +
      "const http = container.resolve<AxiosInstance>('http'); /*<*/http/*>*/.get('/a');";
    expect(typeOf({ 'main.ts': main })).toEqual(axios);
  });

  test('what an installed package declares counts, under the name that it has there', () => {
    const declared = 'export interface AxiosInstance { get(url: string): void }';
    const main =
      "import type { AxiosInstance as Http } from 'axios'; interface Own extends Http { extra: 1 }\n" +
      'declare function make<T>(): T; /*<*/make<Own>()/*>*/.get("/a");';
    const files = { 'main.ts': main, 'node_modules/axios/index.d.ts': declared };
    expect(typeOf(files)).toEqual(axios);
    const other = declared.replace('AxiosInstance', 'Other');
    expect(typeOf({ ...files, 'node_modules/axios/index.d.ts': other })).toBeUndefined();
  });

  test('a class of the project, behind a generic; an interface is its only class', () => {
    const api = "import type { Port } from './port'; export class Api implements Port { list(): void {} }";
    const files = {
      'port.ts': 'export interface Port { list(): void }',
      'api.ts': api,
      'main.ts':
        "import type { Port } from './port'; declare function get<T>(): T; /*<*/get<Port>()/*>*/.list();",
    };
    const answer = { kind: 'class', file: 'api.ts', name: 'Api', exported: 'Api' };
    expect(typeOf(files)).toEqual(answer);
    const second = "import type { Port } from './port'; export class Two implements Port { list(): void {} }";
    expect(typeOf({ ...files, 'two.ts': second })).toBeUndefined();
    const direct = files['main.ts'].replaceAll('Port', 'Api').replaceAll('./port', './api');
    expect(typeOf({ ...files, 'main.ts': direct, 'two.ts': second })).toEqual(answer);
  });

  test('unknown, any and unions of several stay undecided', () => {
    const declared = 'declare const x: unknown, y: any, z: Map<string, string> | Date;';
    for (const name of ['x', 'y', 'z', 'missing'])
      expect(typeOf({ 'main.ts': `${declared} /*<*/${name}/*>*/.get('/a');` })).toBeUndefined();
  });

  test('what the budget cuts off is undecided', () => {
    const files = {
      'made.ts': "import type { AxiosInstance } from 'axios'; export declare const made: AxiosInstance;",
      'main.ts': "import { made } from './made'; /*<*/made/*>*/.get('/a');",
    };
    expect(typeOf(files)).toEqual(axios);
    expect(typeOf(files, { files: 10, reads: 0, milliseconds: 60_000 })).toBeUndefined();
    expect(typeOf(files, { files: 0, reads: 100, milliseconds: 60_000 })).toBeUndefined();
    expect(typeOf(files, { files: 10, reads: 100, milliseconds: -1 })).toBeUndefined();
  });
});

describe('a scan with types', () => {
  let repository: Repository;
  beforeEach(() => {
    repository = createRepository();
    repository.write(
      'registry.ts',
      "import type { AxiosInstance } from 'axios';\nexport const registry = { made(): AxiosInstance { return JSON.parse('1'); } };",
    );
    repository.write(
      'main.ts',
      "import { x } from 'absent-of-all-machines'; import { registry } from './registry';\nexport const send = () => registry.made().post('/v2/made', {});",
    );
  });
  afterEach(() => {
    repository.remove();
  });
  const found = (types: boolean) => {
    const { report } = scan({
      cwd: repository.root,
      paths: ['.'],
      cache: false,
      minConfidence: 'low',
      types,
    });
    return {
      requests: report.requests.map(
        ({ file, line, methods, url }) => `${file}:${line} ${methods.join()} ${url}`,
      ),
      notes: report.notes.map(({ message }) => message),
    };
  };

  test('finds the request, and says that packages are not installed', () => {
    expect(found(false)).toEqual({ requests: [], notes: [] });
    const typed = found(true);
    expect(typed.requests).toEqual(['main.ts:2 POST /v2/made']);
    expect(typed.notes).toEqual([expect.stringContaining('containers: absent-of-all-machines')]);
    repository.write('node_modules/absent-of-all-machines/index.d.ts', 'export {}');
    repository.write(
      'node_modules/axios/index.d.ts',
      'export interface AxiosInstance { post(url: string, data: unknown): void }',
    );
    expect(found(true)).toEqual({ ...typed, notes: [] });
  });
});
