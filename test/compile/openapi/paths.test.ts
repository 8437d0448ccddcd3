import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/model/errors.js';
import { compileFixture, compileObject, compileText, messagesOf, operationOf } from './compile.js';

const pathsOf = (servers: unknown, more: object = {}) =>
  compileObject({ servers, paths: { '/users': { get: {} } }, ...more });

describe('servers', () => {
  it('of Swagger come from schemes, host and base path', () => {
    const compiled = compileFixture('chat.swagger.json');
    expect(compiled.part.servers).toEqual(['https://chat.test/api']);
    expect(operationOf(compiled, 'POST /api.test').paths).toEqual(['/api/api.test']);
  });

  it('of Swagger may be missing, or written with a scheme', () => {
    const text = (fields: string) => `swagger: "2.0"\n${fields}\npaths: { /users: { get: {} } }\n`;
    expect(compileText(text('basePath: v1')).part).toMatchObject({
      servers: ['/v1'],
      operations: [{ paths: ['/v1/users'] }],
    });
    expect(compileText(text('info: {}')).part).toMatchObject({
      servers: [],
      operations: [{ paths: ['/users'] }],
    });
    expect(compileText(text('host: api.test\nschemes: [http, https, ws]')).part.servers).toEqual([
      'http://api.test',
      'https://api.test',
    ]);
    expect(compileFixture('fitness.swagger.yaml').part.servers).toEqual(['https://api.fitness.test']);
  });

  it('lose a trailing slash', () => {
    const compiled = compileFixture('books.openapi.yaml');
    expect(compiled.part.servers).toEqual(['https://api.books.test/api.bks/2.0']);
    expect(operationOf(compiled, 'POST /Accounts/{AccountID}/Attachments/{FileName}').paths).toEqual([
      '/api.bks/2.0/Accounts/{AccountID}/Attachments/{FileName}',
    ]);
  });

  it('expand enumerated variables, keep free ones, and take a default where it is the host', () => {
    expect(compileFixture('monitor.openapi.yaml').part.servers).toEqual([
      'https://{subdomain}.monitor.test',
      'https://{subdomain}.eu.monitor.test',
      'https://{name}',
      'https://api.monitor.dev',
    ]);
  });

  it('of a path item or an operation replace those of the document', () => {
    const compiled = compileFixture('monitor.openapi.yaml');
    expect(operationOf(compiled, 'GET /api/v1/usage').servers).toBeUndefined();
    expect(operationOf(compiled, 'POST /v1/input')).toMatchObject({
      servers: ['https://{subdomain}.agent.monitor.test'],
      paths: ['/v1/input'],
    });
    expect(operationOf(compiled, 'PUT /v1/input')).toMatchObject({
      servers: ['/uploads'],
      paths: ['/uploads/v1/input'],
    });
  });

  it.each([
    ['none', undefined, [], ['/users']],
    ['the root of the same host', [{ url: '/' }], [], ['/users']],
    ['a relative path', [{ url: './v2' }], ['/v2'], ['/v2/users']],
    ['no scheme', [{ url: 'api.test/v2' }], ['https://api.test/v2'], ['/v2/users']],
    ['no scheme but slashes', [{ url: '//api.test/v2/?a=b' }], ['https://api.test/v2'], ['/v2/users']],
    ['an undeclared variable', [{ url: '{base}/v2' }], ['https://{base}/v2'], ['/v2/users']],
    [
      'a variable with a whole URL as its default',
      [{ url: '{base}/v2', variables: { base: { default: 'https://api.test' } } }],
      ['https://api.test/v2'],
      ['/v2/users'],
    ],
    [
      'a free variable in the base path',
      [{ url: 'https://api.test/{tenant}/v2', variables: { tenant: { default: 'acme' } } }],
      ['https://api.test/{tenant}/v2'],
      ['/{tenant}/v2/users'],
    ],
    [
      'a variable of several segments in the base path',
      [{ url: 'https://api.test/{path}', variables: { path: { default: 'api/v2' } } }],
      ['https://api.test/api/v2'],
      ['/api/v2/users'],
    ],
    [
      'a placeholder as the default host',
      [{ url: 'https://{host}', variables: { host: { default: 'api.example.com' } } }],
      ['https://{host}'],
      ['/users'],
    ],
    [
      'two base paths',
      [{ url: 'https://api.test/v1' }, { url: 'https://eu.api.test/v1' }, { url: 'https://sandbox.test' }],
      ['https://api.test/v1', 'https://eu.api.test/v1', 'https://sandbox.test'],
      ['/v1/users', '/users'],
    ],
  ])('are read where they state %s', (_what, servers, expected, paths) => {
    const compiled = pathsOf(servers);
    expect(compiled.part.servers).toEqual(expected);
    expect(operationOf(compiled, 'GET /users').paths).toEqual(paths);
  });

  it.each([
    ['https://your-domain.tracker.test', 'https://{your-domain}.tracker.test'],
    ['https://login.yourOrgSubDomain.id.test/api', 'https://login.{yourOrgSubDomain}.id.test/api'],
    ['https://subdomain.id.test', 'https://{subdomain}.id.test'],
    ['https://yours.id.test', 'https://yours.id.test'],
    ['https://your-domain.test', 'https://your-domain.test'],
  ])('turn a placeholder in a host into a variable: %s', (url, expected) => {
    const compiled = pathsOf([{ url }]);
    expect(compiled.part.servers).toEqual([expected]);
    expect(compiled.warnings).toHaveLength(url === expected ? 0 : 1);
  });
});

