import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/model/errors.js';
import { reportOf } from './scan-files.js';

const config = `credentials:
  reader: { provider: trust-platform, grants: [CONSENT_READ], match: { env: [READ_TOKEN] } }
  writer: { provider: trust-platform, grants: [CONSENT], match: { env: [WRITE_TOKEN, READ_ONCE] } }
`;
const judged = (code: string, text = config) => {
  const { credentials, findings } = reportOf({ 'a.ts': code, 'leastscope.config.yaml': text });
  return {
    least: Object.fromEntries(credentials.map(({ name, least, proven }) => [name, [...least, proven]])),
    accused: findings.filter(({ confidence }) => confidence !== 'low').map(({ rule }) => rule),
  };
};

describe('one call that sends tokens of several credentials', () => {
  test('a function that is given each of them is a call of each', () => {
    const code = `async function list(token: string) {
  return fetch(\`\${process.env.OT}/api/consentmanager/v2/purposes\`, { headers: { Authorization: \`Bearer \${token}\` } });
}
list(process.env.READ_TOKEN!);
list(process.env.WRITE_TOKEN!);`;
    expect(judged(code).least).toEqual({
      reader: ['CONSENT_READ', true],
      writer: ['CONSENT_READ', true],
    });
  });

  const objects = `class Client {
  constructor(private token: string) {}
  get(path: string) {}
  purposes() { return fetch(\`\${process.env.OT}/api/consentmanager/v2/purposes\`, { headers: { Authorization: \`Bearer \${this.token}\` } }); }
  publish(id: string) { return fetch(\`\${process.env.OT}/api/consentmanager/v1/purposes/\${id}/publish\`, { method: 'PUT', headers: { Authorization: \`Bearer \${this.token}\` } }); }
}
const reader = new Client(process.env.READ_TOKEN!);
const writer = new Client(process.env.WRITE_TOKEN!);
`;
  test('objects of one class are told apart by the calls of their methods', () => {
    const { least, accused } = judged(
      `${objects}export async function run() { await reader.purposes(); await writer.publish('x'); }`,
    );
    expect(accused).toEqual([]);
    expect(least).toEqual({ reader: ['CONSENT_READ', true], writer: ['CONSENT', true] });
  });

  test('a call of the wrong one is what the other lacks', () => {
    const { accused } = judged(`${objects}export async function run() { await reader.publish('x'); }`);
    expect(accused).toContain('missing-scope');
  });

  test('objects that nobody in particular calls accuse none of them', () => {
    const { least, accused } = judged(
      `${objects}export async function run(one: any) { await one.purposes(); await one.publish('x'); }`,
    );
    expect(accused).toEqual([]);
    expect(least).toEqual({ reader: [false], writer: [false] });
  });

  test('closures that are given other closures accuse nobody', () => {
    const { least, accused } =
      judged(`const withToken = (token: () => string) => (path: string, init: RequestInit = {}) =>
  fetch(process.env.OT + path, { ...init, headers: { Authorization: \`Bearer \${token()}\` } });
const read = withToken(() => process.env.READ_TOKEN!), write = withToken(() => process.env.WRITE_TOKEN!);
const purposes = (send: typeof read) => ({
  list: () => send('/api/consentmanager/v2/purposes'),
  create: () => send('/api/consentmanager/v1/purposes', { method: 'POST' }),
});
purposes(read).list();
purposes(write).create();`);
    expect(accused).toEqual([]);
    expect(least).toEqual({ reader: ['CONSENT_READ', false], writer: ['CONSENT', false] });
  });

  test('one token that two credentials name is a mistake, at its line', () => {
    const text = config.replace('READ_ONCE', 'READ_TOKEN');
    const code = `\nfetch(\`\${process.env.OT}/api/consentmanager/v2/purposes\`, { headers: { Authorization: \`Bearer \${process.env.READ_TOKEN}\` } });`;
    expect(() => judged(code, text)).toThrow(UserError);
    expect(() => judged(code, text)).toThrow(
      '"reader" (line 2 of the config) and "writer" (line 3) both match the request at a.ts:2',
    );
  });
});

describe('names in a config', () => {
  test.each([
    ['rules: { excess-scop: warn }', 'unknown rule "excess-scop"'],
    [
      'credentials: { unattributed: { provider: trust-platform } }',
      '"unattributed" is what the report calls',
    ],
    ['credentials: { __proto__: { provider: trust-platform } }', '"__proto__" is no name'],
  ])('%s', (text, message) => {
    expect(() => judged('export {};', text)).toThrow(UserError);
    expect(() => judged('export {};', text)).toThrow(message);
  });
  test.each(['excess-scope', 'suppression'])('rules: %s', (rule) => {
    expect(judged('export {};', `rules: { ${rule}: warn }`).accused).toEqual([]);
  });
});
