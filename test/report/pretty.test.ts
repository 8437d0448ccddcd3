import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { renderReport } from '../../src/report/index.js';
import { pretty } from '../../src/report/pretty.js';
import type { RenderContext } from '../../src/report/reporter.js';
import { context, golden } from './golden.js';

const render = (report: Report = golden, given: Partial<RenderContext> = {}) =>
  renderReport(pretty, report, context(given));

describe('what a person reads', () => {
  test('in a usual terminal', () => {
    expect(render()).toMatchInlineSnapshot(`
      "consent-sync · trust-platform · 2 in excess
        needed        CONSENT_READ
                        GET /v2/purposes               src/nightly.ts:31 +1
                        GET /v2/purposes/{purposeId}   src/purposes.ts:6
        excess        CONSENT  CONSENT_READ is enough   leastscope.config.yaml:4
                      COOKIE   no call needs it         leastscope.config.yaml:4
        undocumented  GET /v4/datasubjects/details   src/subjects.ts:18

      dsar-writer · trust-platform · 1 missing, 1 in excess, 1 call undecided
        missing       DSAR_WRITE
                        PUT /requestqueues/{requestQueueRefId}/comments
                          src/requests.ts:4
        excess        DSAR_READ  no call needs it   leastscope.config.yaml:7
        undecided     not resolved, may need more scopes
                        any method {env:OT_BASE_URL}/{path}   src/raw.ts:9

      warn excess-scope   leastscope.config.yaml:4:37
        No call of consent-sync needs COOKIE.

          3 |     provider: trust-platform
        > 4 |     grants: [CONSENT, CONSENT_READ, COOKIE]
            |                                     ^^^^^^
          5 |   dsar-writer:

      error missing-scope   src/requests.ts:4:8
        PUT /requestqueues/{requestQueueRefId}/comments needs DSAR_WRITE, which the
        credential dsar-writer does not hold.

          3 | export async function comment(ref: string, text: string) {
        > 4 |   await send('PUT', \`/api/datasubject/v2/requestqueues/\${ref}/comments\`…
            |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          5 | }

        src/send.ts:12:10             sent by this call
        leastscope.config.yaml:7:14   granted here

      load
        exceeds default-endpoint GET /v4/datasubjects/details
          1,250 expected, no upper bound, of 1,000 requests in a minute
          ████████████████████ 125%
          safe while subjects.length <= 1,000
          from src/subjects.ts:18 cron 0 2 * * * -> Promise.all(subjects)

        1 limit kept

      1 error and 1 warning · 7 requests in 12 files · method and URL found for 6 of 7
      · 1 unsure finding hidden · 1 note
      "
    `);
  });

  test('in a narrow one', () => {
    expect(render(golden, { columns: 40 })).toMatchInlineSnapshot(`
      "consent-sync · trust-platform · 2 in
      excess
        needed
          CONSENT_READ
            GET /v2/purposes
              src/nightly.ts:31 +1
            GET /v2/purposes/{purposeId}
              src/purposes.ts:6
        excess
          CONSENT  CONSENT_READ is enough
            leastscope.config.yaml:4
          COOKIE   no call needs it
            leastscope.config.yaml:4
        undocumented
          GET /v4/datasubjects/details
            src/subjects.ts:18

      dsar-writer · trust-platform · 1
      missing, 1 in excess, 1 call undecided
        missing
          DSAR_WRITE
            PUT /requestqueues/{requestQueueRe
            fId}/comments
              src/requests.ts:4
        excess
          DSAR_READ  no call needs it
            leastscope.config.yaml:7
        undecided
          not resolved, may need more scopes
            any method
            {env:OT_BASE_URL}/{path}
              src/raw.ts:9

      warn excess-scope
        leastscope.config.yaml:4:37
        No call of consent-sync needs COOKIE.

          3 |     provider: trust-platform
        > 4 | …ENT_READ, COOKIE]
            |            ^^^^^^
          5 |   dsar-writer:

      error missing-scope
        src/requests.ts:4:8
        PUT /requestqueues/{requestQueueRefId}
        /comments needs DSAR_WRITE, which the
        credential dsar-writer does not hold.

          3 | export async function comment(r…
        > 4 |   await send('PUT', \`/api/datas…
            |         ^^^^^^^^^^^^^^^^^^^^^^^^
          5 | }

        src/send.ts:12:10   sent by this call
        leastscope.config.yaml:7:14
          granted here

      load
        exceeds default-endpoint GET
        /v4/datasubjects/details
          1,250 expected, no upper bound, of
          1,000 requests in a minute
          ████████████████████ 125%
          safe while subjects.length <= 1,000
          from src/subjects.ts:18 cron 0 2 * *
          * -> Promise.all(subjects)

        1 limit kept

      1 error and 1 warning · 7 requests in 12
      files · method and URL found for 6 of 7
      · 1 unsure finding hidden · 1 note
      "
    `);
  });

  test('when all is well', () => {
    const credential = golden.credentials[1]!;
    const clean: Report = {
      ...golden,
      summary: { files: 1, requests: 3, resolved: 3, matched: 3, coverage: 1 },
      credentials: [
        { ...credential, granted: ['CONSENT_READ'], excess: [], replaceable: [], undocumented: [] },
      ],
      load: [],
      findings: [],
      notes: [],
    };
    expect(render(clean)).toMatchInlineSnapshot(`
      "consent-sync · trust-platform · least privilege
        needed        CONSENT_READ
                        GET /v2/purposes               src/nightly.ts:31 +1
                        GET /v2/purposes/{purposeId}   src/purposes.ts:6

      no problems · 3 requests in 1 file · method and URL found for all
      "
    `);
  });

  test('when there is nothing', () => {
    const summary = { files: 0, requests: 0, resolved: 0, matched: 0, coverage: 1 };
    const empty: Report = {
      ...golden,
      summary,
      requests: [],
      credentials: [],
      load: [],
      findings: [],
      notes: [],
    };
    expect(render(empty)).toMatchInlineSnapshot(`
      "no problems · no requests in 0 files
      "
    `);
  });

  test('when the grants are not known, or a wider one is held', () => {
    const [writer, sync] = golden.credentials;
    const credentials = [
      {
        ...writer!,
        name: 'default',
        grantsKnown: false,
        granted: [],
        missing: [],
        excess: [],
        grantedAt: {},
      },
      { ...sync!, granted: ['CONSENT'], excess: ['CONSENT'], undocumented: [] },
    ];
    const text = render({ ...golden, credentials, load: [], findings: [], notes: [] });
    expect(text).toContain(
      'default · trust-platform · needs 1 scope, grants not known, 1 call undecided\n  needed ',
    );
    expect(text).toContain('CONSENT_READ  held through CONSENT\n');
  });

  test('many operations and calls are cut short, with the way to see all', () => {
    const names = Array.from({ length: 12 }, (_, i) => `GET /v1/items/${String.fromCharCode(97 + i)}`);
    const undecided = Array.from({ length: 7 }, (_, i) => ({ file: 'src/x.ts', line: i + 1 }));
    const credential = { ...golden.credentials[1]!, because: { CONSENT_READ: names }, undecided };
    const text = render({ ...golden, credentials: [credential] });
    expect(text).toContain(
      'GET /v1/items/h\n                  and 4 more: leastscope explain CONSENT_READ\n',
    );
    expect(text).toContain('a call   src/x.ts:5\n                  and 2 more\n');
  });
});

