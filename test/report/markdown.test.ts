import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { renderReport } from '../../src/report/index.js';
import { markdown } from '../../src/report/markdown.js';
import { context, golden } from './golden.js';
import { hostile, hostileContext } from './hostile.js';

const parse = (text: string) =>
  fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])];
}

test('a page that says first what is wrong', async () => {
  await expect(renderReport(markdown, golden, context())).toMatchFileSnapshot(
    '../fixtures/report/markdown.md',
  );
});

test('clean', () => {
  const text = renderReport(
    markdown,
    { ...golden, findings: [], credentials: [], load: [], notes: [] },
    context(),
  );
  expect(text).toBe(
    '### leastscope: no problems\n\n7 requests in 12 files; method and URL found for 6 of 7.\n\n',
  );
});

test('names and code of others stay text: no link, no image, no tag but our own', () => {
  const text = renderReport(markdown, hostile, hostileContext());
  const nodes = nodesIn(parse(text));
  expect(
    nodes.filter(({ type }) => ['link', 'image', 'code', 'inlineCode', 'linkReference'].includes(type)),
  ).toEqual([]);
  const tags = nodes.flatMap((n) => (n.type === 'html' ? n.value.match(/<[^>]*>/g) : []));
  expect(new Set(tags)).toEqual(
    new Set(['<code>', '</code>', '<details>', '</details>', '<summary>', '</summary>']),
  );
  const widths = nodes.flatMap((n) =>
    n.type === 'table' ? [new Set(n.children.map((row) => row.children.length))] : [],
  );
  expect(widths.map((set) => [...set])).toEqual([[5], [3], [6]]);
  expect(/@everyone|https?:\/\/|www\.|[^&]#1/.test(text)).toBe(false);
});

test('never longer than a comment may be, and whole however much there is', () => {
  const [one] = golden.findings;
  const findings = Array.from({ length: 3000 }, (_, i) => ({
    ...one!,
    line: i + 1,
    message: `${i} ${'x'.repeat(500)}`,
  }));
  const notes = Array.from({ length: 5000 }, (_, i) => ({ file: 'a.ts', line: i, message: 'y'.repeat(50) }));
  for (const report of [
    { ...golden, findings },
    { ...golden, notes },
    { ...hostile, findings: Array.from({ length: 90 }, () => hostile.findings).flat() },
  ]) {
    const text = renderReport(markdown, report, context());
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text.length).toBeGreaterThan(50_000);
    expect(text).toMatch(/and [\d,]+ more/);
    expect(text.match(/<details>/g)?.length ?? 0).toBe(text.match(/<\/details>/g)?.length ?? 0);
  }
});

test('a file that was not read as a whole is no call', () => {
  const undecided = [{ file: 'src/broken.ts', line: 3, unread: true as const }];
  const credentials = golden.credentials.map((c) => ({ ...c, undecided, proven: false }));
  const text = renderReport(markdown, { ...golden, credentials }, context());
  expect(text).not.toContain('undecided');
  expect(text).toContain('not proven to be the least');
});
