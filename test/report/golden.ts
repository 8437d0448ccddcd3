import type { Report, ReportRequest } from '../../src/model/report.js';
import type { RenderContext } from '../../src/report/reporter.js';

/** The files of a small client, as far as the report below points into them. */
const files: Readonly<Record<string, string>> = {
  'leastscope.config.yaml': `credentials:
  consent-sync:
    provider: trust-platform
    grants: [CONSENT, CONSENT_READ, COOKIE]
  dsar-writer:
    provider: trust-platform
    grants: [DSAR_READ]
`,
  'src/purposes.ts': `import { http } from './http.js';

export const listPurposes = () => http.get('/api/consentmanager/v2/purposes');

export const readPurpose = (id: string) =>
  http.get(\`/api/consentmanager/v2/purposes/\${id}\`);
`,
  'src/requests.ts': `import { send } from './send.js';

export async function comment(ref: string, text: string) {
\tawait send('PUT', \`/api/datasubject/v2/requestqueues/\${ref}/comments\`, { text });
}
`,
};

const request = (
  given: Partial<ReportRequest> & Pick<ReportRequest, 'file' | 'line' | 'column'>,
): ReportRequest => ({
  via: [],
  client: 'axios',
  methods: ['GET'],
  url: '{env:OT_BASE_URL}',
  provider: 'trust-platform',
  operation: null,
  match: 'matched',
  candidates: [],
  reason: null,
  confidence: 'high',
  security: [['CONSENT_READ']],
  credential: 'consent-sync',
  stoppedBy: null,
  ...given,
});

