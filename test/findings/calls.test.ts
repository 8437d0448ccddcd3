import { describe, expect, test } from 'vitest';
import { call, configWith, findingsOf, scanFiles } from './scan-files.js';

const purposes = '/api/consentmanager/v2/purposes';
const rulesIn = (found: readonly string[]): string[] => found.map((f) => f.split(' ')[0] ?? '');

describe('missing-scope', () => {
  test('incorrect: the operation is assigned to a scope that was not granted', () => {
    expect(findingsOf(call('GET', purposes), [])).toEqual([
      'missing-scope line 1: GET /v2/purposes needs CONSENT_READ, which credential "app" was not granted.',
    ]);
  });
  test('correct: the scope is granted', () => {
    expect(findingsOf(call('GET', purposes), ['CONSENT_READ'])).toEqual([]);
  });
});

describe('description-only-grant', () => {
  test('incorrect: a description says what the assignment does not; both are quoted, missing-scope is silent', () => {
    const found = findingsOf(call('GET', purposes), ['CONSENT']);
    expect(rulesIn(found)).toEqual(['description-only-grant', 'excess-scope']);
    expect(found[0]).toMatch(/GET \/v2\/purposes is assigned to CONSENT_READ \(sources\/\S+\.md:\d+\)/);
    expect(found[0]).toMatch(
      /holds CONSENT, which is described as "Read, write, delete" \(sources\/scopes\.md:\d+\)/,
    );
    expect(found[1]).toContain('covers calls by its description only; CONSENT_READ is assigned to them');
  });
  test('correct: the assigned scope is granted', () => {
    expect(rulesIn(findingsOf(call('GET', purposes), ['CONSENT_READ']))).not.toContain(
      'description-only-grant',
    );
  });
});

describe('unknown-operation', () => {
  test('incorrect: a path that the docs do not have', () => {
    const found = findingsOf(call('GET', '/api/consentmanager/v2/purpose'), []);
    expect(found).toEqual([
      expect.stringMatching(/^unknown-operation line 1: .*Did you mean GET \/v2\/purposes\?$/),
    ]);
  });
  test('correct: a documented path, and a host that is nobody’s', () => {
    expect(findingsOf(call('GET', purposes), ['CONSENT_READ'])).toEqual([]);
    expect(findingsOf("await fetch('https://other.example.net/v2/purpose');", [])).toEqual([]);
  });
});

describe('wrong-method', () => {
  test('incorrect: the docs list the path with another method', () => {
    expect(findingsOf(call('PATCH', purposes), [])).toEqual([
      'wrong-method line 1: The docs of trust-platform list /v2/purposes with GET, not with PATCH.',
    ]);
  });
  test('correct', () => {
    expect(findingsOf(call('GET', purposes), ['CONSENT_READ'])).toEqual([]);
  });
});

describe('accusations on a host that nobody claims', () => {
  const found = (code: string): string[] =>
    scanFiles({ 'a.ts': code }).map((f) => `${f.rule} ${f.severity} ${f.confidence}`);
  const put = (url: string): string => `await fetch(${url}, { method: 'PUT' });`;
  test('a version and one word are of low confidence: any API has them', () => {
    expect(found(put('`${process.env.SOME_API}/v1/preferences`'))).not.toContainEqual(
      expect.stringMatching(/^(?:wrong-method|unknown-operation) \S+ (?:medium|high)$/),
    );
    expect(found(put('`${process.env.SOME_API}/v2/purposes`'))).toEqual(['wrong-method warn low']);
  });
  test('a full path is a warning, for docs leave methods out; an error only on the provider’s host', () => {
    expect(found(put('`${process.env.SOME_API}/api/risk/v2/risks/${1}`'))).toEqual([
      'wrong-method warn high',
    ]);
    const known = { 'a.ts': call('PUT', '/api/risk/v2/risks/1'), 'leastscope.config.yaml': configWith([]) };
    expect(scanFiles(known).map((f) => `${f.rule} ${f.severity}`)).toEqual(['wrong-method error']);
  });
  test('a module’s name is a plain word; with a documented path near to it, it is evidence', () => {
    const get = (path: string): string => `await fetch(\`\${process.env.SOME_API}${path}\`);`;
    expect(found(get('/api/document/shelf/9/lend'))).toEqual(['unknown-operation warn low']);
    expect(found(get('/api/consentmanager/v2/purpose'))).toEqual(['unknown-operation warn medium']);
  });
});

