import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globReaches } from '../../src/catalog/path-glob.js';
import { isSameRoute, routeKey, templateEndsWith } from '../../src/catalog/path-template.js';
import { validateCatalog } from '../../src/catalog/validate.js';
import { catalogText, compileProvider, conflictText } from '../../src/compile/index.js';
import { markdownFormat } from '../../src/compile/formats/markdown.js';
import { mergeParts } from '../../src/compile/merge.js';
import { groupBy } from '../../src/compile/order.js';
import type { Operation, SourceRef } from '../../src/model/catalog.js';
import { packageRoot } from '../../src/catalog/read-package-root.js';

const folder = path.join(packageRoot(), 'data', 'trust-platform');
const { catalog, conflicts, warnings } = compileProvider(folder);
const operation = (id: string): Operation => catalog.operations.find((candidate) => candidate.id === id)!;
const scopesOf = (id: string): string[] => {
  const { security } = operation(id);
  return security === 'undocumented'
    ? []
    : security.flatMap((requirement) => Object.values(requirement).flat());
};
const operationsOf = (scope: string): string[] =>
  catalog.operations.map(({ id }) => id).filter((id) => scopesOf(id).includes(scope));
const limit = (id: string) => catalog.rateLimits.find((candidate) => candidate.id === id)!;
const lineOf = ({ document, line }: SourceRef): string =>
  readFileSync(path.join(folder, document), 'utf8').split('\n')[line - 1] ?? '';

/** Operations per scope, counted by hand in the platform's documentation. */
const assigned: Record<string, number> = {
  ...{ ATTACHMENT: 2, ATTACHMENT_READ: 1, BULK_EXPORT: 1, ORGANIZATION: 4, SCIM: 14, USER: 9 },
  ...{ INTEGRATION_JWKS: 1, INTEGRATIONS: 5, INVENTORY: 4, INVENTORY_READ: 1, INVENTORY_WRITE: 1 },
  ...{ ASSESSMENT: 6, ASSESSMENT_READ: 4, CONSENT: 16, CONSENT_READ: 21, COOKIE: 3, COOKIE_READ: 2 },
  ...{ DATA_CATALOG_READ: 10, DATA_CATALOG_WRITE: 0, DATA_DISCOVERY: 13, DSAR_READ: 4, DSAR_WRITE: 8 },
  ...{ INCIDENT: 5, INCIDENT_CREATE: 1, INCIDENT_READ: 2, POLICY: 3, AUDIT_MANAGEMENT: 11, CONTROL: 12 },
  ...{ RISK: 11, VRM: 6, VRM_READ: 4, ITRM: 2 },
};

describe('the bundled catalog', () => {
  // To rebuild it: npm run catalog, or vitest run test/compile/trust-platform.test.ts -u
  it('is what its documents compile to, byte for byte', async () => {
    await expect(catalogText(catalog)).toMatchFileSnapshot(path.join(folder, 'catalog.json'));
  });

  it('compiles without warnings and is valid', () => {
    expect(warnings).toEqual([]);
    expect(validateCatalog(JSON.parse(catalogText(catalog)), 'catalog.json')).toEqual(catalog);
  });

  it('does not depend on the order of its documents, as no two of them state the same fact', () => {
    const documents = catalog.sources.map(({ document }) => {
      const file = path.join(folder, document);
      const source = { document, file, text: readFileSync(file, 'utf8') };
      return { document, file, part: markdownFormat.compile(source, { scopeArray: 'any' }).part };
    });
    const { provider, title, servers, schemes, sources } = catalog;
    fc.assert(
      fc.property(fc.shuffledSubarray(documents, { minLength: documents.length }), (shuffled) => {
        const merged = mergeParts(shuffled, { provider, title, servers, schemes, sources }, []);
        expect(catalogText({ ...merged.catalog, responses: [] })).toBe(
          catalogText({ ...catalog, responses: [] }),
        );
      }),
      { numRuns: 20 },
    );
  });
});

