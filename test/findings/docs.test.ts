import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findingDefinitions } from '../../src/findings/index.js';

test('docs/findings.md has one section for each finding, in the order of the index', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/findings.md'), 'utf8');
  const sections = [...page.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  expect(sections).toEqual(findingDefinitions.map(({ id }) => id));
});
