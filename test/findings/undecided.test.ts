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