describe('scopes and assignments', () => {
  it('has 32 scopes, and 187 assignments over 169 operations', () => {
    expect(catalog.scopes.map(({ name }) => name)).toEqual(Object.keys(assigned).toSorted());
    const assignments = catalog.operations.flatMap((one) => one.assignments ?? []);
    expect(assignments).toHaveLength(187);
    expect(catalog.operations.filter((one) => one.assignments)).toHaveLength(169);
    expect(catalog.operations).toHaveLength(183);
  });

  it.each(Object.entries(assigned))('%s is assigned to %i operations', (scope, count) => {
    expect(operationsOf(scope)).toHaveLength(count);
  });

  it('every assignment, scope, limit and operation names the line that states it', () => {
    for (const one of catalog.operations) {
      for (const { scope, source } of one.assignments ?? []) {
        expect(lineOf(source)).toBe(`| ${scope} | ${one.method} | ${one.path} |`);
      }
      for (const source of one.sources) expect(lineOf(source)).toContain(`| ${one.method} | ${one.path} |`);
    }
    for (const { name, description, source } of catalog.scopes) {
      expect(lineOf(source)).toContain(`| ${name} | ${description} |`);
    }
    for (const { id, sources } of catalog.rateLimits) expect(lineOf(sources[0]!)).toContain(`| ${id} |`);
  });

  it('keeps the quirks of the docs', () => {
    const methods = (scope: string) => new Set(operationsOf(scope).map((id) => id.split(' ')[0]));
    expect(operationsOf('CONSENT').some((id) => id.startsWith('GET'))).toBe(false);
    expect(operationsOf('ASSESSMENT').some((id) => id.startsWith('GET'))).toBe(false);
    expect(operationsOf('INVENTORY_WRITE')).toEqual(['PUT /inventories/{type}/{id}']);
    expect(operationsOf('CONTROL')).toEqual(expect.arrayContaining(operationsOf('ITRM')));
    expect(methods('VRM_READ')).toContain('POST');
    expect(methods('CONSENT_READ')).toContain('POST');
    expect(operation('DELETE /user-group/{userGroupId}')).toBeDefined();
    expect(operation('DELETE /user-groups/{userGroupId}')).toBeUndefined();
    expect(catalog.scopes.flatMap(({ implies }) => implies)).toEqual([]);
  });

  it('reads several scopes of one operation as alternatives', () => {
    expect(operation('POST /incidents').security).toEqual([
      { oauth2: ['INCIDENT'] },
      { oauth2: ['INCIDENT_CREATE'] },
    ]);
  });

  it('lists both of two operations that are one route', () => {
    const routes = groupBy(
      catalog.operations,
      ({ method, path: template }) => `${method} ${routeKey(template)}`,
    );
    const shared = [...routes.values()].filter((operations) => operations.length > 1);
    expect(shared.map((operations) => operations.map(({ id }) => id))).toEqual([
      [
        'GET /v1/collectionpoints/{collectionpointGuid}/token',
        'GET /v1/collectionpoints/{collectionpointId}/token',
      ],
    ]);
  });

  it('keeps descriptions that go beyond the assignments as quotes', () => {
    const described = catalog.scopes.flatMap(({ name, describedAs }) =>
      describedAs.map(({ scope, quote, operations }) => [name, scope, quote, operations]),
    );
    expect(described).toEqual([
      ['ASSESSMENT', 'ASSESSMENT_READ', 'Read, write, delete templates and assessments', undefined],
      ['CONSENT', 'CONSENT_READ', 'Read, write, delete', undefined],
      ['INVENTORY_WRITE', 'INVENTORY', 'Write', ['POST /inventories/{type}']],
    ]);
  });
});

