import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogText, compileProvider, compileSources } from '../../src/compile/index.js';
import { openCatalog } from '../../src/compile/open-catalog.js';
import { scratchFolder, userError } from './scratch.js';

const providerYaml = `title: Acme
scopeList: { means: any, reason: one scope is enough }
servers: { urls: [], reason: the docs name none }
scopeScheme: oauth2
schemes:
  oauth2: { type: oauth2 }
documents:
  - { file: sources/a.md, title: A }
  - { file: sources/b.md, title: B }
`;
const scopes = '| Scope | Grants |\n| - | - |\n| READ | Read |\n| WRITE | Read, write |\n';
const assignments =
  '| Scope | Method | Path |\n| - | - | - |\n| READ | GET | /pets |\n| WRITE | POST | /pets |\n';

const files = { 'provider.yaml': providerYaml, 'sources/a.md': scopes, 'sources/b.md': assignments };
const acme = (changes: Record<string, string | Uint8Array> = {}): string =>
  path.join(
    scratchFolder(
      Object.fromEntries(
        Object.entries({ ...files, ...changes }).map(([name, text]) => [`acme/${name}`, text]),
      ),
    ),
    'acme',
  );
/** The error of a provider with changed files: file within the folder, line, message. */
const broken = (changes: Record<string, string | Uint8Array>): string => {
  const folder = acme(changes);
  const { message, place } = userError(() => compileProvider(folder));
  return `${path.relative(folder, place?.file ?? '')}:${place?.line ?? '-'} ${message}`;
};

describe('a provider folder', () => {
  it('compiles to a catalog named after the folder, with a source for every fact', () => {
    const { catalog, warnings, conflicts } = compileProvider(acme());
    expect([catalog.provider, catalog.title, warnings, conflicts]).toEqual(['acme', 'Acme', [], []]);
    expect(catalog.operations.map(({ id, sources }) => [id, sources])).toEqual([
      ['GET /pets', [{ document: 'sources/b.md', line: 3 }]],
      ['POST /pets', [{ document: 'sources/b.md', line: 4 }]],
    ]);
    expect(catalog.sources).toEqual([
      { document: 'sources/a.md', title: 'A' },
      { document: 'sources/b.md', title: 'B' },
    ]);
  });

  it('gives the same bytes each time', () => {
    expect(catalogText(compileProvider(acme()).catalog)).toBe(catalogText(compileProvider(acme()).catalog));
  });

  it.each([
    ['a file that nobody lists', { 'sources/c.md': '' }, "provider.yaml:- doesn't list sources/c.md"],
    [
      'a listed file that is missing',
      { 'provider.yaml': providerYaml.replace('/b.md', '/x.md'), 'sources/b.md': '' },
      "provider.yaml:- doesn't list sources/b.md",
    ],
    ['an unknown setting', { 'provider.yaml': `${providerYaml}colour: red\n` }, 'provider.yaml:10 colour:'],
    [
      'a setting of the wrong type',
      { 'provider.yaml': providerYaml.replace('means: any', 'means: some') },
      'provider.yaml:2 scopeList.means:',
    ],
    [
      'a setting that is missing',
      { 'provider.yaml': providerYaml.replace('title: Acme\n', '') },
      'provider.yaml:1 title:',
    ],
    [
      'no documents',
      { 'provider.yaml': providerYaml.replace(/documents:[^]*/, 'documents: []\n'), 'sources/a.md': '' },
      'provider.yaml:7 documents: expected at least one document',
    ],
    ['broken YAML', { 'provider.yaml': 'title: [\n' }, 'provider.yaml:2 '],
    [
      'text that is not UTF-8',
      { 'sources/a.md': new Uint8Array([0x7c, 0xff, 0xfe]) },
      'sources/a.md:- is not UTF-8 text',
    ],
    [
      'an override of nothing',
      { 'overrides.yaml': '- { kind: limit, subject: "*", as: both, reason: r }\n' },
      'overrides.yaml:1 the override of limit "*" settles no conflict',
    ],
    [
      'an override without a reason',
      { 'overrides.yaml': '# note\n- kind: limit\n  subject: x\n  as: both\n' },
      'overrides.yaml:2 0.reason:',
    ],
  ])('refuses %s', (_, changes, message) => {
    expect(broken(changes)).toContain(message);
  });

  it('names the line of a listed document that does not exist', () => {
    const yaml = providerYaml.replace('title: B }\n', 'title: B }\n  - { file: more/c.md, title: C }\n');
    expect(broken({ 'provider.yaml': yaml })).toBe(
      "provider.yaml:10 lists the document more/c.md, which doesn't exist",
    );
  });
});

