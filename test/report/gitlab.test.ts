import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { gitlab } from '../../src/report/gitlab.js';
import { renderReport } from '../../src/report/index.js';
import { context, golden } from './golden.js';
import { hostile, hostileContext } from './hostile.js';

/** What GitLab's documentation asks of each issue of a Code Quality report. */
const issue = {
  type: 'object',
  required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
  properties: {
    description: { type: 'string', minLength: 1 },
    check_name: { type: 'string', minLength: 1 },
    fingerprint: { type: 'string', minLength: 1 },
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: {
      type: 'object',
      required: ['path', 'lines'],
      properties: {
        path: { type: 'string', pattern: '^(?!\\./|/)' },
        lines: {
          type: 'object',
          required: ['begin'],
          properties: { begin: { type: 'integer', minimum: 1 } },
        },
      },
    },
  },
};
const isValid = new Ajv().compile({ type: 'array', items: issue });

test('issues that merge requests show', () => {
  const issues = JSON.parse(renderReport(gitlab, golden, context({ folder: () => 'apps/a/' })));
  expect(isValid(issues), JSON.stringify(isValid.errors)).toBe(true);
  expect(issues).toEqual([
    {
      description: golden.findings[0]?.message,
      check_name: 'missing-scope',
      fingerprint: '0a1b2c',
      severity: 'major',
      location: { path: 'apps/a/src/requests.ts', lines: { begin: 4, end: 4 } },
    },
    expect.objectContaining({ check_name: 'excess-scope', severity: 'minor' }),
  ]);
});

test('hostile text is JSON text, and fingerprints differ', () => {
  const issues = JSON.parse(renderReport(gitlab, hostile, hostileContext()));
  expect(isValid(issues)).toBe(true);
  expect(new Set(issues.map((i: { fingerprint: string }) => i.fingerprint)).size).toBe(issues.length);
});

test('nothing found is an empty list', () => {
  expect(renderReport(gitlab, { ...golden, findings: [] }, context())).toBe('[]\n');
});
