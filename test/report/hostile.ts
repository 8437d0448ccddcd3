import type { Report } from '../../src/model/report.js';
import type { RenderContext } from '../../src/report/reporter.js';
import { context, golden } from './golden.js';

/** What a file name, a URL or code may hold to break out of a report. */
export const hostileText = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"\'`${alert(1)}`\'"',
  '&lt; &amp; ]]> --> <!-- <![CDATA[',
  '| a | b |',
  '`code` **bold** _em_ [link](https://evil.example) ![i](x) https://evil.example www.evil.example @everyone #1',
  '::error file=x,line=1::boo',
  '%0A::set-output name=x::y',
  'line\nbreak\r\n::warning::x',
  '##[error]boo',
  '\u001b[31mred\u0000\u0008\u202e',
  '\ud800 lone \uffff',
  'a,b:c;d',
] as const;

const everything = hostileText.join(' ');
const file = `src/${hostileText[0]}/${everything.replaceAll('/', '∕')}.ts`;

/** The golden report with such text wherever text of others stands. */
export const hostile: Report = {
  ...golden,
  requests: golden.requests.map((r) => ({
    ...r,
    file,
    url: everything,
    client: everything,
    operation: r.operation === null ? null : everything,
    credential: everything,
    provider: everything,
    via: r.via.map((v) => ({ ...v, file })),
    stoppedBy: r.stoppedBy && { ...r.stoppedBy, file, expression: everything },
  })),
  credentials: golden.credentials.map((c, i) => ({
    ...c,
    name: i === 0 ? everything : `${everything} 2`,
    provider: everything,
    least: [everything],
    granted: [everything],
    missing: i === 0 ? [everything] : [],
    excess: [everything],
    because: { [everything]: [everything] },
    undecided: [{ file, line: 9 }],
    undocumented: [everything],
    grantedAt: { [everything]: { file, line: 1, column: 1 } },
    replaceable: [{ scope: everything, by: [everything] }],
  })),
  load: golden.load.map((l) => ({
    ...l,
    limit: everything,
    operation: everything,
    account: everything,
    contributors: [{ file, line: 1, expected: 3, how: everything }],
    assumptions: [{ symbol: everything, value: 1, source: 'config' }],
    breakEven: [{ symbol: everything, value: null, inequality: everything }],
    notes: [everything],
  })),
  findings: hostileText.map((text, i) => ({
    rule: i % 2 === 0 ? 'missing-scope' : 'excess-scope',
    severity: i % 2 === 0 ? 'error' : 'warn',
    confidence: 'high',
    message: text,
    file,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 4,
    related: [{ file, line: 2, column: 1, note: text }],
    fingerprint: `f${i}`,
  })),
  notes: [{ file, line: 1, message: everything }],
};

export const hostileContext = (given: Partial<RenderContext> = {}): RenderContext =>
  context({ sources: () => `${everything}\n${everything}\n`, ...given });