describe('facts that point to nothing', () => {
  const row = (headers: string, cells: string) =>
    `${assignments}\n| ${headers} |\n|${headers
      .split('|')
      .map(() => ' - ')
      .join('|')}|\n| ${cells} |\n`;
  it.each([
    [
      'a scope',
      row('Scope | Method | Path', 'RAED | GET | /x'),
      'sources/b.md:8 an assignment names the scope RAED',
    ],
    [
      'a scope without operations',
      row('Scope | Method | Path', 'OTHER | none | none'),
      'an assignment names the scope OTHER',
    ],
    [
      'an operation of a parameter',
      row('Operation | Parameter | In | Required', 'GET /pet | id | query | no'),
      'a row names the operation GET /pet',
    ],
    [
      'a path parameter',
      row('Operation | Parameter | In | Required', 'GET /pets | id | path | yes'),
      'the path of GET /pets has no parameter {id}',
    ],
    [
      'an operation of a full path',
      row('Operation | Full path | Scopes stated there | Evidence', 'GET /pet | /a/pet | none | e'),
      'a full path names the operation GET /pet',
    ],
    [
      'an operation of a limit',
      row('Id | Applies to | Limit | Counted per | Violation', 'x | PUT /pets | 5 per day | user | rejected'),
      'the limit x names the operation PUT /pets',
    ],
    [
      'a replacement',
      row('Older operation | Replacement | Notes', 'GET /pets | GET /v2/pets | move'),
      'the older operation GET /pets names the operation GET /v2/pets',
    ],
    [
      'the shape of a response',
      row('Status | Meaning | Body', '400 | wrong | Problem'),
      'the response 400 names the shape Problem',
    ],
    [
      'a quote',
      row('Scope | Description covers | Quote', 'WRITE | READ | Delete'),
      'the description of WRITE doesn\'t say "Delete"',
    ],
    [
      'a grant that is assigned already',
      `${row('Scope | Description covers | Quote', 'WRITE | READ | Read')}`.replace(
        '| WRITE | POST',
        '| WRITE | GET',
      ),
      'grants nothing of READ beyond the assignments',
    ],
  ])('%s', (_, text, message) => {
    expect(broken({ 'sources/b.md': text })).toContain(message);
  });

  it('an id of guidance or a parameter that stands twice', () => {
    const guidance = `${row('Id | Statement', 'a | One')}| a | Two |\n`;
    expect(broken({ 'sources/b.md': guidance })).toBe(
      'sources/b.md:9 the guidance a stands twice, first in line 8',
    );
    const parameter = 'GET /pets | page | query | no';
    const parameters = `${row('Operation | Parameter | In | Required', parameter)}| ${parameter} |\n`;
    expect(broken({ 'sources/b.md': parameters })).toContain(
      'sources/b.md:9 the query parameter page of GET /pets stands twice',
    );
  });

  it('proposes the nearest name, and reports every mistake', () => {
    const text = row('Scope | Method | Path', 'RAED | GET | /x |\n| WRTE | GET | /y');
    const error = userError(() => compileProvider(acme({ 'sources/b.md': text })));
    expect([error.remedy, error.more.map(({ place }) => place?.line)]).toEqual(['Did you mean READ?', [9]]);
  });

  it('warns of schemes that nobody declares and of globs that reach nothing', () => {
    const text = `${row('Method | Path | Security', 'GET | /files | fileToken')}
| Id | Applies to | Limit | Counted per | Violation |
| - | - | - | - | - |
| x | /api/y/* | 5 per day | user | rejected |
`;
    const { warnings } = compileProvider(acme({ 'sources/b.md': text }));
    expect(warnings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '8 GET /files needs the scheme "fileToken", which is not declared',
      '12 the limit x reaches no operation: its glob /api/y/* fits no full path',
    ]);
  });
});

