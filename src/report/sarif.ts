import { gzipSync } from 'node:zlib';
import type { Log, Notification } from 'sarif';
import type {
  Report,
  ReportFinding,
  ReportNote,
  ReportPlace,
  ReportRequest,
  ReportSuppressed,
} from '../model/report.js';
import { shownFindings, shownSuppressed, worstFirst } from './format/shown.js';
import { printable } from './format/text.js';
import type { RenderContext, Reporter } from './reporter.js';
import { lineHashes } from './sarif/line-hash.js';
import { physicalLocation, sarifResult, type ResultContext } from './sarif/result.js';
import { sarifRule } from './sarif/rule.js';

/** GitHub refuses a run with more; of these it shows 5,000. */
const mostResults = 25_000;
const mostNotifications = 1000;
/** Of the compressed file. GitHub refuses a larger one. */
const mostBytes = 10_000_000;

/** SARIF 2.1.0, as GitHub code scanning and other viewers read it. */
export const sarif: Reporter = {
  id: 'sarif',
  description: 'SARIF 2.1.0, for code scanning',
  render: (report, context) => {
    const { length } = shownFindings(report, context);
    const all = length + shownSuppressed(report, context).length;
    for (let most = Math.min(all, mostResults); ; most = Math.floor(most / 2)) {
      const text = `${JSON.stringify(sarifLog(report, context, most), undefined, 2)}\n`;
      if (most === 0 || text.length <= mostBytes || gzipSync(text).length <= mostBytes) return text;
    }
  },
};

/** The worst `most` results; those that count stand before suppressed ones. */
function sarifLog(report: Report, context: RenderContext, most: number): Log {
  const rules = context.rules().map(sarifRule);
  const findings: readonly (ReportFinding | ReportSuppressed)[] = [
    ...worstFirst(shownFindings(report, context)),
    ...worstFirst(shownSuppressed(report, context)),
  ];
  const given: ResultContext = {
    context,
    ruleIndex: new Map(rules.map(({ id }, index) => [id, index])),
    requestAt: requestsByPlace(report.requests),
    lineHash: hashesOf(context),
    hasBaseline: report.summary.known !== undefined,
  };
  const hidden = findings.length - most;
  const cutOff: ReportNote[] =
    hidden > 0 ? [{ file: null, line: null, message: `${hidden} more findings are left out` }] : [];
  const notes = [...cutOff, ...report.notes].slice(0, mostNotifications);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            version: report.tool.version,
            semanticVersion: report.tool.version,
            rules,
          },
        },
        automationDetails: { id: 'leastscope/' },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notes.map((note) => notification(note, context)),
          },
        ],
        results: findings.slice(0, most).map((finding) => sarifResult(finding, given)),
        properties: { ...report.summary },
      },
    ],
  };
}

const notification = ({ file, line, message }: ReportNote, context: RenderContext): Notification => ({
  level: 'note',
  message: { text: printable(message) },
  ...(file !== null && {
    locations: [{ physicalLocation: physicalLocation({ file, line: line ?? 1, column: 1 }, context) }],
  }),
});

function requestsByPlace(requests: Report['requests']): ResultContext['requestAt'] {
  const key = ({ file, line, column }: ReportPlace): string => `${line}:${column}:${file}`;
  const byPlace = new Map<string, ReportRequest>();
  for (const request of requests) if (!byPlace.has(key(request))) byPlace.set(key(request), request);
  return (place) => byPlace.get(key(place));
}

function hashesOf({ sources }: RenderContext): ResultContext['lineHash'] {
  const known = new Map<string, readonly string[]>();
  return (file, line) => {
    const text = known.has(file) ? '' : sources(file);
    if (!known.has(file)) known.set(file, text === undefined ? [] : lineHashes(text));
    return known.get(file)?.[line - 1];
  };
}
