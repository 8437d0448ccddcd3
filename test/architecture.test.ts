import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** What a folder of `src` (or a file at its top) may import. A folder always may import itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: [],
  catalog: ['model'],
  syntax: ['model'],
  vcs: ['model'],
  checker: ['model'],
  program: ['model'],
  scopes: ['model'],
  findings: ['model'],
  report: ['model'],
  cache: ['model'],
  config: ['model'],
  compile: ['model', 'catalog'],
  values: ['model', 'program'],
  nearby: ['model', 'program', 'values'],
  match: ['model', 'catalog'],
  clients: ['model', 'program', 'values'],
  // Sources follow imports to the place where a scope is written.
  grants: ['model', 'program', 'values', 'catalog'],
  load: ['model', 'program', 'values'],
  analyze: [
    'model',
    'catalog',
    'program',
    'values',
    'clients',
    'match',
    'grants',
    'scopes',
    'load',
    'findings',
  ],
  session: [
    ...['model', 'analyze', 'program', 'syntax', 'checker', 'vcs', 'catalog', 'compile', 'config', 'cache'],
    'findings',
    // Which data files list scopes or say when code runs, and so are read.
    ...['grants', 'load'],
    // What editors offer for a finding.
    'fix',
    // What a change may have to do with.
    'nearby',
  ],
  'session.ts': [
    ...['session', 'model', 'analyze', 'syntax', 'checker', 'vcs', 'catalog', 'compile', 'config', 'cache'],
  ],
  // What was seen at run time is matched, and its scopes are judged, as the code's are.
  observe: ['model', 'match', 'scopes'],
  fix: ['model', 'checker'],
  cli: [
    ...[
      'session.ts',
      'report',
      'compile',
      'catalog',
      'config',
      'match',
      // The command `split` asks what each part of a credential would need.
      'scopes',
      'observe',
      'load',
      'clients',
      'findings',
      'fix',
      'vcs',
    ],
    'model',
  ],
  'index.ts': ['session.ts', 'report', 'model'],
  rules: ['session.ts', 'findings', 'model'],
};

/** The only places of an outside package; what is not here has no room yet. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  '@typescript-eslint/utils': ['rules', 'src/syntax'],
  chalk: ['src/report/pretty', 'src/cli'],
  commander: ['src/cli'],
  croner: ['src/load'],
  ignore: ['src/syntax'],
  'js-yaml': ['src/compile'],
  'jsonc-parser': ['src/compile', 'src/fix', 'src/syntax'],
  mdast: ['src/compile'],
  'mdast-util-from-markdown': ['src/compile'],
  'mdast-util-gfm-table': ['src/compile'],
  'mdast-util-to-string': ['src/compile'],
  'micromark-extension-gfm-table': ['src/compile'],
  'node:child_process': ['src/vcs'],
  'node:crypto': ['src/cache', 'src/report/html.ts', 'src/vcs/blobs.ts'],
  // Packages that few runs need are loaded when they are; which modules are Node's own.
  'node:module': [
    'src/checker',
    'src/compile',
    'src/config/document.ts',
    'src/fix',
    'src/report/pretty/width.ts',
    'src/session/types.ts',
    'src/syntax/data-file.ts',
  ],
  'node:fs': [
    ...[
      'src/catalog/read',
      'src/compile',
      'src/syntax/project',
      'src/syntax/resolve',
      'src/syntax/lower-many',
      'src/cache',
      'src/config',
      'src/vcs',
    ],
    ...['src/session.ts', 'src/session', 'src/cli'],
  ],
  'node:os': ['src/syntax/lower-many.ts'],
  'node:worker_threads': ['src/syntax'],
  'node:zlib': ['src/cache', 'src/report/sarif.ts'],
  'node:path': ['src', 'rules'],
  'node:url': ['rules', 'src/syntax/lower-many.ts'],
  'node:tty': ['src/cli'],
  'openapi-types': ['src/compile'],
  'oxc-parser': ['src/syntax'],
  'oxc-resolver': ['src/syntax'],
  sarif: ['src/report'],
  'smol-toml': ['src/syntax'],
  'string-width': ['src/report', 'src/cli'],
  tinyglobby: ['src/syntax'],
  picomatch: ['src/session'],
  'ts-morph': ['src/checker', 'src/fix'],
  valibot: ['src/catalog', 'src/compile', 'src/config'],
  'wrap-ansi': ['src/report', 'src/cli'],
  yaml: ['src/compile', 'src/config', 'src/fix', 'src/syntax'],
};

/** Folders in which each file is one of many of a kind, listed in the folder's index. */
const plugInFolders = [
  ...[
    'clients',
    'compile/formats',
    'compile/tables',
    'findings',
    'grants/manifests',
    'grants/sources',
    'load/limiters',
    'observe/formats',
  ],
  ...['load/retries', 'load/schedule-files', 'load/schedules', 'report'],
].map((folder) => `src/${folder}`);

const longest = 300;

interface Import {
  readonly specifier: string;
  /** The imported file, relative to the root; undefined for an outside package. */
  readonly target?: string;
  readonly isType: boolean;
}