describe('deprecated-version', () => {
  test('incorrect: says the alternatives and how parameters change', () => {
    const [found, ...rest] = findingsOf(call('GET', '/api/consentmanager/v2/datasubjects'), ['CONSENT_READ']);
    expect(rest).toEqual([]);
    expect(found).toMatch(/^deprecated-version line 1: GET \/v2\/datasubjects has newer alternatives: /);
    expect(found).toContain('GET /v4/datasubjects/details, GET /v4/datasubjects/basic-details');
    expect(found).toContain('Parameter changes: identifier is required in v4.');
  });
  test('correct', () => {
    expect(rulesIn(findingsOf(call('GET', '/api/consentmanager/v4/datasubjects/details'), []))).not.toContain(
      'deprecated-version',
    );
  });
});

describe('undocumented-scope', () => {
  const details = call('GET', '/rest/api/consent/v4/datasubjects/details', "identifier: 'a'");
  const on = 'rules: { undocumented-scope: warn }';
  test('incorrect: only when the config asks; no grant is missed or excused', () => {
    expect(findingsOf(details, [])).toEqual([]);
    expect(findingsOf(details, [], on)).toEqual([
      expect.stringMatching(
        /^undocumented-scope line 1: The docs of trust-platform do not say which scope GET \/v4\/datasubjects\/details needs \(\S+\.md:\d+\)\.$/,
      ),
    ]);
    expect(rulesIn(findingsOf(details, ['CONSENT_READ']))).toEqual(['excess-scope']);
  });
  test('correct: an assigned operation, and one that is for anybody', () => {
    const gateway = call('GET', '/api/document-gateway/6f1b1a52-0b0c-4a3e-9d7e-2f5c1d9a8e11');
    expect(findingsOf(call('GET', purposes), ['CONSENT_READ'], on)).toEqual([]);
    expect(rulesIn(findingsOf(gateway, [], on))).not.toContain('undocumented-scope');
  });
});

describe('unresolved-url', () => {
  const code = 'export const get = () => fetch(`${process.env.OT_BASE}${location.hash}`);';
  test('incorrect: only when the config asks', () => {
    expect(rulesIn(findingsOf(code, [], 'rules: { unresolved-url: warn }'))).toEqual(['unresolved-url']);
    expect(findingsOf(code, [])).toEqual([]);
  });
  test('correct', () => {
    expect(findingsOf(call('GET', purposes), ['CONSENT_READ'], 'rules: { unresolved-url: warn }')).toEqual(
      [],
    );
  });
});

describe('hardcoded-credential', () => {
  const withToken = (token: string): string[] =>
    findingsOf(call('GET', purposes, `Authorization: '${token}'`), ['CONSENT_READ']);
  test('incorrect: the finding does not repeat the token', () => {
    const token = 'q8Zk2mVx71LpRt94NwYc0BsD';
    const found = withToken(`Bearer ${token}`);
    expect(found).toEqual([
      'hardcoded-credential line 1: A bearer token of 24 characters is written into the code.',
    ]);
  });
  test.each([
    'Bearer your-access-1-goes-here-2',
    'Bearer xxxxxxxxxxxxxxxxxxxxxxxx',
    'Bearer short1',
    'Bearer <ACCESS_VALUE_0000000000>',
  ])('correct: a placeholder: %s', (header) => {
    expect(withToken(header)).toEqual([]);
  });
  test('correct: from the environment', () => {
    expect(
      findingsOf(call('GET', purposes, 'Authorization: `Bearer ${process.env.OT}`'), ['CONSENT_READ']),
    ).toEqual([]);
  });
});

