import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderReport } from '../../src/report/index.js';
import { junit } from '../../src/report/junit.js';
import { context, golden } from './golden.js';
import { hostile, hostileContext } from './hostile.js';

const schema = readFileSync(path.resolve(import.meta.dirname, '../fixtures/schemas/junit.xsd'), 'utf8');

async function mistakes(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: xml }],
    schema: [schema],
  });
  return errors.map(({ message }) => message);
}

test('the schema can say no', async () => {
  expect(await mistakes('<testsuites/>')).not.toEqual([]);
});

test('errors fail, warnings are skipped, what was not found passes', async () => {
  const xml = renderReport(junit, golden, context());
  expect(await mistakes(xml)).toEqual([]);
  await expect(xml).toMatchFileSnapshot('../fixtures/report/junit.xml');
});

test('names and code of others stay text', async () => {
  const xml = renderReport(junit, hostile, hostileContext());
  expect(await mistakes(xml)).toEqual([]);
  expect(xml.match(/<failure /g)).toHaveLength(7);
  expect(xml).not.toMatch(/<script|<img|<!\[CDATA/);
});

test('nothing found passes for every finding that can be made', async () => {
  const xml = renderReport(junit, { ...golden, findings: [] }, context());
  expect(await mistakes(xml)).toEqual([]);
  expect(xml).toContain('<testsuites name="leastscope" tests="4" failures="0" errors="0">');
});