describe('operations without a scope', () => {
  it('are undocumented, never guessed', () => {
    expect(
      catalog.operations.filter(({ security }) => security === 'undocumented').map(({ id }) => id),
    ).toEqual([
      'POST /api/cmp/v1/webscans/cookies',
      'PUT /api/cookiemanager/v1/cookies',
      'GET /api/document/v4/attachments/token/{attachmentId}',
      'POST /request/v1/consentreceipts',
      'GET /rest/api/preferences/v3/datasubject-profiles',
      'GET /rest/api/preferences/v3/datasubjects/profile',
      'POST /v1/consentreceipts/bulk',
      'GET /v1/preferences',
      'GET /v3/datasubjects',
      'GET /v4/datasubjects/basic-details',
      'GET /v4/datasubjects/details',
      'GET /v4/datasubjects/ds-profiles',
      'GET /v4/datasubjects/profiles/{purposeGuid}',
    ]);
  });

  it('the document gateway takes a download token instead', () => {
    const gateway = operation('GET /api/document-gateway/{id}');
    expect(gateway.security).toEqual([{ downloadToken: [] }]);
    expect(catalog.schemes['downloadToken']).toMatchObject({
      type: 'token',
      obtainedFrom: 'GET /api/document/v4/attachments/token/{attachmentId}',
    });
    expect(
      gateway.parameters.map(({ name, in: place, required, format }) => [name, place, required, format]),
    ).toEqual([
      ['id', 'path', true, 'uuid'],
      ['Authorization', 'header', true, undefined],
    ]);
    const statuses = catalog.responses?.filter(({ operations }) => operations?.includes(gateway.id));
    expect(statuses?.map(({ status }) => status)).toEqual([200, 400, 401, 403, 404, 429, 500]);
  });

  it('knows the bodies of cookie create and update', () => {
    const shape = (id: string) => catalog.requestShapes[operation(id).requestShape ?? '']!;
    const create = shape('POST /api/cmp/v1/webscans/cookies');
    expect([create.body, create.fields.length]).toEqual(['array', 9]);
    expect(create.fields.find(({ name }) => name === 'customCategoryName')?.type).toBe('string');
    const update = shape('PUT /api/cookiemanager/v1/cookies');
    expect([update.body, update.fields.map(({ name }) => name)]).toEqual([
      'object',
      ['cookieId', 'description', 'thirdPartyDescription', 'length', 'domainCookieCategoryList'],
    ]);
    expect(catalog.requestShapes['DomainCookieCategory']?.fields).toHaveLength(4);
  });

  it('says what replaces the older data subject operations, and what v4 requires', () => {
    const older = catalog.operations.filter(({ deprecated }) => deprecated).map(({ id }) => id);
    expect(older).toEqual([
      'GET /rest/api/preferences/v3/datasubject-profiles',
      'GET /rest/api/preferences/v3/datasubjects/profile',
      'GET /v1/datasubjects/profiles',
      'GET /v1/linktokens',
      'GET /v2/datasubjects',
      'GET /v2/linkedidentitygroups',
      'GET /v2/linkedidentitygroups/{linkedIdentityGroupId}',
      'GET /v3/datasubjects',
    ]);
    const required = (id: string) =>
      operation(id)
        .parameters.filter((one) => one.required)
        .map(({ name }) => name);
    expect(required('GET /v4/datasubjects/basic-details')).toEqual(['identifier']);
    expect(required('GET /v4/datasubjects/details')).toEqual(['identifier']);
    expect(required('GET /v4/datasubjects/ds-profiles')).toEqual([]);
    expect(required('GET /v4/datasubjects/profiles/{purposeGuid}')).toEqual(['identifier', 'purposeGuid']);
  });
});

