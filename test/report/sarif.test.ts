import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import Ajv from 'ajv-draft-04';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import type { Report, ReportFinding } from '../../src/model/report.js';
import { renderReport } from '../../src/report/index.js';
import type { RenderContext } from '../../src/report/reporter.js';
import { sarif } from '../../src/report/sarif.js';
import { lineHashes } from '../../src/report/sarif/line-hash.js';
import { context, golden } from './golden.js';
import { hostile, hostileContext } from './hostile.js';

const jestSarif = path.dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif'));
const schema = JSON.parse(readFileSync(path.join(jestSarif, 'schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
// The schema's patterns are not those of Unicode regular expressions.
const ajv = new Ajv.default({ strict: false, unicodeRegExp: false, validateFormats: false, allErrors: true });
const isValid = ajv.compile(schema);

function rendered(report: Report, given: RenderContext = context()): Log {
  const log: Log = JSON.parse(renderReport(sarif, report, given));
  expect(isValid(log), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true);
  return log;
}
const runOf = (report: Report, given?: RenderContext) => rendered(report, given).runs[0]!;

test('the schema can say no', () => {
  const log = rendered(golden);
  expect(isValid({ ...log, version: '2.0' })).toBe(false);
  expect(isValid({ ...log, runs: [{ ...log.runs[0], results: [{ message: {} }] }] })).toBe(false);
});

describe('what GitHub asks for', () => {
  test('every rule, with help', () => {
    const { rules = [] } = runOf(golden).tool.driver;
    expect(rules.map((rule) => rule.id)).toEqual([
      'excess-scope',
      'missing-scope',
      'unknown-operation',
      'unresolved-url',
    ]);
    expect(rules[1]).toMatchObject({
      name: 'MissingScope',
      shortDescription: { text: 'A call lacks a scope.' },
      help: { text: 'Grant the scope.', markdown: 'Grant the scope.' },
      defaultConfiguration: { level: 'error', enabled: true },
    });
    expect(rules[3]?.defaultConfiguration).toMatchObject({ enabled: false });
  });

  test('results: the worst first, at relative places, with fingerprints', () => {
    const { results = [], tool } = runOf(golden);
    expect(results.map((r) => [r.level, r.ruleId])).toEqual([
      ['error', 'missing-scope'],
      ['warning', 'excess-scope'],
    ]);
    const [first] = results;
    expect(tool.driver.rules?.[first?.ruleIndex ?? -1]?.id).toBe('missing-scope');
    expect(first?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'src/requests.ts', uriBaseId: '%SRCROOT%' },
      region: { startLine: 4, startColumn: 8, endLine: 4, endColumn: 83 },
    });
    expect(first?.partialFingerprints).toEqual({
      primaryLocationLineHash: lineHashes(context().sources('src/requests.ts') ?? '')[3],
      'leastscope/v1': '0a1b2c',
    });
    expect(first?.relatedLocations?.map((l) => [l.id, l.message?.text])).toEqual([
      [1, 'sent by this call'],
      [2, 'granted here'],
    ]);
  });

  test('what is unsure only where it is asked for', () => {
    expect(runOf(golden, context({ minConfidence: 'low' })).results).toHaveLength(3);
    expect(runOf(golden, context({ quiet: true })).results).toHaveLength(1);
  });

  test('the way of a call as a code flow', () => {
    const at = { line: 4, column: 9 };
    const findings = golden.findings.map((f) => (f.rule === 'missing-scope' ? { ...f, ...at } : f));
    const [first] = runOf({ ...golden, findings }).results ?? [];
    const steps = first?.codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => [
      location?.physicalLocation?.artifactLocation?.uri,
      location?.physicalLocation?.region?.startLine,
      location?.message?.text,
    ]);
    expect(steps).toEqual([
      [
        'src/requests.ts',
        4,
        'PUT {env:OT_BASE_URL}/api/datasubject/v2/requestqueues/{ref}/comments starts here',
      ],
      ['src/send.ts', 12, 'sent here by fetch'],
    ]);
  });

  test('with where each piece of the path is written, once for what came together', () => {
    const at = { line: 4, column: 9 };
    const base = { of: 'url', text: '{env:OT_BASE_URL}' } as const;
    const read = { file: 'src/send.ts', line: 2, column: 1, note: 'set by the environment' };
    const requests = golden.requests.map((r) =>
      r.line === 4 && r.file === 'src/requests.ts' ? { ...r, trace: [{ ...base, hops: [read, read] }] } : r,
    );
    const findings = golden.findings.map((f) => (f.rule === 'missing-scope' ? { ...f, ...at } : f));
    const [first] = runOf({ ...golden, requests, findings }).results ?? [];
    const steps = first?.codeFlows?.[0]?.threadFlows[0]?.locations.map(
      ({ location }) => location?.message?.text,
    );
    expect(steps).toEqual([
      '{env:OT_BASE_URL}: set by the environment',
      'PUT {env:OT_BASE_URL}/api/datasubject/v2/requestqueues/{ref}/comments starts here',
      'sent here by fetch',
    ]);
  });

  test('places from the root of the repository, wherever it ran', () => {
    const given = context({ folder: () => 'packages/a b/' });
    const findings: ReportFinding[] = golden.findings.map((f) => ({ ...f, file: `../${f.file}` }));
    const uris = (report: Report) =>
      runOf(report, given).results?.map((r) => r.locations?.[0]?.physicalLocation?.artifactLocation?.uri);
    expect(uris(golden)).toEqual(['packages/a%20b/src/requests.ts', 'packages/a%20b/leastscope.config.yaml']);
    expect(uris({ ...golden, findings })?.[0]).toBe('packages/src/requests.ts');
  });

  test('no more than it takes', () => {
    const [one] = golden.findings;
    const many = Array.from({ length: 25_010 }, (_, i) => ({ ...one!, line: i + 1, fingerprint: String(i) }));
    const related = Array.from({ length: 300 }, () => ({ file: 'a.ts', line: 1, column: 1, note: 'x' }));
    const log: Log = JSON.parse(
      renderReport(sarif, { ...golden, findings: [{ ...one!, related }, ...many] }, context()),
    );
    const run = log.runs[0];
    expect(run?.results).toHaveLength(25_000);
    expect(run?.results?.find((r) => (r.relatedLocations?.length ?? 0) > 2)?.relatedLocations).toHaveLength(
      100,
    );
    expect(run?.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toBe(
      '11 more findings are left out',
    );
  });
});

describe('what is suppressed', () => {
  const [one, two] = golden.findings;
  const report: Report = {
    ...golden,
    suppressed: [
      { ...one!, fingerprint: 's1', by: 'comment', reason: 'granted by hand', until: '2027-01-31' },
      { ...two!, fingerprint: 's2', by: 'baseline', reason: 'known in known.json' },
    ],
  };

  test('stays out, as GitHub would open alerts for it', () => {
    const { results = [] } = runOf(report);
    expect(results).toEqual(runOf(golden).results);
    expect(results.every((r) => r.suppressions === undefined && r.baselineState === undefined)).toBe(true);
  });

  test('is marked where it is asked for, after what counts', () => {
    const given = context({ suppressed: true, minConfidence: 'low' });
    const { results = [] } = runOf(report, given);
    expect(results.slice(0, 3)).toEqual(runOf(golden, given).results);
    expect(
      results
        .slice(3)
        .map((r) => [r.partialFingerprints?.['leastscope/v1'], r.suppressions?.[0]])
        .sort(),
    ).toEqual([
      ['s1', { kind: 'inSource', status: 'accepted', justification: 'granted by hand (until 2027-01-31)' }],
      ['s2', { kind: 'external', status: 'accepted', justification: 'known in known.json' }],
    ]);
  });

  test('beside a baseline each result says whether it is new', () => {
    const beside = { ...report, summary: { ...report.summary, known: 1 } };
    const states = (given: RenderContext) =>
      runOf(beside, given).results?.map((r) => [r.partialFingerprints?.['leastscope/v1'], r.baselineState]);
    expect(states(context({ suppressed: true }))).toContainEqual(['s2', 'unchanged']);
    expect(states(context({ suppressed: true }))).toContainEqual(['s1', 'new']);
    expect(new Set(states(context())?.map(([, state]) => state))).toEqual(new Set(['new']));
  });
});

test('a file that GitHub would refuse for its size is made smaller, the worst kept', () => {
  const [one] = golden.findings;
  // Hashes don't compress.
  const noise = (i: number): string =>
    Array.from({ length: 60 }, (_, n) => createHash('sha256').update(`${i} ${n}`).digest('base64')).join('');
  const many = Array.from({ length: 6000 }, (_, i) => ({
    ...one!,
    line: i + 1,
    severity: i === 5999 ? ('error' as const) : ('warn' as const),
    message: noise(i),
    fingerprint: String(i),
  }));
  const text = renderReport(sarif, { ...golden, findings: many }, context());
  expect(gzipSync(text).length).toBeLessThan(10_000_000);
  const log: Log = JSON.parse(text);
  expect(log.runs[0]?.results).toHaveLength(3000);
  expect(log.runs[0]?.results?.[0]?.level).toBe('error');
  expect(log.runs[0]?.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toBe(
    '3000 more findings are left out',
  );
}, 60_000);

test('names and code of others stay text', () => {
  const text = renderReport(sarif, hostile, hostileContext());
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  const run = runOf(hostile, hostileContext());
  for (const result of run.results ?? []) {
    const uri = result.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '';
    expect(uri).toMatch(/^src\/[\w%.!~*'()-]+\/[\w%.!~*'()/-]+$/);
    expect(new URL(uri, 'file:///root/').protocol).toBe('file:');
  }
});

describe("a line's hash is the one that GitHub's upload computes", () => {
  // The expected values are those of the upload's own tests.
  const greetings = [
    'e9496ae3ebfced30:1',
    'fb7c023a8b9ccb3f:1',
    'ce8ba1a563dcdaca:1',
    'e20e36e16fcb0cc8:1',
    'b3edc88f2938467e:1',
    'c8e28b0b4002a3a0:1',
    'c129715d7a2bc9a3:1',
  ];
  test.each([
    ['', ['c129715d7a2bc9a3:1']],
    [' hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n', greetings],
    [' hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r', greetings],
    [' hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n', greetings],
    [
      'Lorem ipsum dolor sit amet.\n'.repeat(10),
      [
        ...[1, 2, 3, 4, 5, 6].map((n) => `a7f2ff13bc495cf2:${n}`),
        'a7f2ff1481e87703:1',
        'a9cf91f7bbf1862b:1',
        '55ec222b86bcae53:1',
        'cc97dc7b1d7d8f7b:1',
        'c129715d7a2bc9a3:1',
      ],
    ],
  ])('%j', (text, hashes) => {
    expect(lineHashes(text)).toEqual(hashes);
  });
});
