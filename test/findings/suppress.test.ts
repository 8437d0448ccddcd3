import { expect, test } from 'vitest';
import { checkFacts, toFinding } from '../../src/findings/check.js';
import { missingScope } from '../../src/findings/missing-scope.js';
import { suppress } from '../../src/findings/suppress.js';
import type { Config } from '../../src/model/config.js';
import { call, findingsOf } from './scan-files.js';

const config: Config = {
  file: undefined,
  catalogs: undefined,
  servers: {},
  credentials: [],
  accounts: {},
  assume: {},
  rules: {},
  clients: [],
  include: [],
  exclude: [],
};

/** Suppresses a missing-scope at the word CALL of a text whose comments are its `//` lines' ends. */
function suppressed(text: string, today = '2026-06-15', settings = config): ReturnType<typeof suppress> {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map((m) => m.index + 1)];
  const comments = [...text.matchAll(/\/\/(.*)/g)].map((m) => ({
    text: m[1] ?? '',
    at: [m.index, m.index + m[0].length] as const,
  }));
  const primary = { file: 'a.ts', start: text.indexOf('CALL'), end: text.indexOf('CALL') + 4 };
  const found = toFinding(missingScope, 'error', {
    messageId: 'missing',
    data: {},
    confidence: 'high',
    primary,
  });
  return suppress([found], [{ file: 'a.ts', comments, lineStarts }], settings, today);
}

const messages = (...given: Parameters<typeof suppressed>): string[] =>
  suppressed(...given).findings.map((f) => `${f.rule}/${f.messageId}`);

test('what is suppressed is kept, with the reason', () => {
  const text = '// leastscope-disable-next-line missing-scope until 2026-12-31 -- granted by hand\nCALL';
  expect(suppressed(text).suppressed).toMatchObject([
    { finding: { rule: 'missing-scope' }, reason: 'granted by hand', until: '2026-12-31' },
  ]);
  expect(suppressed('CALL').suppressed).toEqual([]);
});

const kept = 'missing-scope/missing';

test.each([
  ['// leastscope-disable-next-line missing-scope -- granted by hand\nCALL'],
  ['CALL // leastscope-disable-line missing-scope -- granted by hand'],
  ['// leastscope-disable-next-line missing-scope until 2026-06-15 -- through that day\nCALL'],
])('suppresses: %s', (text) => {
  expect(messages(text)).toEqual([]);
});

test('comments for one line may stand below each other', () => {
  const text =
    '// leastscope-disable-next-line missing-scope -- a\n// leastscope-disable-next-line wrong-method -- b\nCALL';
  expect(messages(text)).toEqual(['suppression/unused']);
});

test.each([
  ['// leastscope-disable-next-line missing-scope\nCALL', 'noReason'],
  ['// leastscope-disable-next-line missing-scope --\nCALL', 'noReason'],
  ['// leastscope-disable-next-line -- why\nCALL', 'noRule'],
  ['// leastscope-disable-next-line missing-scop -- why\nCALL', 'unknownRule'],
  ['// leastscope-disable-next-line missing-scope until 2026-06-14 -- why\nCALL', 'expired'],
  ['// leastscope-disable-next-line missing-scope -- why, until 2026-06-14\nCALL', 'expired'],
  ['// leastscope-disable-next-line missing-scope -- until 2026-06-14\nCALL', 'noReason'],
  ['// leastscope-disable-next-line missing-scope until 2026-02-30 -- why\nCALL', 'badDate'],
  ['// leastscope-disable-next-line missing-scope until -- why\nCALL', 'badDate'],
  ['// leastscope-disable missing-scope -- why\nCALL', 'unknownForm'],
  ['// leastscope-disable-next-line missing-scope -- why\n\nCALL', 'unused'],
  ['// leastscope-disable-next-line wrong-method -- why\nCALL', 'unused'],
])('has no effect and is a finding: %s', (text, messageId) => {
  expect(messages(text)).toEqual([`suppression/${messageId}`, kept]);
});

test('the config may turn findings on suppressions off', () => {
  expect(
    messages('// leastscope-disable-next-line missing-scope\nCALL', '2026-06-15', {
      ...config,
      rules: { suppression: 'off' },
    }),
  ).toEqual([kept]);
});

test('prose that names a directive is none', () => {
  expect(messages('// write leastscope-disable-line there\nCALL')).toEqual([kept]);
});

test('without facts there are no findings', () => {
  expect(
    checkFacts({
      requests: [],
      credentials: [],
      catalogs: [],
      config,
      load: { rows: [], observations: [], notes: [] },
      matchesFile: () => false,
    }),
  ).toEqual([]);
});

test('works from a scan', () => {
  const code = call('GET', '/api/consentmanager/v2/purposes');
  expect(
    findingsOf(`/* leastscope-disable-next-line missing-scope -- granted elsewhere */\n${code}`, []),
  ).toEqual([]);
});

test('the same is found through the first day on which a suppression ends', () => {
  const lines = (...days: string[]): string =>
    [
      ...days.map((day) => `// leastscope-disable-next-line missing-scope until ${day} -- by hand`),
      'CALL',
    ].join('\n');
  expect(suppressed(lines('2026-12-31', '2026-06-15')).through).toBe('2026-06-15');
  expect(suppressed(lines('2026-06-14', '2026-12-31')).through).toBe('2026-12-31');
  for (const text of [lines(), lines('2026-06-14'), lines('some day')])
    expect(suppressed(text)).not.toHaveProperty('through');
});
