import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecurityRequirement } from '../../../src/model/catalog.js';
import {
  compileFixture,
  compileObject,
  compileText,
  messagesOf,
  operationOf,
  securityOf,
} from './compile.js';

const get = (security: unknown) => ({ '/x': { get: { security } } });

describe('what an operation requires', () => {
  it('is any of its requirements, each all of its schemes and scopes', () => {
    expect(securityOf(compileFixture('monitor.openapi.yaml'))).toEqual({
      'GET /api/v1/dashboards': [{ apiKey: [], appKey: [] }, { AuthZ: ['dashboards_read'] }],
      'POST /api/v1/dashboards': [{ apiKey: [], appKey: [] }],
      'GET /api/v1/validate': [{ apiKey: [] }],
      'GET /api/v1/status': [{}],
      'GET /api/v1/usage': [{ AuthZ: ['usage_read'] }, { AuthZ: ['billing_read'] }],
      'POST /v1/input': [{ apiKey: [], appKey: [] }],
      'PUT /v1/input': [{ apiKey: [], appKey: [] }],
    });
  });

  it('is unknown where neither the operation nor the document says anything', () => {
    expect(securityOf(compileObject({ paths: { '/x': { get: {} } } }))).toEqual({ 'GET /x': 'undocumented' });
  });

  it('is nothing where the document says an empty list, and an operation may override that', () => {
    const compiled = compileObject({
      security: [],
      paths: { '/x': { get: {}, put: { security: [{ key: [] }] } } },
    });
    expect(securityOf(compiled)).toEqual({ 'GET /x': [{}], 'PUT /x': [{ key: [] }] });
  });

  it('keeps the anonymous alternative beside others', () => {
    expect(securityOf(compileFixture('tracker.openapi.json'))['GET /rest/api/3/issue/{key}']).toEqual([
      { basicAuth: [] },
      { OAuth2: ['read:work'] },
      {},
    ]);
  });

  it('counts scopes on a scheme of any type', () => {
    const compiled = compileFixture('droplets.openapi.yaml');
    expect(operationOf(compiled, 'DELETE /v2/droplets').security).toEqual([
      { bearer: ['droplet:delete', 'block_storage:delete'] },
    ]);
    expect(compiled.part.schemes).toEqual({ bearer: { type: 'http' } });
  });

  it.each([
    ['a requirement without its list', { key: ['a'] }, [{ key: ['a'] }]],
    ['a scheme without a list of scopes', [{ key: null }], [{ key: [] }]],
    ['a single scope without its list', [{ key: 'a' }], [{ key: ['a'] }]],
    ['a scope twice', [{ key: ['a', 'a', ''] }], [{ key: ['a'] }]],
    ['text among requirements', ['key', { key: [] }], [{ key: [] }]],
    ['nothing but text', ['key'], 'undocumented'],
    ['a number', 7, 'undocumented'],
    ['null', null, 'undocumented'],
    ['a scheme called __proto__', JSON.parse('[{"__proto__":["a"]}]'), [JSON.parse('{"__proto__":["a"]}')]],
  ])('is read from %s', (_what, security, expected) => {
    expect(operationOf(compileObject({ paths: get(security) }), 'GET /x').security).toEqual(expected);
  });

  it('tells of a security field that is no list of requirements', () => {
    const compiled = compileObject({ paths: get(['key', { key: [] }]) });
    expect(compiled.warnings).toEqual([
      {
        file: 'api.json',
        line: 6,
        message: 'The `security` of GET /x is no list of requirements; what is none was left out.',
      },
    ]);
  });
});

