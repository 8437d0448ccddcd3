import { expect, test } from 'vitest';
import { coverageText } from '../../src/report/format/coverage.js';
import type { Report } from '../../src/model/report.js';
import { golden } from './golden.js';

const [first] = golden.requests;

/** A report with so many requests to the API, of which some have a URL, and others to hosts of nobody. */
function report(own: number, found: number, foreign: number): Report {
  const request = (match: 'matched' | 'foreign') => ({ ...first!, match });
  const requests = [
    ...Array.from({ length: own }, () => request('matched')),
    ...Array.from({ length: foreign }, () => request('foreign')),
  ];
  const coverage = own === 0 ? 1 : Math.round((found / own) * 10_000) / 10_000;
  const summary = {
    files: 200,
    requests: own + foreign,
    resolved: found + foreign,
    matched: found,
    coverage,
  };
  return { ...golden, requests, summary };
}

test.each([
  [0, 0, 0, 'no requests in 200 files'],
  [3, 3, 0, '3 requests in 200 files; method and URL found for all'],
  [7, 6, 0, '7 requests in 200 files; method and URL found for 6 of 7'],
  [1, 0, 46, '47 requests in 200 files, 46 to other APIs; method and URL found for 0 of 1 other'],
  [3, 2, 1, '4 requests in 200 files, 1 to other APIs; method and URL found for 2 of 3 others'],
  [2, 2, 1, '3 requests in 200 files, 1 to other APIs; method and URL found for all others'],
  [0, 0, 5, '5 requests in 200 files, all to other APIs'],
  [1234, 1233, 0, '1,234 requests in 200 files; method and URL found for 1,233 of 1,234'],
])('%d own, %d of them found, %d of others', (own, found, foreign, text) => {
  expect(coverageText(report(own, found, foreign)).join('; ')).toBe(text);
});
