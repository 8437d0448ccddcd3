import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { html } from '../../src/report/html.js';
import { renderReport } from '../../src/report/index.js';
import { svg } from '../../src/report/svg.js';
import { context, golden } from './golden.js';
import { hostile, hostileContext } from './hostile.js';

const page = (report = golden, given = context()) => renderReport(html, report, given);

test('nothing but its own style and script may run, and nothing comes from elsewhere', () => {
  for (const text of [page(), page(hostile, hostileContext())]) {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1] ?? '';
    const inside = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)?.[1] ?? '';
    const hash = (content: string) => createHash('sha256').update(content).digest('base64');
    expect(policy.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${hash(inside('style'))}'; script-src 'sha256-${hash(inside('script'))}'; base-uri 'none'; form-action 'none'`,
    );
    expect(text.match(/<script\b/g)).toHaveLength(1);
    expect(text.match(/<style\b/g)).toHaveLength(1);
    const markup = text.replace(/<style>[^]*?<\/style>|<script>[^]*?<\/script>|"[^"]*"/g, '');
    expect(
      markup.match(/<(?:img|link|iframe|object|embed|base)\b|<[^>]+\s(?:on\w+|src|style)=/i) ?? [],
    ).toEqual([]);
    expect(text.match(/\shref="[^"]*"/g)?.every((href) => href.startsWith(' href="#'))).toBe(true);
  }
});

test('says what was found where', () => {
  const text = page();
  for (const words of [
    'missing-scope',
    'src/requests.ts:4:8',
    'DSAR_WRITE',
    'not granted',
    'GET /v2/purposes',
  ])
    expect(text).toContain(words);
  expect(text).toContain("<mark>send('PUT', `".replaceAll("'", '&#39;'));
  expect(text).not.toContain('GET /v2/purpose.');
  expect(page(golden, context({ minConfidence: 'low' }))).toContain('GET /v2/purpose.');
});

test('is a page where there is nothing to say, and where there is too much', () => {
  const empty = { ...golden, findings: [], credentials: [], load: [], requests: [], notes: [] };
  expect(page(empty)).toContain('No problems were found.');
  const [one] = golden.findings;
  const findings = Array.from({ length: 2100 }, (_, i) => ({ ...one!, line: i + 1 }));
  expect(page({ ...golden, findings })).toContain('And 100 more');
});

test('the load plot alone is well-formed XML, whatever names there are', async () => {
  for (const report of [golden, hostile, { ...golden, load: [] }]) {
    const contents = renderReport(svg, report, context());
    const schema =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg"/></xs:schema>';
    const { errors } = await validateXML({ xml: [{ fileName: 'a.svg', contents }], schema: [schema] });
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(contents).not.toMatch(/<(?:script|img)\b/);
  }
});

test('a file that was not read as a whole is no call', () => {
  const undecided = [{ file: 'src/broken.ts', line: 3, unread: true as const }];
  const credentials = golden.credentials.map((c) => ({ ...c, undecided, proven: false }));
  const text = page({ ...golden, credentials });
  expect(text).not.toContain('undecided');
  expect(text).toContain('Not read as a whole: <code>src/broken.ts:3</code>');
  expect(text).toContain('not proven to be the least');
});
