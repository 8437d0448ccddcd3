import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findReporter, renderReport } from '../../src/report/index.js';
import { json } from '../../src/report/json.js';
import { context, golden } from './golden.js';

const render = (report: typeof golden) => renderReport(json, report, context());

test('the report, in the order of its places', () => {
  const report = JSON.parse(render(golden));
  expect(Object.keys(report)).toEqual([
    'schemaVersion',
    'tool',
    'summary',
    'requests',
    'credentials',
    'load',
    'findings',
    'notes',
  ]);
  expect(report.requests.map((r: { file: string; line: number }) => `${r.file}:${r.line}`)).toEqual([
    'src/guess.ts:2',
    'src/nightly.ts:31',
    'src/purposes.ts:3',
    'src/purposes.ts:6',
    'src/raw.ts:9',
    'src/requests.ts:4',
    'src/subjects.ts:18',
  ]);
  expect(report.credentials[0]).toMatchObject({
    name: 'consent-sync',
    granted: ['CONSENT', 'CONSENT_READ', 'COOKIE'],
  });
  expect(report.findings).toHaveLength(3);
});

const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });

test('equal bytes in whatever order things were found', () => {
  const expected = render(golden);
  fc.assert(
    fc.property(
      shuffled(golden.requests),
      shuffled(golden.credentials),
      shuffled(golden.load),
      shuffled(golden.findings),
      shuffled(['COOKIE', 'CONSENT_READ', 'CONSENT']),
      (requests, credentials, load, findings, granted) => {
        const mixed = credentials.map((c) => (c.name === 'consent-sync' ? { ...c, granted } : c));
        expect(render({ ...golden, requests, credentials: mixed, load, findings })).toBe(expected);
      },
    ),
  );
});

test('formats are found by id', () => {
  expect(findReporter('json')).toBe(json);
  expect(findReporter('xml')).toBeUndefined();
});
