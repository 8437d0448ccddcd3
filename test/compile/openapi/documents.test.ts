import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { openApiFormat } from '../../../src/compile/formats/openapi.js';
import { formats } from '../../../src/compile/formats/index.js';
import { compileSources } from '../../../src/compile/index.js';
import { UserError } from '../../../src/model/errors.js';
import { compileText, fixtureText } from './compile.js';

const specs = new URL('../../fixtures/specs/', import.meta.url).pathname;

function errorOf(text: string, document = 'api.yaml'): UserError {
  try {
    compileText(text, document);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('compiled');
}

describe('which documents', () => {
  const matches = (file: string, text: string) => openApiFormat.matches({ document: file, file, text });

  it('are taken for OpenAPI', () => {
    expect(formats).toContain(openApiFormat);
    expect(matches('a.json', '{"info":{},\n"swagger" : "2.0"}')).toBe(true);
    expect(matches('a.JSON', '\uFEFF{"openapi":"3.1.0"}')).toBe(true);
    expect(matches('a.yml', '# note\ninfo: {}\nopenapi: 3.0.0\n')).toBe(true);
    expect(matches('a.yaml', "'swagger': '2.0'\n")).toBe(true);
    expect(matches('a.md', 'openapi: 3.0.0\n')).toBe(false);
    expect(matches('a.yaml', 'see:\n  openapi: 3.0.0\n')).toBe(false);
    expect(matches('a.json', '{"schemas":{"openapi":{"type":"object"}}}')).toBe(false);
  });

  it('compile to a catalog that is named after the file', () => {
    const { catalog } = compileSources([`${specs}drawings.openapi.yaml`], { scopeArray: 'any' });
    expect(catalog).toMatchObject({
      provider: 'drawings',
      title: 'Drawings',
      servers: ['https://api.drawings.test'],
    });
  });

  it.each(['1.2', '4.0.0'])('of version %s are refused', (version) => {
    expect(errorOf(`info: {}\nopenapi: ${version}\npaths: {}\n`)).toMatchObject({
      message: `The document is of the version openapi ${version}, which can't be read.`,
      place: { file: 'api.yaml', line: 2 },
    });
  });

  it.each(['openapi: 3.2.0', 'openapi: 3.1', 'swagger: 2.0', '"openapi": "3.0.3"'])(
    'with %s are read',
    (version) => {
      expect(compileText(`${version}\npaths: { /a: { get: {} } }\n`).part.operations).toHaveLength(1);
    },
  );
});

describe('broken documents', () => {
  it.each([
    ['a comma too many', 'api.json', '{\n  "openapi": "3.0.0",\n  "paths": {},\n}\n', 4, /valid JSON/],
    ['a comment in JSON', 'api.json', '{ // x\n}', 1, /valid JSON/],
    ['JSON that ends early', 'api.json', '{\n"openapi": "3.0.0"', 2, /valid JSON/],
    ['bad indentation', 'api.yaml', 'openapi: 3.0.0\npaths:\n  /a:\n get: {}\n', 4, /valid YAML/],
    [
      'a key twice in YAML',
      'api.yaml',
      'openapi: 3.0.0\npaths: {}\npaths: {}\n',
      3,
      /duplicated mapping key/,
    ],
    ['an unknown alias', 'api.yaml', 'openapi: 3.0.0\npaths: *gone\n', 2, /valid YAML/],
    ['a tag that runs code', 'api.yaml', 'openapi: 3.0.0\nx: !!js/function "x"\n', 2, /valid YAML/],
    ['a list', 'api.yaml', '- openapi\n', 1, /no mapping/],
    ['no text', 'api.yaml', '\n', 1, /no mapping/],
    ['no version', 'api.json', '{"paths":{}}', 1, /says nowhere/],
    ['no paths', 'api.yaml', 'openapi: 3.0.0\n', 1, /no `paths`/],
    ['paths that are a list', 'api.yaml', 'openapi: 3.0.0\npaths: []\n', 2, /no `paths`/],
  ])('with %s name the file and the line', (_what, document, text, line, message) => {
    const error = errorOf(text, document);
    expect(error.message).toMatch(message);
    expect(error.place).toMatchObject({ file: document, line });
  });

  it.each([
    ['JSON', `{"openapi":"3.0.0","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['YAML', `openapi: 3.0.0\nx: ${'['.repeat(200_000)}`],
  ])('nested without end in %s are errors of the user', (_what, text) => {
    expect(errorOf(text).message).toMatch(/nest/);
  });

  it('tell of a key that stands twice in JSON, where the last one counts', () => {
    const compiled = compileText(
      '{"openapi":"3.0.0","paths":{\n"/a":{"get":{"security":[]}},\n"/a":{"put":{"security":[]},\n"put":{"summary":"x"}}}}',
      'api.json',
    );
    expect(compiled.part.operations.map(({ id }) => id)).toEqual(['PUT /a']);
    expect(compiled.warnings.map(({ line, message }) => [line, message])).toEqual([
      [3, 'The key /a is repeated; only the last one counts.'],
      [4, 'The key put is repeated; only the last one counts.'],
    ]);
  });

  it('with an alias bomb cost no more than their text', () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `  a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`,
    );
    const text = `openapi: 3.0.0\nx-bomb:\n  a0: &a0 [x]\n${levels.join('\n')}\npaths: { /a: { get: {} } }\n`;
    expect(compileText(text).part.operations).toHaveLength(1);
  });
});

describe('forms of one document', () => {
  it('give YAML scalars as their author wrote them', () => {
    const compiled = compileText(
      'openapi: 3.0.0\ninfo: { title: 2026-01-02 }\npaths: { /a: { get: { security: [{ key: [1.10, 2022-11-28, 0x10, no, true] }] } } }\n',
    );
    expect(compiled.part.title).toBe('2026-01-02');
    expect(compiled.part.operations[0]?.security).toEqual([
      { key: ['1.10', '2022-11-28', '0x10', 'no', 'true'] },
    ]);
  });

  it('follow merge keys and anchors', () => {
    const compiled = compileText(
      'openapi: 3.0.0\nx-base: &base\n  security: [{ key: [a] }]\npaths:\n  /a:\n    get: { <<: *base, deprecated: true }\n    put: *base\n',
    );
    expect(compiled.part.operations).toMatchObject([
      { id: 'GET /a', security: [{ key: ['a'] }], sources: [{ line: 6 }] },
      { id: 'PUT /a', security: [{ key: ['a'] }] },
    ]);
  });

  it('ignore a byte order mark', () => {
    expect(
      compileText(`\uFEFF${fixtureText('chat.swagger.json')}`, 'chat.json').part.operations,
    ).toHaveLength(3);
    expect(compileText(`\uFEFF${fixtureText('books.openapi.yaml')}`).part.operations).toHaveLength(3);
  });

  const scopeName = fc.stringMatching(/^[a-z]{1,6}[:._ ]?[a-z0-9]{1,4}$/);
  const operation = fc.record(
    {
      summary: fc.string({ maxLength: 30 }),
      deprecated: fc.boolean(),
      security: fc.array(
        fc.dictionary(fc.constantFrom('key', 'oauth'), fc.array(scopeName, { maxLength: 3 })),
        {
          maxLength: 3,
        },
      ),
    },
    { requiredKeys: [] },
  );
  const method = fc.constantFrom('get', 'put', 'post', 'delete', 'patch');
  const document = fc.record({
    openapi: fc.constant('3.0.3'),
    paths: fc.dictionary(
      fc.stringMatching(/^\/[a-z]{1,5}(\/\{[a-z]{1,3}\}){0,2}$/),
      fc.dictionary(method, operation, { minKeys: 1 }),
      { minKeys: 1, maxKeys: 5 },
    ),
  });

  it('JSON in one line, indented JSON and YAML compile to the same facts, and lines point at them', () => {
    fc.assert(
      fc.property(document, (value) => {
        const texts = {
          'api.json': JSON.stringify(value, undefined, 2),
          'api.min.json': JSON.stringify(value),
          'api.yaml': dump(value, { noRefs: true, lineWidth: 40 }),
          'api.flow.yaml': dump(value, { noRefs: true, flowLevel: 3, forceQuotes: true }),
        };
        const facts = Object.entries(texts).map(([name, text]) => {
          const { part } = compileText(text, name, 'all');
          const lines = text.split('\n');
          for (const { method, sources, assignments = [] } of part.operations) {
            for (const source of sources) expect(lines[source.line - 1]).toContain(method.toLowerCase());
            for (const { scope, source } of assignments)
              expect(lines.slice(source.line - 1).join('\n')).toContain(scope);
          }
          return JSON.stringify(part.operations, (key, field: unknown) =>
            key === 'source' || key === 'sources' || key === 'assignments' ? undefined : field,
          );
        });
        expect(new Set(facts).size).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it('any nonsense under the known fields gives a catalog or an error of the user', () => {
    const nonsense = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom<unknown>(
          null,
          true,
          0,
          '',
          'oauth2',
          '/a',
          '#/paths',
          '#',
          'x.yaml#/a',
          'https://{a}.b/{c}',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            '$ref',
            'get',
            'post',
            'query',
            '/a',
            '/a/{b}',
            '',
            'parameters',
            'security',
            'servers',
            'url',
            'variables',
            'enum',
            'default',
            'name',
            'in',
            'schema',
            'type',
            'flows',
            'scopes',
            'oauth',
            'deprecated',
            'summary',
            'x-klaviyo-scopes',
            'x-klaviyo-ratelimit',
            'burst',
            'x-atlassian-oauth2-scopes',
            'scheme',
            '__proto__',
          ),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }));
    const any = nonsense.value;
    const fields = fc.record(
      {
        info: any,
        servers: any,
        host: any,
        basePath: any,
        schemes: any,
        security: any,
        components: fc.record({ securitySchemes: any }),
        securityDefinitions: any,
        'x-ms-paths': any,
      },
      { requiredKeys: [] },
    );
    const paths = fc.dictionary(fc.constantFrom('/a', '/a/{b}', 'a', 'get', 'x-a'), any);
    const version = fc.constantFrom({ openapi: '3.1.0' }, { swagger: '2.0' });
    fc.assert(
      fc.property(
        version,
        fields,
        fc.oneof(paths, any),
        fc.constantFrom('any', 'all', undefined),
        (named, rest, given, scopeArray) => {
          const text = JSON.stringify({ ...named, ...rest, paths: given });
          try {
            const { part } = compileText(text, 'api.json', scopeArray);
            expect(new Set(part.operations.map(({ id }) => id)).size).toBe(part.operations.length);
            for (const { security } of part.operations) expect(security.length).toBeGreaterThan(0);
          } catch (error) {
            if (!(error instanceof UserError)) throw error;
            expect(error.place?.file).toBe('api.json');
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
