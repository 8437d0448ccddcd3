import { expect, test } from 'vitest';
import { lazyMap } from '../../src/model/lazy-map.js';
import type { ModuleSummary } from '../../src/model/module-summary.js';
import { loadsChanged, rowOf } from '../../src/nearby/known-loads.js';
import { createProgram, type Program } from '../../src/program/program.js';
import { lowerFile } from '../../src/syntax/lower-file.js';
import { isAnsweredSo, loadedIn } from '../../src/values/loaded-with.js';

const texts: Readonly<Record<string, string>> = {
  'one.js': "import './shared.js';\nimport axios from 'axios';\naxios.get('/one');\n",
  'two.js': "import './other.js';\nimport axios from 'axios';\naxios.get('/two');\n",
  'shared.js': 'export const shared = 1;\n',
  'other.js': 'export const other = 1;\n',
  'lost.js': "import './missing.js';\nimport './two.js';\nrun();\n",
  'all.js': "import './two.js';\nimport.meta.glob('./pages/*.js');\nrun();\n",
};

function programOf(files: Readonly<Record<string, string>>, read = new Set<string>()): Program {
  const modules = lazyMap(Object.keys(files), (file): ModuleSummary | undefined => {
    read.add(file);
    const summary = lowerFile(file, files[file] ?? '');
    return summary && !('failed' in summary) ? summary : undefined;
  });
  return createProgram(modules, (_from, specifier) => {
    const file = specifier.replace('./', '');
    return file in files ? { kind: 'module', file } : { kind: 'external', name: specifier };
  });
}

/** What is known of the files above, as a table. */
const before = programOf(texts);
const rows = new Map(Object.keys(texts).map((file) => [file, [...rowOf(loadedIn(before, file)!)]]));
const loads = {
  names: () => [...rows.keys()],
  get: (file: string) => rows.get(file),
  under: (name: string) => [...rows].flatMap(([file, row]) => (row.includes(name) ? [file] : [])),
};
const answers = Object.keys(texts).flatMap((a) => Object.keys(texts).map((b) => `${a}\0${b}\0apart`));

test.each<[string, Readonly<Record<string, string | undefined>>, readonly string[]]>([
  [
    'an import more joins two programs',
    { 'shared.js': "import './two.js';\nexport const shared = 1;\n" },
    ['shared.js'],
  ],
  [
    'a file that is new and that was looked for',
    { 'missing.js': "import './one.js';\n" },
    ['missing.js', 'lost.js', 'all.js'],
  ],
  [
    'a file that is new among those that are loaded by their names',
    { 'pages/new.js': "import '../one.js';\n" },
    ['pages/new.js', 'lost.js', 'all.js'],
  ],
  ['a file that is gone', { 'other.js': undefined }, ['two.js', 'lost.js', 'all.js']],
  [
    'a statement that does nothing when the file is loaded',
    { 'one.js': "import './shared.js';\n" },
    ['one.js'],
  ],
])(
  '%s: parts of programs are told as when all is read, and only by what may load something else',
  (_what, edit, expected) => {
    const files = Object.fromEntries(
      Object.entries({ ...texts, ...edit }).flatMap(([file, text]) =>
        text === undefined ? [] : [[file, text]],
      ),
    );
    const read = new Set<string>();
    const now = programOf(files, read);
    const again = loadsChanged(now, before, new Set(Object.keys(edit)), { loads });
    expect([...(again?.keys() ?? [])].filter((file) => file in files).toSorted()).toEqual(
      [...expected].sort(),
    );
    const anew = programOf(files);
    const told = answers.map((key) => isAnsweredSo(now, key));
    expect(told).toEqual(answers.map((key) => isAnsweredSo(anew, key)));
    expect([...read].sort()).toEqual([...expected].sort());
  },
);
