import { describe, expect, it } from 'vitest';
import { explainMatch } from '../../src/match/explain.js';
import { match } from '../../src/match/match.js';
import { buildPathIndex } from '../../src/match/path-index.js';
import { abstractUrl, catalog } from './support.js';

const index = buildPathIndex(
  [
    catalog('trust-platform', [
      'GET /v2/purposes/{purposeId} /api/consentmanager/v2/purposes/{purposeId}',
      'GET /v1/report/cookie',
    ]),
    catalog('chat', ['GET /users'], { servers: ['https://chat.example.com'] }),
  ],
  {},
);
const explain = (url: string) => explainMatch(index, { url: abstractUrl(url), methods: ['GET'] });

describe('explainMatch', () => {
  it('goes from the URL over hosts and paths to the result', () => {
    const steps = explain('{env:BASE}/api/reports/v1/report/cookie?x={x}');
    expect(steps[0]).toEqual({
      step: 'url',
      host: '{}',
      path: '/api/reports/v1/report/cookie',
      openBase: true,
    });
    expect(steps.filter(({ step }) => step === 'host')).toMatchObject([
      { provider: 'trust-platform', standing: 'open', because: 'the host is not known from the code' },
      { provider: 'chat', standing: 'open' },
    ]);
    const tried = steps.filter((step) => step.step === 'path' && step.provider === 'trust-platform');
    expect(tried).toMatchObject([
      { form: 'full-path', path: '/api/reports/v1/report/cookie', result: 'none', operations: [] },
      { form: 'docs-path', path: '/api/reports/v1/report/cookie', result: 'none' },
      {
        form: 'module-prefix',
        path: '/v1/report/cookie',
        result: 'found',
        operations: ['GET /v1/report/cookie'],
      },
    ]);
    expect(steps.at(-1)).toMatchObject({
      step: 'result',
      match: { kind: 'matched', evidence: { form: 'module-prefix', host: 'open' } },
    });
  });

  it('says which hosts were ruled out', () => {
    const steps = explain('https://chat.example.com/users');
    expect(steps.filter(({ step }) => step === 'host')).toMatchObject([
      { provider: 'trust-platform', standing: 'unlisted' },
      {
        provider: 'chat',
        standing: 'known',
        because: 'https://chat.example.com is a server of the provider',
      },
    ]);
    expect(steps.filter((step) => step.step === 'path' && step.provider === 'trust-platform')).toEqual([]);
  });

  it('names what was found and thrown out as too generic', () => {
    const generic = buildPathIndex([catalog('open', ['GET /users'], { servers: ['https://{host}'] })]);
    const url = abstractUrl('https://api.example.org/users');
    const steps = explainMatch(generic, { url, methods: ['GET'] });
    expect(steps).toContainEqual(expect.objectContaining({ step: 'path', result: 'too-generic' }));
    expect(steps.at(-1)).toMatchObject({ match: { kind: 'foreign' } });
  });

  it.each([
    '{url}',
    '{env:BASE}/v2/purposes/{id}',
    'https://api.example.org/a',
    '/v2/{x}',
    'mailto:a@example.org',
  ])('ends with the answer of match: %s', (url) => {
    const results = explain(url).flatMap((step) => (step.step === 'result' ? [step.match] : []));
    expect(results).toEqual(match(index, { url: abstractUrl(url), methods: ['GET'] }));
  });
});
