import { describe, expect, it } from 'vitest';
import type { CatalogPart, CompileSettings } from '../../src/compile/format.js';
import { markdownFormat } from '../../src/compile/formats/markdown.js';
import { tableKinds } from '../../src/compile/tables/index.js';
import { userError } from './scratch.js';

const source = (text: string) => ({ document: 'docs.md', file: 'my/docs.md', text });
const compile = (text: string, settings: CompileSettings = { scopeArray: 'any' }) =>
  markdownFormat.compile(source(text), settings);
const part = (text: string): CatalogPart => compile(text).part;
const table = (headers: string, ...rows: string[]): string =>
  [
    `| ${headers} |`,
    `|${headers
      .split('|')
      .map(() => ' - ')
      .join('|')}|`,
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
/** Message, line and remedy of the error that a document gives; the file is always the same. */
const broken = (text: string): string => {
  const { message, place, remedy } = userError(() => compile(text));
  expect(place?.file).toBe('my/docs.md');
  return `${place?.line}: ${message}. ${remedy}`;
};

describe('broken tables', () => {
  it.each([
    [
      'a missing delimiter row',
      '# T\n\n| Scope | Grants |\n| A | Read |\n',
      '3: found a table row outside of a table',
    ],
    [
      'a delimiter row of another length',
      '| Scope | Grants |\n| --- |\n| A | Read |\n',
      '1: found a table row outside',
    ],
    [
      'a blank line inside',
      `${table('Scope | Grants', 'A | Read')}\n| B | Write |\n`,
      '5: found a table row outside',
    ],
    ['a row inside of a sentence', 'Scopes are:\n| A | Read |\n', '2: found a table row outside'],
    [
      'a row that is too long',
      table('Scope | Grants', 'A | Read', 'B | Write | now'),
      '4: found a row of 3 cells in a table of 2 columns',
    ],
    [
      'a row that is too short',
      '| Scope | Grants |\n| - | - |\n| A |\n',
      '3: found a row of 1 cells in a table of 2 columns',
    ],
    ['no rows', '| Scope | Grants |\n| - | - |\n', '1: the table | Scope | Grants | has no rows'],
    ['HTML', 'x\n\n<table><tr><td>A</td></tr></table>\n', '3: found an HTML table'],
    [
      'unknown headers',
      table('Fruit | Colour', 'apple | red'),
      '1: found a table with the columns Fruit, Colour, which is none that is known',
    ],
  ])('%s', (_, text, message) => {
    expect(broken(text)).toContain(message);
  });

  it('says what the nearest kind of table expects', () => {
    const error = broken(table('Scope | Grnts', 'A | Read'));
    expect(error).toContain(
      'as a table of kind "scope", column "Grnts" is not known (did you mean "grants"?)',
    );
    expect(error).toContain('column "grants" is missing');
    expect(error).toContain('limit: id, applies to, limit');
    expect(broken(table('Scope | Grants | Owner', 'A | Read | me'))).toContain('column "Owner" is not known');
  });

  it('leaves code, comments and quotes of tables in code alone', () => {
    const text = '```\n| Fruit | Colour |\n```\n\n<!-- | a | b | <table> -->\n\n    | x |\n';
    expect(part(text).scopes).toEqual([]);
  });

  it('reads tables inside of lists and quotes, and every marked-up cell as its text', () => {
    const text = `- item\n\n  | **Scope** | Grants (words) |\n  | :-- | --: |\n  | \`A\` | x \\| \`y_z\` *now* |\n`;
    expect(part(text).scopes).toMatchObject([
      { name: 'A', description: 'x | y_z *now*', source: { line: 5 } },
    ]);
  });

  it('counts lines with any line ending, and survives deep nesting', () => {
    const text = table('Scope | Grants', 'A | Read').replaceAll('\n', '\r\n');
    expect(part(`# T\r\n\r\n${text}`).scopes[0]?.source).toEqual({ document: 'docs.md', line: 5 });
    expect(part(`${'>'.repeat(300)} text`).scopes).toEqual([]);
  });

  it('refuses a document that is too long', () => {
    expect(userError(() => compile('x'.repeat(2_000_001))).message).toContain('tables are read up to');
  });
});

describe('rows', () => {
  it.each([
    ['Scope | Grants', 'A B | Read', 'column "scope": found "A B", expected one name'],
    ['Scope | Grants', 'A |', 'column "grants": found an empty cell, expected a value'],
    [
      'Scope | Method | Path',
      'A | get | /x',
      'column "method": found "get", expected an HTTP method in capitals',
    ],
    ['Scope | Method | Path', 'A | GET | x', 'column "path": found "x", expected a path template'],
    ['Scope | Method | Path', 'A | GET | /x/{id', 'column "path": found "/x/{id", expected a path template'],
    [
      'Scope | Method | Path',
      'A | GET | none',
      'column "path": found "none", expected a value, or `none` in both',
    ],
    ['Scope | Endpoints', 'A |', 'column "endpoints": found an empty cell, expected operations, or `none`'],
    [
      'Scope | Endpoints',
      'A | GET /x; POST',
      'column "endpoints": found "GET /x; POST", expected an operation such as',
    ],
    ['Method | Path | Security', 'GET | /x | a b', 'column "security": found "a b", expected one name'],
    [
      'Method | Path | Access',
      'GET | /x | reed',
      'column "access": found "reed", expected one of read, write (did you mean read?)',
    ],
    [
      'Operation | Parameter | In | Required',
      'GET /x | id | body | yes',
      'column "in": found "body", expected one of path, query, header',
    ],
    [
      'Operation | Parameter | In | Required',
      'GET /x | id | query | maybe',
      'column "required": found "maybe"',
    ],
    ['Older operation | Notes', '/x | old', 'column "older operation": found "/x", expected an operation'],
    ['Shape | Body', 'Cookie | list', 'column "body": found "list", expected one of array, object, part'],
    [
      'Shape | Field | Type',
      'Cookie | name | string',
      'found a field of the shape "Cookie", which no shape table',
    ],
    [
      'Id | Applies to | Limit | Counted per | Violation',
      'x | /a {b} | 1 per minute | account | rejected',
      'column "applies to"',
    ],
    [
      'Id | Applies to | Limit | Counted per | Violation',
      'x | whole account | lots | account | rejected',
      'column "limit": found "lots", expected quotas',
    ],
    [
      'Id | Applies to | Limit | Counted per | Violation',
      'x | whole account | 0 per minute | account | rejected',
      'column "limit"',
    ],
    [
      'Id | Applies to | Limit | Counted per | Violation',
      'x | whole account | 5 per fortnight | account | rejected',
      'column "limit"',
    ],
    [
      'Id | Applies to | Limit | Counted per | Violation',
      'x | whole account | 5 per hour | team | rejected',
      'column "counted per": found "team"',
    ],
    ['Status | Meaning', '4xx | wrong', 'column "status": found "4xx", expected an HTTP status'],
    [
      'Operation | Full path | Scopes stated there | Evidence',
      'GET /x | api/x | A | suffix',
      'column "full path": found "api/x"',
    ],
  ])('%s: %s', (headers, row, message) => {
    expect(broken(table(headers, row))).toContain(`3: ${message}`);
  });

  it('of scopes', () => {
    const { scopes } = part(
      table('Module | Scope | Description | Implies', 'M | ADMIN | All of it | READ; WRITE'),
    );
    expect(scopes).toEqual([
      {
        ...{
          name: 'ADMIN',
          description: 'All of it',
          area: 'M',
          implies: ['READ', 'WRITE'],
          describedAs: [],
        },
        source: { document: 'docs.md', line: 3 },
      },
    ]);
  });

  it('of assignments, one by one or as a list', () => {
    const rows = part(table('Scope | Method | Path', 'A | GET | /x/{id}', 'A | PUT | /y', 'B | none | none'));
    const lists = part(table('Scope | Endpoints (METHOD path)', 'A | GET /x/{id}; PUT /y', 'B | none'));
    const facts = ({ operations }: CatalogPart) => operations.map(({ id, security }) => ({ id, security }));
    expect(facts(rows)).toEqual([
      { id: 'GET /x/{id}', security: [{ oauth2: ['A'] }] },
      { id: 'PUT /y', security: [{ oauth2: ['A'] }] },
    ]);
    expect(facts(lists)).toEqual(facts(rows));
    expect(lists.scopeMentions.map(({ scope }) => scope)).toEqual(['A', 'B']);
  });

  it('of endpoints: no statement, public, or a scheme without a scope', () => {
    const rows = [
      'GET | /a | | https://x.test',
      'GET | /b | not stated |',
      'GET | /c | public |',
      'GET | /d | token |',
    ];
    const { operations } = part(table('Method | Path | Security | Server', ...rows));
    expect(operations.map(({ security }) => security)).toEqual([
      'undocumented',
      'undocumented',
      [{}],
      [{ token: [] }],
    ]);
    expect(operations[0]?.servers).toEqual(['https://x.test']);
  });

  it('of limits: every form of reach, several windows, blocking', () => {
    const headers = 'Id | Applies to | Limit | Counted per | Violation | Blocked for | Environment';
    const { rateLimits } = part(
      table(
        headers,
        'a | each operation | 1,000 requests per minute | account | rejected | |',
        'b | whole account | 10 per 10 seconds | user | degraded | | sandbox',
        'c | /api/x/* | 20,000 per hour; 2,000 calls per minute | ip | blocked | 2 minutes |',
        'd | GET /a; POST /a | 5 per day | credential | rejected | | trial',
      ),
    );
    expect(rateLimits.map(({ applies }) => applies)).toEqual([
      { each: 'operation' },
      { account: true },
      { pathGlob: '/api/x/*' },
      { operations: ['GET /a', 'POST /a'] },
    ]);
    expect(
      rateLimits.map(({ windows }) => windows.map(({ quota, windowSeconds }) => [quota, windowSeconds])),
    ).toEqual([
      [[1000, 60]],
      [[10, 10]],
      [
        [2000, 60],
        [20_000, 3600],
      ],
      [[5, 86_400]],
    ]);
    expect(rateLimits.map(({ blockedSeconds, environment }) => [blockedSeconds, environment])).toEqual([
      [undefined, undefined],
      [undefined, 'sandbox'],
      [120, undefined],
      [undefined, 'trial'],
    ]);
  });

  it('of shapes and their fields', () => {
    const text = `${table('Shape | Body | Used by', 'Pet | array | POST /pets')}\n${table('Shape | Field | Type | Notes', 'Pet | name | string | Its name', 'Pet | age | integer |')}`;
    const { requestShapes, additions } = part(text);
    expect(requestShapes['Pet']).toMatchObject({ body: 'array', source: { line: 3 } });
    expect(requestShapes['Pet']?.fields).toEqual([
      { name: 'name', type: 'string', note: 'Its name', source: { document: 'docs.md', line: 7 } },
      { name: 'age', type: 'integer', note: '', source: { document: 'docs.md', line: 8 } },
    ]);
    expect(additions).toMatchObject([{ operation: 'POST /pets', requestShape: 'Pet' }]);
  });

  it('of full paths: paired, unpaired, without a scope, not listed', () => {
    const rows = ['GET /a | /api/a | A; B | e', 'GET /b | none | none | e', 'GET /c | /api/c | - | e'];
    const { pairings } = part(table('Operation | Full path | Scopes stated there | Evidence', ...rows));
    expect(pairings.map(({ path, scopes }) => [path, scopes])).toEqual([
      ['/api/a', ['A', 'B']],
      [undefined, []],
      ['/api/c', undefined],
    ]);
  });
});

describe('several scopes of one operation', () => {
  const text = table('Scope | Method | Path', 'B | GET | /x', 'A | GET | /x', 'A | GET | /y');

  it('are one requirement together where the provider means all', () => {
    const { part: all } = compile(text, { scopeArray: 'all' });
    expect(all.operations.filter(({ id }) => id === 'GET /x').map(({ security }) => security)).toEqual([
      [{ oauth2: ['B', 'A'] }],
      [{ oauth2: ['B', 'A'] }],
    ]);
  });

  it('are alternatives with a warning where nobody says', () => {
    const { part: open, warnings } = compile(text, { scopeArray: undefined });
    expect(open.operations[0]?.security).toEqual([{ oauth2: ['B'] }]);
    expect(warnings).toMatchObject([{ file: 'my/docs.md', line: 3 }]);
    expect(compile(text).warnings).toEqual([]);
  });

  it('belong to the scheme that the provider names', () => {
    const { part: named } = compile(text, { scopeArray: 'any', scopeScheme: 'acme' });
    expect(named.operations[0]?.security).toEqual([{ acme: ['B'] }]);
    expect(named.schemes).toEqual({ acme: { type: 'oauth2' } });
  });
});

it('no headers fit two kinds of tables', () => {
  for (const kind of tableKinds) {
    const required = kind.columns.filter((column) => column.required).map(({ name }) => name);
    const others = tableKinds.filter(
      (other) =>
        other !== kind &&
        required.every((name) =>
          other.columns.some((column) => column.name === name || column.aliases?.includes(name)),
        ) &&
        other.columns.every(
          (column) =>
            !column.required ||
            kind.columns.some(({ name }) => name === column.name || column.aliases?.includes(name)),
        ),
    );
    expect(others.map(({ id }) => id)).toEqual([]);
  }
});
