import { describe, expect, it } from 'vitest';
import type { ConfiguredServers } from '../../src/match/path-index.js';
import { catalog, lines, matchIn, operation } from './support.js';

/** A few operations of the Trust Platform's docs, with the full paths that are known. */
const platform = catalog('trust-platform', [
  'GET /v2/purposes /api/consentmanager/v2/purposes',
  'GET /v2/purposes/{purposeId} /api/consentmanager/v2/purposes/{purposeId}',
  'GET /v2/datasubjects /api/consentmanager/v2/datasubjects',
  'POST /v1/purposes /api/consentmanager/v1/purposes',
  'PUT /v1/purposes/{purposeId} /api/consentmanager/v1/purposes/{purposeId}',
  'GET /v1/collectionpoints/{collectionpointId}/token /api/consentmanager/v1/collectionpoints/{guid}/token',
  'GET /v1/collectionpoints/{collectionpointGuid}/token /api/consentmanager/v1/collectionpoints/{guid}/token',
  'GET /v4/datasubjects/details /rest/api/consent/v4/datasubjects/details',
  'POST /attachments/v2 /api/document/v2/attachments',
  'GET /attachment/v3/{fileId}/content /api/document/v3/attachments/{id}/content',
  'GET /api/document-gateway/{id}',
  'GET /api/vendor/v1/contracts/types',
  'POST /integrationmanager/api/v1/webhook/{webhookId}',
  'POST /incidents /api/incident/v1/incidents',
  'GET /incidents/{incidentId} /api/incident/v1/incidents/{incidentId}',
  'POST /incidents/search /api/incident/v1/incidents/search',
  'GET /Users /api/scim/v2/Users /api/scim/v3/Users',
  'GET /Users/{id} /api/scim/v2/Users/{id}',
  'GET /inventories/{type}/{id} /api/inventory/v2/inventories/{type}/{id}',
  'PUT /inventories/{type}/{id} /api/inventory/v2/inventories/{type}/{id}',
  'DELETE /inventories/{type}/{id} /api/inventory/v2/inventories/{type}/{id}',
  'GET /v1/report/cookie',
  'GET /v1/terms/names',
  'GET /terms/names',
]);

const inPlatform = (request: string, servers: readonly string[] = []): string[] =>
  lines(matchIn([platform], { 'trust-platform': servers }, request));

