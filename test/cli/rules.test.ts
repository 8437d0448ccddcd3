import { expect, test } from 'vitest';
import { reportRules } from '../../src/cli/rules.js';
import { findingDefinitions } from '../../src/findings/index.js';

test('reports know every finding, with what the documentation says to do', () => {
  const rules = reportRules();
  expect(rules.map(({ id }) => id)).toEqual(findingDefinitions.map(({ id }) => id));
  for (const rule of rules) expect(rule.help, rule.id).toContain('Fix:');
});