describe('documents that disagree', () => {
  const other =
    '| Scope | Grants |\n| - | - |\n| READ | Read it all |\n\n| Scope | Endpoints |\n| - | - |\n| WRITE | GET /pets |\n';
  const three = {
    'provider.yaml': `${providerYaml}  - { file: sources/c.md, title: C }\n`,
    'sources/c.md': other,
  };

  it('keep the first statement and the other beside it', () => {
    const { catalog, conflicts } = compileProvider(acme(three));
    expect(catalog.operations[0]).toMatchObject({
      ...{ id: 'GET /pets', security: [{ oauth2: ['READ'] }] },
      assignments: [{ scope: 'READ', source: { document: 'sources/b.md', line: 3 } }],
      alsoStated: [{ scopes: ['WRITE'], path: '/pets', source: { document: 'sources/c.md', line: 7 } }],
      sources: [{ document: 'sources/b.md' }, { document: 'sources/c.md' }],
    });
    expect(catalog.scopes[0]).toMatchObject({ name: 'READ', description: 'Read' });
    expect(conflicts.map(({ kind, subject, settled }) => [kind, subject, settled])).toEqual([
      ['description', 'READ', undefined],
      ['security', 'GET /pets', undefined],
    ]);
  });

  it('are settled by an override that names the document', () => {
    const overrides = `- { kind: security, subject: GET /pets, as: sources/c.md, reason: newer }
- { kind: description, subject: '*', as: sources/c.md, reason: newer }
`;
    const { catalog, conflicts } = compileProvider(acme({ ...three, 'overrides.yaml': overrides }));
    expect(catalog.operations[0]).toMatchObject({
      security: [{ oauth2: ['WRITE'] }],
      alsoStated: [{ scopes: ['READ'] }],
    });
    expect(catalog.scopes[0]?.description).toBe('Read it all');
    expect(conflicts.map(({ settled }) => settled?.source.line)).toEqual([2, 1]);
  });

  it('agree when they state the same', () => {
    const same = { ...three, 'sources/c.md': '| Scope | Endpoints |\n| - | - |\n| READ | GET /pets |\n' };
    const { catalog, conflicts } = compileProvider(acme(same));
    expect([conflicts, catalog.operations[0]?.security]).toEqual([[], [{ oauth2: ['READ'] }]]);
  });

  it('are an error within one document', () => {
    const twice = `${scopes}| READ | Again |\n`;
    expect(broken({ 'sources/a.md': twice })).toBe(
      'sources/a.md:5 the scope READ is described twice, first in line 3',
    );
  });
});

describe('loose documents', () => {
  it('compile without a provider file, named after the first up to its first dot', () => {
    const folder = scratchFolder({ 'pets.scopes.md': `${scopes}\n${assignments}` });
    const file = path.join(folder, 'pets.scopes.md');
    const { catalog } = compileSources([file]);
    expect([catalog.provider, catalog.operations.length, Object.keys(catalog.schemes)]).toEqual([
      'pets',
      2,
      ['oauth2'],
    ]);
    expect(compileSources([file], { provider: 'acme' }).catalog.provider).toBe('acme');
  });

  it('are named in the catalog from their common folder, and in messages as they were given', () => {
    const files = { 'docs/pets.md': `${scopes}\n${assignments}`, 'docs/more/cats.md': scopes };
    const folder = scratchFolder(files);
    const paths = Object.keys(files).map((name) => path.join(folder, name));
    const { catalog } = compileSources(paths);
    expect(catalog.sources.map(({ document }) => document)).toEqual(['pets.md', 'more/cats.md']);
    expect(compileSources([path.relative('.', paths[0]!)]).catalog.sources[0]?.document).toBe('pets.md');
    const wrong = scratchFolder({ 'a.md': '| a | b |\n' });
    expect(userError(() => compileSources([path.join(wrong, 'a.md')])).place?.file).toBe(
      path.join(wrong, 'a.md'),
    );
  });

  it('compile a provider folder as a source', () => {
    expect(compileSources([acme()]).catalog.provider).toBe('acme');
  });

  it.each([
    ['nothing', () => [], 'no documents to compile'],
    ['a folder without a provider', () => [scratchFolder({})], 'has no provider.yaml'],
    [
      'a folder among documents',
      () => [path.join(acme(), 'sources/a.md'), acme()],
      'is a folder among documents',
    ],
    ['a file that is missing', () => ['/no/such.md'], "can't be read"],
    [
      'a format that nobody knows',
      () => [path.join(scratchFolder({ 'a.txt': 'x' }), 'a.txt')],
      'is of no known format',
    ],
  ])('refuse %s', (_, paths, message) => {
    expect(userError(() => compileSources(paths())).message).toContain(message);
  });

  it('describe scopes that only assignments name, when there is no table of scopes', () => {
    const folder = scratchFolder({ 'pets.md': assignments });
    const { catalog } = compileSources([path.join(folder, 'pets.md')]);
    expect(catalog.scopes.map(({ name, description }) => [name, description])).toEqual([
      ['READ', ''],
      ['WRITE', ''],
    ]);
  });
});

describe('openCatalog', () => {
  it('reads a compiled catalog and compiles documents, both named after the file', () => {
    const compiled = catalogText(compileProvider(acme()).catalog);
    const folder = scratchFolder({ 'pets.json': compiled, 'cats.api.md': assignments });
    expect(openCatalog(path.join(folder, 'pets.json')).catalog).toMatchObject({
      provider: 'pets',
      title: 'Acme',
    });
    expect(openCatalog(path.join(folder, 'cats.api.md')).catalog.provider).toBe('cats');
    expect(openCatalog(acme()).catalog.provider).toBe('acme');
  });

  it('says of JSON that is neither what is wrong with it', () => {
    const file = path.join(scratchFolder({ 'x.json': '{"a": 1}' }), 'x.json');
    expect(userError(() => openCatalog(file)).message).toContain('is no catalog');
  });
});