describe('a provider without servers', () => {
  it.each([
    ['GET {env:OT_BASE}/api/consentmanager/v2/purposes/{id}', 'GET /v2/purposes/{purposeId}'],
    ['GET https://app.example.com/api/consentmanager/v2/purposes/7', 'GET /v2/purposes/{purposeId}'],
    ['GET https://{tenant}.example.com/api/scim/v3/Users', 'GET /Users'],
    ['GET https://{env:OT_HOST}/api/scim/v2/Users/:id', 'GET /Users/{id}'],
    ['GET {base}/api/scim/v2/Users/{{id}}', 'GET /Users/{id}'],
    ['GET {base}/api//scim/v2//Users/', 'GET /Users'],
    ['GET {base}/api/scim/v2/Users?filter={q}#x', 'GET /Users'],
    ['POST {base}/api/document/v2/attachments', 'POST /attachments/v2'],
    ['GET {base}/api/document-gateway/{id}', 'GET /api/document-gateway/{id}'],
    ['GET {base}/api/vendor/v1/contracts/types', 'GET /api/vendor/v1/contracts/types'],
    [
      'POST {base}/integrationmanager/api/v1/webhook/a1',
      'POST /integrationmanager/api/v1/webhook/{webhookId}',
    ],
    ['GET {base}/rest/api/consent/v4/datasubjects/details', 'GET /v4/datasubjects/details'],
    ['GET /api/consentmanager/v2/purposes', 'GET /v2/purposes'],
  ])('a known full path is sure: %s', (request, id) => {
    expect(inPlatform(request)).toEqual([`matched ${id} high`]);
  });

  it.each([
    ['GET {env:OT_BASE}/api/reports/v1/report/cookie', 'GET /v1/report/cookie'],
    ['GET {env:OT_BASE}/api/reports/eu/v1/report/cookie', 'GET /v1/report/cookie'],
    ['GET {base}/rest/api/reports/v1/report/cookie', 'GET /v1/report/cookie'],
    ['GET {base}/api/glossary/v7/terms/names', 'GET /terms/names'],
    ['GET {base}/api/{module}/v1/report/cookie', 'GET /v1/report/cookie'],
    ['GET https://app.example.com/api/consentmanager/v1/report/cookie', 'GET /v1/report/cookie'],
  ])('the docs’ path behind a module prefix is likely: %s', (request, id) => {
    expect(inPlatform(request)).toEqual([`matched ${id} medium`]);
  });

  it('prefers the longest docs’ path behind a module prefix', () => {
    expect(inPlatform('GET {base}/api/glossary/v1/terms/names')).toEqual([
      'matched GET /v1/terms/names medium',
    ]);
  });

  it.each([
    ['GET {env:OT_BASE}/v2/purposes/{id}', 'GET /v2/purposes/{purposeId} medium'],
    ['GET {base}v2/purposes', 'GET /v2/purposes medium'],
    ['GET https://{host}/v2/purposes', 'GET /v2/purposes medium'],
    ['GET {env:OT_BASE}/{prefix}/v2/purposes', 'GET /v2/purposes medium'],
    ['POST {base}/attachments/v2', 'POST /attachments/v2 medium'],
    ['POST {base}/incidents/search', 'POST /incidents/search medium'],
    ['GET {base}/consentmanager/v2/purposes', 'GET /v2/purposes medium'],
    ['POST {env:API}/incidents', 'POST /incidents low'],
    ['GET {env:API}/incidents/{id}', 'GET /incidents/{incidentId} low'],
    ['GET {env:API}/Users', 'GET /Users low'],
    ['POST {env:API}/api/internal/incidents', 'POST /incidents low'],
    ['POST /incidents', 'POST /incidents low'],
    ['GET /v2/purposes', 'GET /v2/purposes low'],
  ])('says how sure the docs’ path alone is: %s', (request, expected) => {
    expect(inPlatform(request)).toEqual([`matched ${expected}`]);
  });

  it.each([
    'GET https://api.example.com/v2/purposes',
    'POST http://localhost:3000/incidents',
    'GET https://{shop}.example.com/Users',
    'POST https://api.example.com/api/soc/v1/incidents',
    'GET https://api.example.com/anything',
    'GET https://api.example.com/{path}',
    'GET https://api.example.com{prefix}/consentmanager/v2/purposes',
    'GET wss://app.example.com/api/consentmanager/v2/purposes',
    'GET data:text/plain,x',
  ])('%s is foreign', (request) => {
    expect(inPlatform(request)).toEqual(['foreign']);
  });

  it.each([
    'POST /api/incidents',
    'POST {env:API}/api/v1/incidents',
    'GET {env:API}/users',
    'GET {base}/api/sonnet/v2',
    'GET {base}/purposes',
    'GET {base}/v2/purposes/{id}/{more}',
  ])('%s is nobody’s known path', (request) => {
    expect(inPlatform(request)).toEqual(['unmatched unknown-path low']);
  });

  it('calls equal operations by the first name', () => {
    expect(inPlatform('GET {base}/api/consentmanager/v1/collectionpoints/{x}/token')).toEqual([
      'matched GET /v1/collectionpoints/{collectionpointGuid}/token high',
    ]);
  });
});

describe('servers of the config', () => {
  it.each([
    ['GET {env:OT_BASE}/v2/purposes', 'matched GET /v2/purposes high'],
    ['POST {env:OT_BASE}/incidents', 'matched POST /incidents high'],
    ['GET {env:OT_BASE}/api/reports/v1/report/cookie', 'matched GET /v1/report/cookie medium'],
    ['GET https://eu.example.com/v2/purposes', 'matched GET /v2/purposes high'],
    ['GET https://gate.example.net/ot/v2/purposes', 'matched GET /v2/purposes high'],
    ['GET https://gate.example.net/ot/api/scim/v2/Users', 'matched GET /Users high'],
    ['GET {base}/v2/purposes', 'matched GET /v2/purposes medium'],
    ['GET {env:OTHER}/api/consentmanager/v2/purposes', 'foreign'],
    ['GET {env:OTHER}', 'foreign'],
    ['GET https://api.example.org/api/consentmanager/v2/purposes', 'foreign'],
    ['GET {env:OT_BASE}/{path}', 'unmatched unresolved-url high'],
    ['GET {env:OT_BASE}/api/consentmanager{path}', 'unmatched unresolved-url high'],
    ['GET {env:OT_BASE}/api/consentmanager/v2{path}', 'unmatched unresolved-url high'],
    ['GET {env:OT_BASE}/v2/nothing{path}', 'unmatched unknown-path high'],
    ['GET {env:OT_BASE}/v2/purpose', 'unmatched unknown-path near GET /v2/purposes high'],
  ])('%s', (request, expected) => {
    const servers = ['env:OT_BASE', 'https://*.example.com', 'https://gate.example.net/ot'];
    expect(inPlatform(request, servers)).toEqual([expected]);
  });
});