describe('paths', () => {
  it('with odd forms are mended or told of, never dropped in silence', () => {
    const compiled = compileFixture('fitness.swagger.yaml');
    expect(compiled.part.operations.map(({ id }) => id)).toEqual([
      'GET /1/user/-/{resource}/date/{date}/{period}.json',
      'GET /1/user/-/{resource}/date/{start-date}/{end-date}.json',
      'PATCH /1/user/{userId}/find?q={q}',
    ]);
    expect(compiled.warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '6: The path 1/user/-/{resource}/date/{date}/{period}.json has no leading slash; one was added.',
      '12: `post` stands among the paths, where no path says what it is for; it was left out.',
      '16: /1/user/{userId}/find?q={q} has the unknown method or field `query`, which was left out.',
      '19: /1/user/{userId}/find?q={q} has the unknown method or field `LOCK`, which was left out.',
      '10: No request can tell apart GET /1/user/-/{resource}/date/{date}/{period}.json and GET /1/user/-/{resource}/date/{start-date}/{end-date}.json; each accepts the security of any of them.',
    ]);
  });

  it('that differ by parameter names alone accept the security of either, for the same method only', () => {
    const compiled = compileFixture('books.openapi.yaml', 'all');
    const either = [{ OAuth2: ['books.attachments', 'books.attachments.read'] }, { OAuth2: ['books.files'] }];
    const [byId, byName, post] = compiled.part.operations;
    expect(byId?.security).toEqual(either);
    expect(byName?.security).toEqual(either);
    expect(byName?.assignments?.map(({ scope, source }) => [scope, source.line])).toEqual([
      ['books.attachments', 10],
      ['books.attachments.read', 10],
      ['books.files', 14],
    ]);
    expect(post?.security).toEqual([{ OAuth2: ['books.attachments'] }]);
  });

  it('that differ by parameter names are left alone where the security of one is unknown, or the servers differ', () => {
    const own = { security: [{ key: [] }] };
    const compiled = compileObject({
      paths: {
        '/a/{x}': { get: own },
        '/a/{y}': { get: {} },
        '/b/{x}': { get: own },
        '/b/{y}': { get: { ...own, servers: [{ url: 'https://up.test' }] } },
      },
    });
    expect(compiled.part.operations.map(({ security }) => security)).toEqual([
      [{ key: [] }],
      'undocumented',
      [{ key: [] }],
      [{ key: [] }],
    ]);
    expect(compiled.warnings).toHaveLength(1);
  });

  it('that are told twice in one form become one operation', () => {
    const compiled = compileObject({
      paths: { '/a': { get: { security: [{ key: ['x'] }] } }, a: { GET: { security: [{ key: ['y'] }] } } },
    });
    expect(compiled.part.operations).toMatchObject([
      { id: 'GET /a', security: [{ key: ['x'] }, { key: ['y'] }], sources: [{ line: 5 }, { line: 16 }] },
    ]);
  });

  it.each([
    ['/a/:id/b:batchGet', '/a/{id}/b:batchGet'],
    ['/a/{+name}', '/a/{name}'],
    ['/a/{id}{.format}', '/a/{id}.{format}'],
    ['/a/{id:[0-9]+}', '/a/{id}'],
    ['/a/{ids*}{?page,size}', '/a/{ids}'],
    ['/a/thumbnail.{extension}', '/a/thumbnail.{extension}'],
    ['/drive/root:/{id}:/x', '/drive/root:/{id}:/x'],
    ['/a/{unclosed', '/a/{unclosed'],
  ])('%s is the template %s', (stated, expected) => {
    const [operation] = compileObject({ paths: { [stated]: { get: {} } } }).part.operations;
    expect(operation).toMatchObject({ path: expected, paths: [expected] });
  });

  it.each(['/token#refresh', '/groups?name={name}'])(
    '%s keeps its query or fragment in its name alone',
    (stated) => {
      const [operation] = compileObject({ paths: { [stated]: { get: {} } } }).part.operations;
      expect(operation).toMatchObject({
        path: stated,
        paths: [stated.replace(/[?#].*/, '')],
        parameters: [],
      });
    },
  );
});

describe('parameters', () => {
  it('come from the template, and from declarations behind references of the same document', () => {
    const compiled = compileFixture('droplets.openapi.yaml', 'all');
    const source = (line: number) => ({ document: 'droplets.openapi.yaml', line });
    expect(operationOf(compiled, 'GET /v2/droplets/{droplet_id}/actions/{action}').parameters).toEqual([
      { name: 'droplet_id', in: 'path', required: true, format: 'int64', source: source(28) },
      { name: 'action', in: 'path', required: true, source: source(31) },
      { name: 'verbose', in: 'query', required: true, source: source(33) },
    ]);
  });

  it('in other documents, or behind broken references, are told of once', () => {
    expect(messagesOf(compileFixture('droplets.openapi.yaml', 'all'))).toEqual([
      'The parameter parameters.yml#/tag_name is in another document; path parameters were taken from the templates, others are left out.',
      'The parameter #/components/parameters/gone is a reference that leads nowhere; path parameters were taken from the templates, others are left out.',
    ]);
  });

  it('of Swagger carry their format and their only value', () => {
    const compiled = compileText(
      'swagger: "2.0"\npaths:\n  /a:\n    get:\n      parameters:\n        - { name: version, in: header, type: string, format: date, enum: [2024-01-01] }\n        - { name: body, in: body }\n',
    );
    expect(compiled.part.operations[0]?.parameters).toEqual([
      {
        name: 'version',
        in: 'header',
        required: false,
        format: 'date',
        value: '2024-01-01',
        source: { document: 'api.yaml', line: 6 },
      },
    ]);
  });
});

describe('references', () => {
  it('to operations and path items of the same document are followed', () => {
    const compiled = compileFixture('droplets.openapi.yaml', 'all');
    expect(operationOf(compiled, 'GET /v2/droplets')).toMatchObject({
      summary: 'List droplets',
      security: [{ bearer: ['droplet:read'] }],
      sources: [{ line: 9 }],
    });
  });

  const broken = (paths: object): UserError => {
    try {
      compileObject({ paths });
    } catch (error) {
      if (error instanceof UserError) return error;
    }
    throw new Error('compiled');
  };

  it('to other documents are errors that name them and their place', () => {
    const error = broken({ '/a': { get: { $ref: 'resources/a.yml#/get' } } });
    expect(error.message).toBe('GET /a is a reference to another document: resources/a.yml#/get.');
    expect(error.place).toEqual({ file: 'api.json', line: 5 });
    expect(error.remedy).toContain('bundle');
    expect(broken({ '/a': { $ref: 'https://api.test/a.json' } }).message).toContain(
      'https://api.test/a.json',
    );
    expect(broken({ $ref: './paths.yaml' }).message).toContain('./paths.yaml');
  });

  it('to nothing, and in circles, are errors where operations would be missing', () => {
    expect(broken({ '/a': { $ref: '#/nowhere' } }).message).toBe(
      'The path /a is a reference to nothing: #/nowhere.',
    );
    expect(broken({ '/a': { $ref: '#/paths/~1a' } }).message).toContain('leads back to itself');
    expect(broken({ '/a': { $ref: '#/constructor/prototype' } }).message).toContain('nothing');
  });

  it('in schemas, responses and examples are not looked at', () => {
    const responses = { 200: { $ref: 'https://far.test/x.json' }, 404: { $ref: '#/gone' } };
    expect(compileObject({ paths: { '/a': { get: { security: [], responses } } } }).warnings).toEqual([]);
  });
});

it('deprecated operations say where the document marks them', () => {
  expect(operationOf(compileFixture('drawings.openapi.yaml'), 'PUT /v1/me').deprecated).toEqual({
    note: 'The document marks the operation as deprecated.',
    source: { document: 'drawings.openapi.yaml', line: 31 },
  });
});

it('webhooks are no operations', () => {
  const ids = compileFixture('drawings.openapi.yaml').part.operations.map(({ id }) => id);
  expect(ids).toEqual(['GET /v1/files/{file_key}', 'GET /v1/me', 'PUT /v1/me']);
  expect(messagesOf(compileObject({ webhooks: {} }))).toEqual([
    'The document describes only webhooks, so the catalog has no operations.',
  ]);
});