export const golden: Report = {
  schemaVersion: 1,
  tool: { name: 'leastscope', version: '0.1.0' },
  summary: { files: 12, requests: 7, resolved: 6, matched: 6, coverage: 6 / 7 },
  requests: [
    request({
      file: 'src/requests.ts',
      line: 4,
      column: 9,
      via: [{ file: 'src/send.ts', line: 12, column: 10 }],
      client: 'fetch',
      methods: ['PUT'],
      url: '{env:OT_BASE_URL}/api/datasubject/v2/requestqueues/{ref}/comments',
      operation: 'PUT /requestqueues/{requestQueueRefId}/comments',
      security: [['DSAR_WRITE']],
      credential: 'dsar-writer',
    }),
    request({
      file: 'src/purposes.ts',
      line: 6,
      column: 3,
      url: '{env:OT_BASE_URL}/api/consentmanager/v2/purposes/{id}',
      operation: 'GET /v2/purposes/{purposeId}',
    }),
    request({
      file: 'src/purposes.ts',
      line: 3,
      column: 35,
      url: '{env:OT_BASE_URL}/api/consentmanager/v2/purposes',
      operation: 'GET /v2/purposes',
    }),
    request({
      file: 'src/nightly.ts',
      line: 31,
      column: 7,
      url: '{env:OT_BASE_URL}/api/consentmanager/v2/purposes',
      operation: 'GET /v2/purposes',
    }),
    request({
      file: 'src/subjects.ts',
      line: 18,
      column: 5,
      url: '{env:OT_BASE_URL}/rest/api/consent/v4/datasubjects/details',
      operation: 'GET /v4/datasubjects/details',
      security: null,
    }),
    request({
      file: 'src/guess.ts',
      line: 2,
      column: 1,
      url: '{base}/v2/purposes',
      operation: 'GET /v2/purposes',
      confidence: 'low',
    }),
    request({
      file: 'src/raw.ts',
      line: 9,
      column: 10,
      methods: ['*'],
      url: '{env:OT_BASE_URL}/{path}',
      provider: null,
      match: 'unmatched',
      reason: 'unresolved-url',
      security: null,
      credential: 'dsar-writer',
      stoppedBy: { file: 'src/raw.ts', line: 9, column: 18, expression: 'path', why: 'parameter' },
    }),
  ],
  credentials: [
    {
      name: 'dsar-writer',
      provider: 'trust-platform',
      least: ['DSAR_WRITE'],
      proven: false,
      granted: ['DSAR_READ'],
      missing: ['DSAR_WRITE'],
      excess: ['DSAR_READ'],
      replaceable: [],
      undecided: [{ file: 'src/raw.ts', line: 9 }],
      because: { DSAR_WRITE: ['PUT /requestqueues/{requestQueueRefId}/comments'] },
      undocumented: [],
      grantsKnown: true,
      grantedAt: { DSAR_READ: { file: 'leastscope.config.yaml', line: 7, column: 14 } },
    },
    {
      name: 'consent-sync',
      provider: 'trust-platform',
      least: ['CONSENT_READ'],
      proven: true,
      granted: ['COOKIE', 'CONSENT_READ', 'CONSENT'],
      missing: [],
      excess: ['COOKIE', 'CONSENT'],
      replaceable: [{ scope: 'CONSENT', by: ['CONSENT_READ'] }],
      undecided: [],
      because: { CONSENT_READ: ['GET /v2/purposes/{purposeId}', 'GET /v2/purposes'] },
      undocumented: ['GET /v4/datasubjects/details'],
      grantsKnown: true,
      grantedAt: {
        COOKIE: { file: 'leastscope.config.yaml', line: 4, column: 37 },
        CONSENT: { file: 'leastscope.config.yaml', line: 4, column: 14 },
      },
    },
  ],
  load: [
    {
      limit: 'default-endpoint',
      provider: 'trust-platform',
      partition: 'account',
      operation: 'GET /v2/purposes',
      account: 'main',
      environment: 'production',
      windowSeconds: 60,
      quota: 1000,
      low: 0,
      expected: 4,
      high: 8,
      burst: 4,
      verdict: 'within',
      contributors: [{ file: 'src/purposes.ts', line: 3, expected: 4 }],
      assumptions: [],
      breakEven: [],
    },
    {
      limit: 'default-endpoint',
      provider: 'trust-platform',
      partition: 'account',
      operation: 'GET /v4/datasubjects/details',
      account: 'main',
      environment: 'production',
      windowSeconds: 60,
      quota: 1000,
      low: 0,
      expected: 1250,
      high: null,
      burst: 1250,
      verdict: 'exceeds',
      contributors: [
        { file: 'src/subjects.ts', line: 18, expected: 1250, how: 'cron 0 2 * * * -> Promise.all(subjects)' },
      ],
      assumptions: [{ symbol: 'subjects.length', value: 1250, source: 'config' }],
      breakEven: [{ symbol: 'subjects.length', value: 1000 }],
    },
  ],
  findings: [
    {
      rule: 'missing-scope',
      severity: 'error',
      confidence: 'high',
      message:
        'PUT /requestqueues/{requestQueueRefId}/comments needs DSAR_WRITE, which the credential dsar-writer does not hold.',
      file: 'src/requests.ts',
      line: 4,
      column: 8,
      endLine: 4,
      endColumn: 83,
      related: [
        { file: 'src/send.ts', line: 12, column: 10, note: 'sent by this call' },
        { file: 'leastscope.config.yaml', line: 7, column: 14, note: 'granted here' },
      ],
      fingerprint: '0a1b2c',
    },
    {
      rule: 'excess-scope',
      severity: 'warn',
      confidence: 'high',
      message: 'No call of consent-sync needs COOKIE.',
      file: 'leastscope.config.yaml',
      line: 4,
      column: 37,
      endLine: 4,
      endColumn: 43,
      related: [],
      fingerprint: '3d4e5f',
    },
    {
      rule: 'unknown-operation',
      severity: 'warn',
      confidence: 'low',
      message: 'The docs have no GET /v2/purpose.',
      file: 'src/guess.ts',
      line: 2,
      column: 1,
      endLine: 2,
      endColumn: 20,
      related: [],
      fingerprint: '6a7b8c',
    },
  ],
  notes: [{ file: 'src/broken.ts', line: 3, message: "expected ')'" }],
};

/** What leastscope could find. */
const rules: ReturnType<RenderContext['rules']> = [
  { id: 'excess-scope', description: 'A grant that no call needs.', severity: 'warn', help: 'Take it out.' },
  { id: 'missing-scope', description: 'A call lacks a scope.', severity: 'error', help: 'Grant the scope.' },
  { id: 'unknown-operation', description: 'A call to nothing.', severity: 'warn', help: 'Correct it.' },
  { id: 'unresolved-url', description: 'A call to anything.', severity: 'off', help: 'Say where.' },
];

export const context = (given: Partial<RenderContext> = {}): RenderContext => ({
  color: 0,
  columns: 80,
  minConfidence: 'medium',
  quiet: false,
  sources: (file) => files[file],
  folder: () => '',
  rules: () => rules,
  ...given,
});