test('findings below the asked confidence are counted, not shown', () => {
  expect(render()).toContain('1 unsure finding hidden');
  const all = render(golden, { minConfidence: 'low' });
  expect(all).toContain('warn unknown-operation (low confidence)   src/guess.ts:2:1\n');
  expect(all).not.toContain('hidden');
});

test('quiet: errors only, and nothing when there are none', () => {
  const quiet = render(golden, { quiet: true });
  expect(quiet).toMatch(/^error missing-scope {3}src\/requests.ts:4:8\n/);
  expect(quiet).not.toContain('excess-scope');
  expect(render({ ...golden, findings: [] }, { quiet: true })).toBe('');
});

test('colours add nothing but colours', () => {
  const colored = render(golden, { color: 1 });
  expect(colored).toContain('\u001b[31merror');
  expect(stripVTControlCharacters(colored)).toBe(render());
});

test('a file without text has no code frame', () => {
  const text = render(golden, { sources: () => undefined });
  expect(text).not.toContain(' | ');
  expect(text).toContain('error missing-scope   src/requests.ts:4:8\n');
});

/** Names of others: anything at all, with what terminals obey among it. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\u001b[2J\u001b[31m',
    'a\nb',
    '\u202egnp.ts',
    '\u200b',
    '漢字 漢字漢字',
    '👩‍👩‍👧‍👦/x.ts',
    'x'.repeat(300),
  ),
);

test('no name can move the cursor, turn the writing direction, or leave its line', () => {
  const columns = fc.integer({ min: 40, max: 120 });
  fc.assert(
    fc.property(hostile, hostile, hostile, columns, (file, name, code, width) => {
      const report: Report = {
        ...golden,
        requests: golden.requests.map((r) => ({
          ...r,
          file,
          url: name,
          operation: name,
          credential: name,
          stoppedBy: null,
        })),
        credentials: golden.credentials.map((c) => ({
          ...c,
          name,
          provider: name,
          because: { [name]: [name] },
          least: [name],
          missing: [name],
          excess: [name],
          undecided: [{ file, line: 4 }],
          undocumented: [name],
        })),
        load: golden.load.map((l) => ({
          ...l,
          limit: name,
          operation: name,
          breakEven: [{ symbol: name, value: 1 }],
          contributors: [{ file, line: 1, expected: 1, how: name }],
        })),
        findings: golden.findings.map((f) => ({
          ...f,
          file,
          message: name,
          rule: name,
          related: [{ file, line: 1, column: 1, note: name }],
        })),
      };
      const sources = () => `${code}\n`.repeat(4);
      const text = render(report, { columns: width, sources, minConfidence: 'low' });
      expect(text).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/,
      );
      for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});