describe('scopes and schemes', () => {
  it('come from the declarations, with the lines where they stand', () => {
    const { part } = compileFixture('drawings.openapi.yaml');
    expect(part.scopes.map(({ name, description, source }) => [name, description, source.line])).toEqual([
      ['file_content:read', 'Read the contents of files.', 54],
      ['files:read', 'Deprecated. Read files and more.', 55],
      ['current_user:read', 'Read your name.', 56],
      ['comments:write', 'Post comments.', 57],
    ]);
    expect(part.schemes).toEqual({ PersonalToken: { type: 'apiKey' }, OAuth2: { type: 'oauth2' } });
  });

  it('come from the security definitions of Swagger, without extensions', () => {
    const { part } = compileFixture('chat.swagger.json');
    expect(part.scopes.map(({ name, source }) => [name, source.line])).toEqual([
      ['channels:read', 14],
      ['groups:read', 15],
      ['none', 16],
    ]);
    expect(part.schemes).toEqual({ chatAuth: { type: 'oauth2' }, basic: { type: 'http' } });
  });

  it('warns of scopes that are asked for and not declared, where some are declared', () => {
    expect(messagesOf(compileFixture('monitor.openapi.yaml'))).toEqual([
      'Operations ask for scopes that no security scheme declares: billing_read.',
    ]);
    expect(messagesOf(compileFixture('droplets.openapi.yaml')).join()).not.toContain('declares');
  });

  it('names the line of each scope that an operation asks for', () => {
    const compiled = compileFixture('drawings.openapi.yaml');
    const lines = (id: string) =>
      operationOf(compiled, id).assignments?.map(({ scope, source }) => [scope, source.line]);
    expect(lines('GET /v1/files/{file_key}')).toEqual([
      ['file_content:read', 21],
      ['files:read', 22],
    ]);
    expect(lines('GET /v1/me')).toEqual([['current_user:read', 29]]);
    expect(lines('PUT /v1/me')).toBeUndefined();
  });

  it('counts a scheme of an unknown type as http, and says so', () => {
    const compiled = compileObject({
      paths: {},
      components: { securitySchemes: { odd: { type: 'bearer' }, none: 3 } },
    });
    expect(compiled.part.schemes).toEqual({ odd: { type: 'http' } });
    expect(messagesOf(compiled)).toEqual([
      'The `paths` of the document are empty, so the catalog has no operations.',
      'The security scheme odd has the unknown type "bearer" and counts as `http`.',
      'The security scheme none is no object and was left out.',
    ]);
  });
});

describe('several scopes in one list', () => {
  const id = 'GET /v1/files/{file_key}';

  it('mean all of them, as the standard says, with one warning for the document', () => {
    const compiled = compileFixture('drawings.openapi.yaml');
    expect(operationOf(compiled, id).security).toContainEqual({
      OAuth2: ['file_content:read', 'files:read'],
    });
    expect(compiled.warnings).toHaveLength(1);
    expect(compiled.warnings[0]).toMatchObject({ file: 'drawings.openapi.yaml', line: 21 });
    expect(compiled.warnings[0]?.message).toContain('lists file_content:read, files:read in one requirement');
  });

  it('are no question once the setting says all', () => {
    const compiled = compileFixture('drawings.openapi.yaml', 'all');
    expect(operationOf(compiled, id).security).toContainEqual({
      OAuth2: ['file_content:read', 'files:read'],
    });
    expect(compiled.warnings).toEqual([]);
  });

  it('are alternatives where the setting says any', () => {
    const compiled = compileFixture('drawings.openapi.yaml', 'any');
    expect(operationOf(compiled, id).security).toEqual([
      { PersonalToken: [] },
      { OAuth2: ['file_content:read'] },
      { OAuth2: ['files:read'] },
    ]);
    expect(compiled.warnings).toEqual([]);
  });

  it('says where the names look like alternatives', () => {
    expect(messagesOf(compileFixture('books.openapi.yaml'))[0]).toContain(
      'In 1 of 1 the names look like alternatives of one another.',
    );
  });

  it('takes one scope for two schemes with the same list', () => {
    const compiled = compileObject(
      { paths: get([{ implicit: ['a', 'b'], code: ['a', 'b'], key: [] }]) },
      'any',
    );
    expect(operationOf(compiled, 'GET /x').security).toEqual([
      { implicit: ['a'], code: ['a'], key: [] },
      { implicit: ['b'], code: ['b'], key: [] },
    ]);
  });

  it('refuses to expand without end', () => {
    const scopes = (scheme: string) => Array.from({ length: 40 }, (_, index) => `${scheme}${index}`);
    const paths = get([{ a: scopes('a'), b: scopes('b') }]);
    expect(() => compileObject({ paths }, 'any')).toThrow(/more than 1024 alternatives/);
    expect(operationOf(compileObject({ paths }), 'GET /x').security).toHaveLength(1);
  });

  it('any: a set of scopes is enough for the alternatives exactly when it has one of each list', () => {
    const names = ['a', 'b', 'c', 'd'];
    const requirement = fc.dictionary(
      fc.constantFrom('s1', 's2', 's3'),
      fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(requirement, { minLength: 1, maxLength: 4 }),
        fc.subarray(names),
        (stated, held) => {
          const any = (scopes: readonly string[]) =>
            scopes.length === 0 || scopes.some((scope) => held.includes(scope));
          const all = (scopes: readonly string[]) => scopes.every((scope) => held.includes(scope));
          const suffices = (
            list: readonly SecurityRequirement[],
            test: (scopes: readonly string[]) => boolean,
          ) => list.some((alternative) => Object.values(alternative).every(test));
          const split = operationOf(compileObject({ paths: get(stated) }, 'any'), 'GET /x').security;
          expect(split).not.toBe('undocumented');
          expect(suffices(split as SecurityRequirement[], all)).toBe(suffices(stated, any));
        },
      ),
    );
  });
});