describe('full paths', () => {
  it.each([
    ['POST /attachments/v2', ['/api/document/v2/attachments']],
    ['GET /attachment/v3/{fileId}/content', ['/api/document/v3/attachments/{attachmentId}/content']],
    ['GET /v2/datasubjects', ['/api/consentmanager/v2/datasubjects']],
    ['GET /v1/linktokens', ['/api/consentmanager/v1/linktokens']],
    ['DELETE /user-group/{userGroupId}', ['/api/access/v1/user-groups/{userGroupId}']],
    ['GET /Users', ['/api/scim/v2/Users', '/api/scim/v3/Users']],
    ['GET /ServiceProviderConfig', ['/api/scim/v3/ServiceProviderConfig']],
    ['POST /risks', ['/api/risk/v2/risks']],
    ['GET /published-template-metadata', ['/api/template/v1/published-template-metadata']],
    ['POST /v1/consentreceipts/bulk', ['/request/v1/consentreceipts/bulk']],
    ['GET /v4/datasubjects/details', ['/rest/api/consent/v4/datasubjects/details']],
    ['GET /api/audit/v1/users/{userId}/activities', ['/api/audit/v1/users/{userId}/activities']],
    ['POST /v1/request', []],
  ])('%s', (id, paths) => {
    expect(operation(id).paths).toEqual(paths);
  });

  it('leaves four operations unpaired', () => {
    const unpaired = catalog.operations.filter(({ paths }) => paths.length === 0).map(({ id }) => id);
    expect(unpaired).toEqual([
      'GET /v1/preferences',
      'GET /v1/report/cookie',
      'POST /v1/request',
      'GET /v3/datasubjects',
    ]);
  });

  it('gives no full path to two routes', () => {
    for (const one of catalog.operations) {
      for (const other of catalog.operations) {
        if (one.method !== other.method || isSameRoute(one.path, other.path)) continue;
        for (const full of one.paths)
          expect(other.paths.some((candidate) => isSameRoute(full, candidate))).toBe(false);
      }
    }
  });

  it('spells only five operations otherwise than the docs do', () => {
    const respelt = catalog.operations.filter(({ path: docs, paths }) =>
      paths.some((full) => !templateEndsWith(full, docs)),
    );
    expect(respelt.map(({ id }) => id).toSorted()).toEqual(
      conflicts
        .filter(({ kind }) => kind === 'path')
        .map(({ subject }) => subject)
        .toSorted(),
    );
    expect(respelt).toHaveLength(5);
  });

  it('keeps what the other source states of scopes beside the assignments', () => {
    expect(operation('GET /v4/datasubjects/details')).toMatchObject({
      security: 'undocumented',
      alsoStated: [
        { scopes: ['CONSENT', 'CONSENT_READ'], path: '/rest/api/consent/v4/datasubjects/details' },
      ],
    });
    expect(catalog.scopes.map(({ name }) => name)).not.toContain('INTEGRATION');
  });
});