describe('unknown parts of the path', () => {
  it.each([
    ['GET {url}', 'unmatched unresolved-url low'],
    ['GET {base}/{path}', 'unmatched unresolved-url low'],
    ['GET {base}/v2/{kind}', 'unmatched unresolved-url low'],
    ['GET {base}/api/consentmanager/v2/{kind}', 'ambiguous GET /v2/datasubjects | GET /v2/purposes low'],
    ['GET {base}/api/consentmanager/v9/glossary/x', 'unmatched unknown-path low'],
    ['GET {base}/api/vendor/v1/contracts/{kind}', 'matched GET /api/vendor/v1/contracts/types medium'],
    ['GET {base}/api/incident/v1/incidents/{id}', 'matched GET /incidents/{incidentId} high'],
    ['POST {base}/api/incident/v1/incidents/{action}', 'matched POST /incidents/search medium'],
    ['GET {base}/api/scim/{version}/Users/{id}', 'matched GET /Users/{id} medium'],
    ['GET {base}/api/consentmanager/v2/purposes{query}', 'matched GET /v2/purposes medium'],
    ['GET {base}/api/consentmanager/v2/purposes{rest}', 'matched GET /v2/purposes low'],
    ['GET {base}/api/consentmanager/v2/pur{rest}', 'matched GET /v2/purposes low'],
  ])('%s', (request, expected) => {
    expect(inPlatform(request)).toEqual([expected]);
  });

  const mixed = catalog('m', [
    'GET /files/{id}',
    'GET /files/{id}.json',
    'GET /files/{id}.meta.json',
    'GET /links/{a}_to_{b}',
    'GET /links/person_to_firm',
    'POST /sheets/{id}/values/{range}:append',
    'PUT /sheets/{id}/values/{range}',
    'GET /guilds/@me/roles',
    'GET /guilds/{guild}/roles',
    'GET /user/-/activities/{key}/date/{day}/{period}.json',
  ]);
  it.each([
    ['GET {b}/files/7.meta.json', 'GET /files/{id}.meta.json medium'],
    ['GET {b}/files/7.json', 'GET /files/{id}.json medium'],
    ['GET {b}/files/{id}.json', 'GET /files/{id}.json medium'],
    ['GET {b}/files/{id}.xml', 'GET /files/{id} low'],
    ['GET {b}/files/{id}', 'GET /files/{id} low'],
    ['GET {b}/links/person_to_{kind}', 'GET /links/{a}_to_{b} low'],
    ['GET {b}/links/person_to_firm', 'GET /links/person_to_firm high'],
    [
      'POST {b}/sheets/{id}/values/{tab}!A1:D9:append?mode=RAW',
      'POST /sheets/{id}/values/{range}:append high',
    ],
    ['PUT {b}/sheets/{id}/values/{tab}', 'PUT /sheets/{id}/values/{range} high'],
    ['GET {b}/guilds/@me/roles/', 'GET /guilds/@me/roles high'],
    ['GET {b}/guilds/7/roles/', 'GET /guilds/{guild}/roles high'],
    [
      'GET {b}/user/-/activities/{key}/date/today/{n}d.json',
      'GET /user/-/activities/{key}/date/{day}/{period}.json',
    ],
  ])('parts of segments: %s', (request, expected) => {
    const [line] = lines(matchIn([mixed], {}, request));
    expect(line).toContain(`matched ${expected.replace(/ \w+$/, '')}`);
  });
});

describe('methods', () => {
  it('gives one match for each operation of a finite set', () => {
    expect(inPlatform('GET,PUT,DELETE {base}/api/inventory/v2/inventories/{type}/{id}')).toEqual([
      'matched GET /inventories/{type}/{id} high',
      'matched PUT /inventories/{type}/{id} high',
      'matched DELETE /inventories/{type}/{id} high',
    ]);
  });

  it('keeps methods that the docs don’t list apart, with the nearest operation', () => {
    const matches = matchIn([platform], {}, 'GET,PATCH,POST {base}/api/consentmanager/v2/purposes');
    expect(lines(matches)).toEqual([
      'matched GET /v2/purposes high',
      'unmatched method-not-documented near GET /v2/purposes high',
    ]);
    expect(matches.map((one) => one.methods)).toEqual([['GET'], ['PATCH', 'POST']]);
  });

  it('does not take a documented text for a parameter', () => {
    expect(inPlatform('GET {base}/api/incident/v1/incidents/search')).toEqual([
      'unmatched method-not-documented near POST /incidents/search high',
    ]);
  });

  it.each([
    [
      '* {base}/api/inventory/v2/inventories/{type}/{id}',
      'ambiguous DELETE /inventories/{type}/{id} | GET /inventories/{type}/{id} | PUT /inventories/{type}/{id} high',
    ],
    ['* {base}/api/consentmanager/v2/purposes', 'ambiguous GET /v2/purposes high'],
    ['* {base}/api/incident/v1/incidents/{id}', 'ambiguous GET /incidents/{incidentId} high'],
    ['* {base}/nowhere/at/all', 'unmatched unknown-path low'],
    ['* {url}', 'unmatched unresolved-url low'],
  ])('never guesses one: %s', (request, expected) => {
    const matches = matchIn([platform], {}, request);
    expect(lines(matches)).toEqual([expected]);
    const [one] = matches;
    expect(one?.methods).toBe('unknown');
    expect(one?.kind === 'ambiguous' ? one.reason : 'unknown-method').toBe('unknown-method');
  });
});