describe('what vendors state in extension fields', () => {
  it('Klaviyo: scopes of the key, but not where the operation is public', () => {
    const compiled = compileFixture('mailing.openapi.json', 'all');
    expect(securityOf(compiled)).toEqual({
      'GET /api/campaigns': [{ 'Mailing-Key': ['campaigns:read', 'templates:read'] }],
      'POST /client/events': [{}],
      'GET /client/events': [{}],
    });
    expect(operationOf(compiled, 'GET /api/campaigns').assignments?.[0]?.source.line).toBe(10);
    expect(operationOf(compiled, 'POST /client/events').alsoStated).toEqual([
      {
        scopes: ['events:write'],
        path: '/client/events',
        source: { document: 'mailing.openapi.json', line: 14 },
      },
    ]);
  });

  it('Klaviyo: rate limits, one rule an operation', () => {
    const compiled = compileFixture('mailing.openapi.json', 'all');
    expect(compiled.part.rateLimits).toMatchObject([
      {
        id: 'GET /api/campaigns',
        applies: { operations: ['GET /api/campaigns'] },
        windows: [
          { quota: 10, windowSeconds: 1 },
          { quota: 150, windowSeconds: 60 },
          { quota: 225, windowSeconds: 86_400 },
        ],
        sources: [{ document: 'mailing.openapi.json', line: 9 }],
      },
    ]);
    expect(messagesOf(compiled)).toEqual([
      'The rate limit "lots" of POST /client/events has an unknown form and was left out.',
    ]);
  });

  it('Atlassian: current alternatives, each a set of all; beta ones are left out with a warning', () => {
    const compiled = compileFixture('tracker.openapi.json', 'any');
    expect(securityOf(compiled)).toEqual({
      'GET /rest/api/3/issue/{key}': [{ basicAuth: [] }, { OAuth2: ['read:work'] }, {}],
      'PUT /rest/api/3/issue/{key}': [{ basicAuth: [] }, { OAuth2: ['write:work'] }],
      'DELETE /rest/api/3/issue/{key}': 'undocumented',
    });
    expect(messagesOf(compiled).join()).toContain('read:issue:tracker, read:user:tracker');
  });
});

it('YAML aliases that would expand to millions of facts end with an error, not with the memory', () => {
  const scopes = Array.from({ length: 2000 }, (_, index) => `s${index}`).join(', ');
  const paths = Array.from({ length: 2000 }, (_, index) => `  /p${index}: { get: { security: *security } }`);
  const text = `openapi: 3.0.0\nx-security: &security\n  - key: [${scopes}]\npaths:\n${paths.join('\n')}\n`;
  expect(() => compileText(text)).toThrow(/expands to more than/);
});