describe('wrong-token-kind', () => {
  const gateway = '/api/document-gateway/6f1b1a52-0b0c-4a3e-9d7e-2f5c1d9a8e11';
  const bearer = (name: string): string => `Authorization: \`Bearer \${process.env.${name}}\``;
  test('incorrect: the access token of other calls at the document gateway', () => {
    const code = `${call('GET', purposes, bearer('OT'))}\n${call('GET', gateway, bearer('OT'))}`;
    const found = findingsOf(code, ['CONSENT_READ']);
    expect(found).toEqual([
      expect.stringMatching(/^wrong-token-kind line 2: .*document-gateway.* sends env:OT,/),
    ]);
  });
  test('incorrect: Basic for an access token', () => {
    const code = call('GET', purposes, 'Authorization: `Basic ${process.env.OT}`');
    expect(rulesIn(findingsOf(code, ['CONSENT_READ']))).toEqual(['wrong-token-kind']);
  });
  const tokenCall =
    'const answer = await fetch(`${process.env.OT_BASE}/api/document/v4/attachments/token/1`, { headers: { Authorization: `Bearer ${process.env.OT}` } });\nconst { token } = await answer.json();\n';
  const send = (path: string): string =>
    `fetch(\`\${process.env.OT_BASE}${path}\`, { headers: { Authorization: \`Bearer \${token}\` } });`;
  test('incorrect: the token that the download token is asked for with', () => {
    const ask = call('GET', '/api/document/v4/attachments/token/1', bearer('OT'));
    expect(findingsOf(`${ask}${call('GET', gateway, bearer('OT'))}`, [])).toEqual([
      expect.stringMatching(/^wrong-token-kind line \d: .*document-gateway.* sends env:OT,/),
    ]);
  });

  test('correct: the download token, followed from the call that gives it to the gateway', () => {
    expect(rulesIn(findingsOf(`${tokenCall}${send(gateway)}`, ['ATTACHMENT_READ']))).not.toContain(
      'wrong-token-kind',
    );
  });
  test('incorrect: the download token for an operation that takes an access token', () => {
    expect(findingsOf(`${tokenCall}${send(purposes)}`, ['CONSENT_READ'])).toContainEqual(
      expect.stringMatching(
        /^wrong-token-kind line 3: GET \/v2\/purposes takes an access token; this call sends the token from GET \/api\/document\/v4/,
      ),
    );
  });
  test('incorrect: the token of client credentials at the gateway, which no other call uses', () => {
    const own =
      "const answer = await fetch(`${process.env.OT_BASE}/api/access/v1/oauth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', client_id: process.env.OT_ID }) });\nconst { access_token: token } = await answer.json();\n";
    expect(findingsOf(`${own}${send(gateway)}`, [])).toEqual([
      expect.stringMatching(/^wrong-token-kind line 3: .* sends client-credentials:env:OT_ID,/),
    ]);
  });
  test('correct: each its own token', () => {
    const code = `${call('GET', purposes, bearer('OT'))}\n${call('GET', gateway, bearer('DOWNLOAD'))}`;
    expect(findingsOf(code, ['CONSENT_READ'])).toEqual([]);
  });
});

describe('requests for tokens', () => {
  const post = (url: string, body: string, headers = ''): string =>
    `await fetch('https://api.example.com${url}', { method: 'POST', body: ${body}, headers: { ${headers} } });`;
  test.each([
    post('/api/access/v1/oauth/token', 'process.argv[2]'),
    post('/api/access/v1/oauth/revoke', 'process.argv[2]'),
    post('/sign/in', "JSON.stringify({ grant_type: 'client_credentials' })"),
    post('/token', 'process.argv[2]', "'Content-Type': 'application/x-www-form-urlencoded'"),
  ])('are no operations of the API: %s', (code) => {
    expect(rulesIn(findingsOf(code, []))).toEqual([]);
  });
  test('incorrect: another path that the docs do not have', () => {
    expect(rulesIn(findingsOf(post('/api/consentmanager/v1/link-token', '""'), []))).toEqual([
      'unknown-operation',
    ]);
  });
});
