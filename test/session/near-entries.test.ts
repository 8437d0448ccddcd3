import { expect, test } from 'vitest';
import { analyze, type Analysis } from '../../src/analyze/analyze.js';
import { programOf } from '../../src/analyze/program.js';
import { defaultConfig } from '../../src/config/default-config.js';
import type { ModuleSummary } from '../../src/model/module-summary.js';
import type { Program } from '../../src/program/program.js';
import { knownFrom } from '../../src/session/known.js';
import { lookNear } from '../../src/session/near.js';
import { inListing } from '../../src/session/resolve-listed.js';
import { restrictToChange } from '../../src/session/restrict.js';
import { saidBy } from '../../src/session/said.js';
import { lowerFile } from '../../src/syntax/lower-file.js';
import { createResolver } from '../../src/syntax/resolve.js';

type Texts = Readonly<Record<string, string>>;

function programWith(texts: Texts): Program {
  const modules = new Map(
    Object.entries(texts).map(([file, text]) => [file, lowerFile(file, text) as ModuleSummary]),
  );
  const files = new Set(modules.keys());
  return programOf(modules, inListing(createResolver('/app', files, []), files));
}

const analyzed = (program: Program, part?: object): Analysis =>
  analyze({
    program,
    catalogs: [],
    config: defaultConfig,
    matchesFile: () => false,
    keepsReads: true,
    ...part,
  });

const keys = ({ findings, requests }: Pick<Analysis, 'findings' | 'requests'>): readonly string[] =>
  saidBy({ findings, requests })
    .requests.map(([, key]) => key)
    .sort();

/** Whether an edit of one file has others looked at again; what it shows and leaves behind is what the whole says. */
function reaches(texts: Texts, edited: string, text: string, user: string): boolean {
  const [before, now] = [programWith(texts), programWith({ ...texts, [edited]: text })];
  const known = knownFrom(analyzed(before))!;
  const looked = new Set<string>();
  const near = lookNear(
    {
      program: now,
      analyze: (program, files, asksSink) => {
        for (const file of files) looked.add(file);
        return analyzed(program, { files, asksSink });
      },
    },
    { program: before, known },
    new Set([edited]),
    new Set(),
    () => true,
  )!;
  const whole = analyzed(now);
  expect(keys(near.shown)).toEqual(keys(restrictToChange(whole, known.said, new Set([edited]), true)));
  expect([...near.known.said.requests].map(([, key]) => key).sort()).toEqual(keys(whole));
  return looked.has(user);
}

const object: Texts = {
  'shared.js': "export const shared = { path: '/a' };\nexport const spare = { path: '/b' };\n",
  'set.js':
    "import { shared, spare } from './shared.js';\nshared.base = 'https://one.example';\nshared.base = 'https://two.example';\nexport const log = () => console.log('set');\n",
  'use.js':
    "import { shared } from './shared.js';\nexport const send = () => fetch('https://app.example' + shared.path);\n",
};

const setBy = (from: string, to: string): string => object['set.js']!.replace(from, to);

test.each<[what: string, text: string, reached: boolean]>([
  ['a function beside them', setBy("'set'", "'is set'"), false],
  ['a line above them', `// Sets the base\n${object['set.js']}`, false],
  ['a function above them', setBy('\nshared', '\nconst early = () => 1;\nshared'), false],
  ['another member', setBy('shared.base', 'shared.path'), true],
  ['another object', setBy('\nshared.base', '\nspare.base'), true],
  ['another value', setBy('https://one', 'https://three'), true],
  [
    'another order',
    setBy(
      "'https://one.example';\nshared.base = 'https://two.example'",
      "'https://two.example';\nshared.base = 'https://one.example'",
    ),
    true,
  ],
  ['one more', setBy('export', "shared.more = '';\nexport"), true],
  ['one less', setBy("shared.base = 'https://one.example';\n", ''), true],
])(
  'who asks for the members of an object is looked at where the entries of a file are others: %s',
  (_, text, reached) => {
    expect(reaches(object, 'set.js', text, 'use.js')).toBe(reached);
  },
);

const classes: Texts = {
  'base.js':
    "export class Base {\n  get url() {\n    return 'https://base.example';\n  }\n  send() {\n    return fetch(this.url);\n  }\n}\n",
  'one.js':
    "import { Base } from './base.js';\nexport class One extends Base {\n  get url() {\n    return 'https://one.example';\n  }\n}\nexport const log = () => console.log('one');\n",
  'kinds.js': "import { Base } from './base.js';\nexport class Two extends Base {}\n",
};

test.each<[what: string, file: string, text: string]>([
  ['a method', 'one.js', classes['one.js']!.replace('https://one', 'https://other')],
  ['a name', 'one.js', classes['one.js']!.replace('get url', 'get uri')],
  ['a function beside it', 'one.js', classes['one.js']!.replace("'one'", "'two'")],
  ['what it extends', 'kinds.js', classes['kinds.js']!.replace('extends Base', '')],
  ['one more', 'kinds.js', `${classes['kinds.js']!}export class Three extends Two {}\n`],
])('what a changed subclass does to a method of its base is seen: %s', (_, file, text) => {
  reaches(classes, file, text, 'base.js');
});

const clients: Texts = {
  'client.js':
    "import axios from 'axios';\nexport const client = axios.create({ baseURL: 'https://a.example' });\n",
  'intercept.js':
    "import { client } from './client.js';\nconst sign = (config) => config;\nconst move = (config) => ({ ...config, url: '/moved' });\nclient.interceptors.request.use(sign);\nexport const log = () => console.log('on');\n",
  'other.js': "import axios from 'axios';\nexport const other = () => axios.get('https://b.example/x');\n",
  'use.js': "import { client } from './client.js';\nexport const list = () => client.get('/list');\n",
};

test.each<[what: string, text: string, reached: boolean]>([
  ['another one', clients['intercept.js']!.replace('use(sign)', 'use(move)'), true],
  [
    'a body',
    clients['intercept.js']!.replace('=> config', '=> ({ ...config, baseURL: config.baseURL })'),
    true,
  ],
])('what intercepts requests is looked for where it is another one: %s', (_, text, reached) => {
  expect(reaches(clients, 'intercept.js', text, 'use.js')).toBe(reached);
});

test('requests of other clients have nothing to do with a function beside an interceptor', () => {
  const text = clients['intercept.js']!.replace("'on'", "'off'");
  expect(reaches(clients, 'intercept.js', text, 'other.js')).toBe(false);
});
