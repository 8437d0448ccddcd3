import { describe, expect, test } from 'vitest';
import { call, configWith, reportOf } from './scan-files.js';

/** A call of which the host and the methods are known and the path is not. */
const unresolved = (method: string): string =>
  `await fetch('https://api.example.com/' + process.argv[2], { method: ${method} });`;

const read = call('GET', '/api/consentmanager/v2/purposes');

function credentialOf(code: string, grants: readonly string[]) {
  const report = reportOf({ 'a.ts': code, 'leastscope.config.yaml': configWith(grants) });
  const [credential] = report.credentials;
  if (!credential) throw new Error('There is one credential.');
  const excess = report.findings
    .filter(({ rule }) => rule === 'excess-scope')
    .map(({ confidence, message }) => `${confidence}: ${message}`);
  const matches = report.requests.map(({ match }) => match);
  return { ...credential, excess, matches, lines: credential.undecided.map(({ line }) => line) };
}

describe('an unresolved call', () => {
  test('is a question for the credential when it could need what the least set has not', () => {
    const { proven, lines, excess } = credentialOf(`${read}\n${unresolved("'GET'")}`, [
      'CONSENT_READ',
      'COOKIE_READ',
    ]);
    expect({ proven, lines }).toEqual({ proven: false, lines: [2] });
    expect(excess.every((text) => text.startsWith('low'))).toBe(true);
  });

  test('leaves scopes alone that no call of its method needs', () => {
    // The tables assign CONSENT to writes alone.
    const onlyReads = credentialOf(`${read}\n${unresolved("'GET'")}`, ['CONSENT_READ', 'CONSENT']);
    expect(onlyReads.excess).toEqual([expect.stringMatching(/^high: .* CONSENT, which no call needs/)]);
    const anyMethod = credentialOf(`${read}\n${unresolved('process.argv[3]')}`, ['CONSENT_READ', 'CONSENT']);
    expect(anyMethod.excess).toEqual([expect.stringMatching(/^low: .* CONSENT, .* 1 unresolved call/)]);
  });

  test('whose candidates all are authorized by the least set is none', () => {
    const { proven, lines, matches } = credentialOf(
      `${read}\nawait fetch('https://api.example.com/api/consentmanager/v2/' + process.argv[2], { method: 'GET' });`,
      ['CONSENT_READ'],
    );
    expect({ proven, lines, matches }).toEqual({
      proven: true,
      lines: [],
      matches: ['matched', 'ambiguous'],
    });
  });

  test('that no documented operation could be is none', () => {
    expect(credentialOf(`${read}\n${unresolved("'TRACE'")}`, ['CONSENT_READ'])).toMatchObject({
      proven: true,
      undecided: [],
    });
  });
});

describe('calls whose credential or provider nobody knows', () => {
  const config = (match: string): string => `credentials:
  a: { provider: trust-platform, grants: [CONSENT_READ, INVENTORY], match: ${match} }
`;
  const judged = (files: Readonly<Record<string, string>>) => {
    const report = reportOf(files);
    const one = report.credentials.find(({ name }) => name === 'a');
    const excess = report.findings
      .filter(({ rule }) => rule === 'excess-scope')
      .map(({ confidence, message }) => `${confidence} ${/granted (\w+)/.exec(message)?.[1] ?? ''}`);
    return { proven: one?.proven, undecided: one?.undecided, excess };
  };
  const list = 'fetch(`${process.env.OT_URL}/api/consentmanager/v2/purposes`, { headers: h });';
  const env = 'const h = { Authorization: `Bearer ${process.env.OT_TOKEN}` };\n';

  test('a call of an unknown token may be any credential’s', () => {
    const code = `export const f = (h: Record<string, string>) => ${list}`;
    expect(judged({ 'a.ts': code, 'leastscope.config.yaml': config('{ env: [OT_TOKEN] }') })).toEqual({
      proven: false,
      undecided: [{ file: 'a.ts', line: 1 }],
      excess: ['low CONSENT_READ', 'high INVENTORY'],
    });
  });

  test.each([
    ['base', 'fetch(`${process.env.OT_URL}${path}`, { method: "DELETE" })'],
    ['token', 'fetch(`${base}${path}`, { headers: h, method: "DELETE" })'],
  ])('a call of which no path is known is the provider’s when its %s is', (what, other) => {
    const code = `${env}${list}\nexport const any = (base: string, path: string) => ${other};`;
    const match = what === 'base' ? "{ files: ['**'] }" : '{ env: [OT_TOKEN] }';
    expect(judged({ 'a.ts': code, 'leastscope.config.yaml': config(match) })).toEqual({
      proven: false,
      undecided: [{ file: 'a.ts', line: 3 }],
      excess: ['low INVENTORY'],
    });
  });

  test('a call of another base and token is nobody’s question', () => {
    const code = `${env}${list}\nexport const any = (path: string) => fetch(\`\${process.env.OTHER}\${path}\`);`;
    expect(judged({ 'a.ts': code, 'leastscope.config.yaml': config('{ env: [OT_TOKEN] }') })).toEqual({
      proven: true,
      undecided: [],
      excess: ['high INVENTORY'],
    });
  });

  test.each([
    ['a syntax error', 'const a = 1;\nconst b = ;\n', 2],
    ['zeros in it', 'fetch("\0");', 1],
  ])('a file with %s may hold any call', (_, broken, line) => {
    const files = { 'a.ts': `${env}${list}`, 'b.ts': broken };
    expect(judged({ ...files, 'leastscope.config.yaml': config('{ env: [OT_TOKEN] }') })).toEqual({
      proven: false,
      undecided: [{ file: 'b.ts', line, unread: true }],
      excess: ['low INVENTORY'],
    });
  });
});

describe('an unknown part of a path behind a known server', () => {
  const judged = (url: string, method = 'GET') => {
    const code = `export const f = (path: string, id: string) => fetch(\`${url}\`, { method: '${method}' });`;
    const grants = configWith(['CONSENT_READ', 'CONSENT', 'INVENTORY'], 'rules: { unresolved-url: warn }\n');
    const { findings, summary, requests, credentials } = reportOf({
      'a.ts': code,
      'leastscope.config.yaml': grants,
    });
    return {
      reason: requests[0]?.reason,
      rules: [...new Set(findings.map(({ rule }) => rule))].filter((rule) => rule !== 'excess-scope'),
      low: findings.flatMap(({ confidence, message }) =>
        confidence === 'low' ? [/granted (\w+)/.exec(message)?.[1]] : [],
      ),
      proven: credentials[0]?.proven,
      coverage: summary.coverage,
    };
  };

  test.each([
    ['GET', '${process.env.OT_BASE}/api/${path}', ['CONSENT_READ', 'INVENTORY']],
    ['PUT', '${process.env.OT_BASE}/api/consentmanager/${path}', ['CONSENT']],
    ['PUT', 'https://api.example.com/api/consentmanager/${path}/publish', ['CONSENT']],
  ])('may be several segments: %s %s', (method, url, undecided) => {
    const { low, ...others } = judged(url, method);
    expect(others).toEqual({
      reason: 'unresolved-url',
      rules: ['unresolved-url'],
      proven: false,
      coverage: 0,
    });
    for (const scope of undecided) expect(low).toContain(scope);
  });

  test.each([
    '${process.env.OT_BASE}/api/consentmanager/v2/purpozes/${id}/details',
    '${process.env.OT_BASE}/nowhere/${id}',
  ])('does not excuse what is known of it: %s', (url) => {
    const { reason, rules } = judged(url);
    expect({ reason, rules }).toEqual({ reason: 'unknown-path', rules: ['unknown-operation'] });
  });
});