describe('rate limits', () => {
  it('has 16 rules, 4 of accounts and 12 of modules, with 20 windows', () => {
    expect(catalog.rateLimits).toHaveLength(16);
    expect(catalog.rateLimits.flatMap(({ windows }) => windows)).toHaveLength(20);
    const ofAccounts = catalog.rateLimits.filter(({ applies }) => applies.each ?? applies.account);
    expect(ofAccounts).toHaveLength(4);
    expect(catalog.rateLimits.filter(({ windows }) => windows.length === 2)).toHaveLength(4);
    expect(catalog.rateLimits.every(({ partition }) => partition === 'account')).toBe(true);
  });

  it.each([
    ['default-endpoint', undefined, { each: 'operation' }, [[1000, 60]]],
    ['default-account-hour', undefined, { account: true }, [[200_000, 3600]]],
    ['sandbox-endpoint', 'sandbox', { each: 'operation' }, [[250, 60]]],
    ['sandbox-account-hour', 'sandbox', { account: true }, [[50_000, 3600]]],
    ['integration-webhook', undefined, { pathGlob: '/integrationmanager/api/v1/webhook/*' }, [[3000, 60]]],
    [
      'scim',
      undefined,
      { pathGlob: '/api/scim/*' },
      [
        [2000, 60],
        [20_000, 3600],
      ],
    ],
    ['consent-receipts', undefined, { operations: ['POST /request/v1/consentreceipts'] }, [[2000, 60]]],
    [
      'consent-quota-v2-datasubjects',
      undefined,
      { operations: ['GET /v2/datasubjects'] },
      [
        [300, 60],
        [18_000, 3600],
      ],
    ],
    [
      'consent-quota-v3-datasubjects',
      undefined,
      { operations: ['GET /v3/datasubjects'] },
      [
        [1000, 60],
        [60_000, 3600],
      ],
    ],
  ])('%s', (id, environment, applies, windows) => {
    expect(limit(id).environment).toBe(environment);
    expect(limit(id).applies).toEqual(applies);
    expect(limit(id).windows.map(({ quota, windowSeconds }) => [quota, windowSeconds])).toEqual(windows);
  });

  it('tells rejecting, blocking and soft limits apart', () => {
    const ids = (violation: string) => catalog.rateLimits.filter((one) => one.violation === violation).length;
    expect([ids('rejected'), ids('blocked'), ids('degraded')]).toEqual([8, 1, 7]);
    expect(limit('integration-webhook').blockedSeconds).toBe(60);
  });

  it('counts every SCIM operation in one glob', () => {
    const reached = catalog.operations.filter(({ paths }) =>
      paths.some((full) => globReaches('/api/scim/*', full)),
    );
    expect(reached.map(({ id }) => id)).toEqual(operationsOf('SCIM'));
  });
});

describe('what reports can cite', () => {
  it('keeps the access violation, the rate-limit headers and the guidance', () => {
    expect(catalog.responses?.find(({ status, code }) => status === 403 && code)?.code).toBe(
      'ERROR_ACCESS-MANAGEMENT-ASSERTIONS_ACCESS_VIOLATION',
    );
    expect(catalog.rateLimitHeaders?.map(({ name }) => name)).toEqual([
      'Retry-After',
      'ot-ratelimit-event-id',
      'ot-requests-allowed',
      'ot-period',
      'ot-request-made',
    ]);
    expect(catalog.guidance?.map(({ id }) => id)).toContain('geolocation-no-unassign');
  });

  it('reports every conflict with its decision', () => {
    expect(conflicts.every(({ settled }) => settled)).toBe(true);
    const kinds = groupBy(conflicts, ({ kind }) => kind);
    expect([...kinds].map(([kind, ofKind]) => [kind, ofKind.length])).toEqual([
      ['security', 87],
      ['path', 5],
      ['description', 3],
      ['limit', 4],
    ]);
    expect(conflictText(conflicts)).toContain(
      [
        'description of CONSENT',
        '  sources/scopes.md:25 says its assignments only',
        '  sources/scopes.md:58 says "Read, write, delete", which covers the operations of CONSENT_READ',
        '  settled as first (overrides.yaml:14)',
      ].join('\n'),
    );
  });
});

describe('docs/trust-platform-coverage.md', () => {
  const page = readFileSync(path.join(packageRoot(), 'docs', 'trust-platform-coverage.md'), 'utf8');

  it('names every piece of guidance, every limit and every shape of the catalog', () => {
    const names = [
      ...(catalog.guidance ?? []).map(({ id }) => id),
      ...catalog.rateLimits.map(({ id }) => id),
      ...Object.keys(catalog.requestShapes),
    ];
    const isNamed = (name: string) =>
      page.includes(`\`${name}\``) || page.includes(`\`requestShapes.${name}\``);
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });

  it('names no guidance or limit that is gone', () => {
    const named = [
      ...page.matchAll(/`((?:v4|banner|geolocation|limits|gateway|consent|default|sandbox)-[a-z0-9-]+)`/g),
    ];
    const known = new Set([
      ...(catalog.guidance ?? []).map(({ id }) => id),
      ...catalog.rateLimits.map(({ id }) => id),
    ]);
    expect(named.map(([, name]) => name).filter((name) => !known.has(name!))).toEqual([]);
  });
});