interface SourceFile {
  readonly file: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly asynchronous: readonly string[];
}

const sources: readonly SourceFile[] = globSync(['src/**/*.ts', 'rules/**/*.ts'], { cwd: root })
  .sort()
  .map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const { program, module } = parseSync(file, text);
    const importOf = (specifier: string, isType: boolean): Import => ({
      specifier,
      isType,
      ...(specifier.startsWith('.') && {
        target: path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts'),
      }),
    });
    return {
      file,
      lines: text.split('\n').length - 1,
      imports: [
        ...module.staticImports.map(({ moduleRequest, entries }) =>
          importOf(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
        ),
        ...module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ moduleRequest, isType }) =>
            moduleRequest ? [importOf(moduleRequest.value, isType)] : [],
          ),
        ),
        ...lazyImports(program).map((specifier) => importOf(specifier, false)),
      ],
      asynchronous: asynchronousParts(program),
    };
  });

/** Kinds of nodes that wait, or that make their callers wait. */
function asynchronousParts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(asynchronousParts);
  if (typeof node !== 'object' || node === null) return [];
  const { type, async, await: waits } = node as { type?: string; async?: boolean; await?: boolean };
  const isOne = type === 'AwaitExpression' || type === 'ImportExpression' || async === true || waits === true;
  return [...(isOne ? [String(type)] : []), ...Object.values(node).flatMap(asynchronousParts)];
}

interface LazyNode {
  readonly type?: string;
  readonly source?: { readonly value?: unknown };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly { readonly value?: unknown }[];
}

/** Modules that `import()` and `require()` name; `load` is what a module makes of `createRequire`. */
function lazyImports(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(lazyImports);
  if (typeof node !== 'object' || node === null) return [];
  const { type, source, callee, arguments: args } = node as LazyNode;
  const isRequire = type === 'CallExpression' && ['require', 'load'].includes(callee?.name ?? '');
  const specifier: unknown =
    type === 'ImportExpression' ? source?.value : isRequire ? args?.[0]?.value : undefined;
  return [...(typeof specifier === 'string' ? [specifier] : []), ...Object.values(node).flatMap(lazyImports)];
}

/** `src/clients/axios.ts` is in `clients`, `src/session.ts` in itself, `rules/x.ts` in `rules`. */
const roomOf = (file: string): string => {
  const [top = '', second = ''] = file.split('/');
  return top === 'src' ? second : top;
};

const isWithin = (file: string, place: string): boolean =>
  file === place || file.startsWith(`${place}/`) || (place.split('/').length > 2 && file.startsWith(place));

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

test('there is something to look at', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
});

test('folders import only what lies below them', () => {
  const wrong = sources.flatMap(({ file, imports }) => {
    const from = roomOf(file);
    const allowed = mayImport[from];
    if (!allowed) return [`${file}: ${from} is not in the table`];
    return imports.flatMap(({ target }) => {
      const to = target === undefined ? from : roomOf(target);
      return to === from || allowed.includes(to) ? [] : [`${file} imports ${target}`];
    });
  });
  expect(wrong).toEqual([]);
});

test('outside packages stay in their rooms', () => {
  const wrong = sources.flatMap(({ file, imports }) =>
    imports.flatMap(({ specifier, target }) => {
      if (target !== undefined) return [];
      const allowed = rooms[packageOf(specifier)];
      if (!allowed) return [`${file}: ${specifier} has no room`];
      return allowed.some((place) => isWithin(file, place)) && roomOf(file) !== 'model'
        ? []
        : [`${file} imports ${specifier}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('only the command waits', () => {
  const wrong = sources.flatMap(({ file, asynchronous }) =>
    isWithin(file, 'src/cli') ? [] : asynchronous.map((kind) => `${file}: ${kind}`),
  );
  expect(wrong).toEqual([]);
});

test('files are short enough to be read at once', () => {
  const long = sources
    .filter(({ lines }) => lines > longest)
    .map(({ file, lines }) => `${file}: ${lines} lines`);
  expect(long).toEqual([]);
});

describe.each(plugInFolders)('%s', (folder) => {
  const files = sources.filter(({ file }) => path.posix.dirname(file) === folder);
  const index = files.find(({ file }) => file === `${folder}/index.ts`);
  const listed = (index?.imports ?? []).filter(({ isType }) => !isType).map(({ target }) => target);
  const isPlugIn = (file: string | undefined): boolean =>
    file !== undefined && listed.includes(file) && path.posix.dirname(file) === folder;

  test('every file is listed in the index, or serves those that are', () => {
    const used = new Set(sources.flatMap(({ imports }) => imports.map(({ target }) => target)));
    const lost = files
      .map(({ file }) => file)
      .filter((file) => file !== index?.file && !used.has(file) && !file.endsWith('/_template.ts'));
    expect(lost, `add a line to ${folder}/index.ts`).toEqual([]);
  });

  test('those that are listed do not know each other', () => {
    const wrong = files
      .filter(({ file }) => isPlugIn(file))
      .flatMap(({ file, imports }) =>
        imports.filter(({ target }) => isPlugIn(target)).map(({ target }) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});