describe('a provider with servers', () => {
  const chat = catalog('chat', ['POST /chat.post', 'GET /users', 'GET /users/{id}/keys'], {
    servers: ['https://chat.example.com/api'],
  });
  const tenants = catalog('tenants', ['GET /api/v1/users', 'GET /api/v1/users/{id}/groups'], {
    servers: ['https://{yourDomain}'],
  });
  const boxes = catalog(
    'boxes',
    ['GET /files/{id}', operation('POST /files/content', ['https://upload.example.com/2'])],
    { servers: ['https://api.example.com/2'] },
  );
  const servers: ConfiguredServers = {};
  it.each([
    ['GET https://chat.example.com/api/users', 'matched GET /users high'],
    ['GET https://chat.example.com/users', 'unmatched unknown-path near GET /users high'],
    ['POST https://chat.example.com/api/chat.post', 'matched POST /chat.post high'],
    ['POST {env:CHAT}/chat.post', 'matched POST /chat.post low'],
    ['POST {env:CHAT}/api/chat.post', 'matched POST /chat.post high'],
    ['GET {env:CHAT}/users', 'matched GET /users low'],
    ['GET {env:CHAT}/users/{id}/keys', 'matched GET /users/{id}/keys medium'],
    ['GET /api/users', 'matched GET /users low'],
    ['GET https://api.example.org/api/users', 'foreign'],
  ])('%s', (request, expected) => {
    expect(lines(matchIn([chat], servers, request))).toEqual([expected]);
  });

  it.each([
    ['GET https://dev-1.example.com/api/v1/users', 'matched GET /api/v1/users medium'],
    ['GET https://dev-1.example.com/api/v1/users/7/groups', 'matched GET /api/v1/users/{id}/groups high'],
    ['GET https://dev-1.example.com/users', 'foreign'],
  ])('a host that is anybody’s is judged by the path: %s', (request, expected) => {
    expect(lines(matchIn([tenants], servers, request))).toEqual([expected]);
  });

  it.each([
    ['POST https://upload.example.com/2/files/content', 'matched POST /files/content high'],
    [
      'POST https://api.example.com/2/files/content',
      'unmatched method-not-documented near GET /files/{id} high',
    ],
    ['POST {env:X}/2/files/content', 'matched POST /files/content high'],
  ])('an operation with servers of its own is only there: %s', (request, expected) => {
    expect(lines(matchIn([boxes], servers, request))).toEqual([expected]);
  });

  it('gives a request to the provider whose host it is', () => {
    const other = catalog('other', ['GET /api/users'], {});
    expect(matchIn([other, chat], servers, 'GET https://chat.example.com/api/users')).toMatchObject([
      { kind: 'matched', provider: 'chat' },
    ]);
  });

  it('believes no path that two providers have', () => {
    const a = catalog('a', ['GET /v1/things']);
    const b = catalog('b', ['GET /v1/things']);
    expect(matchIn([a, b], servers, 'GET {base}/v1/things')).toMatchObject([
      { kind: 'matched', provider: 'a', confidence: 'low' },
    ]);
    expect(matchIn([a], servers, 'GET {base}/v1/things')).toMatchObject([{ confidence: 'medium' }]);
  });

  it('takes the first of two providers that both know a telling path', () => {
    const [a, b] = ['a', 'b'].map((name) => catalog(name, ['GET /things/{id}/parts /v1/things/{id}/parts']));
    expect(a && b && matchIn([a, b], servers, 'GET {base}/v1/things/7/parts')).toMatchObject([
      { kind: 'matched', provider: 'a', confidence: 'high' },
    ]);
  });

  it('knows no module prefixes', () => {
    const request = 'GET {base}/api/some/v1/users/{id}/keys';
    expect(lines(matchIn([chat], servers, request))).toEqual(['unmatched unknown-path low']);
  });

  it('ignores case where the catalog says so', () => {
    const loose = catalog('loose', ['GET /Me/Messages/{id}'], { caseInsensitivePaths: true });
    expect(lines(matchIn([loose], servers, 'GET {b}/me/messages/Ab'))).toEqual([
      'matched GET /Me/Messages/{id} medium',
    ]);
    expect(lines(matchIn([chat], servers, 'GET https://chat.example.com/api/Users'))[0]).toContain(
      'unknown-path',
    );
  });
});

describe('no catalog', () => {
  it('makes literal hosts foreign', () => {
    expect(lines(matchIn([], {}, 'GET https://api.example.com/a'))).toEqual(['foreign']);
  });
});
