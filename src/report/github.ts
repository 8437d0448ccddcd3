import type { Severity } from '../model/finding.js';
import type { ReportFinding } from '../model/report.js';
import { repositoryFile } from './format/repository.js';
import { shownFindings, worstFirst } from './format/shown.js';
import { count, printable } from './format/text.js';
import type { RenderContext, Reporter } from './reporter.js';

/** GitHub shows ten annotations of a severity for each step, and drops the others without a word. */
const mostAnnotations = 10;

const words: Readonly<Record<Severity, { readonly command: string; readonly noun: string }>> = {
  error: { command: 'error', noun: 'error' },
  warn: { command: 'warning', noun: 'warning' },
};

/** Workflow commands: annotations of a GitHub Actions step. */
export const github: Reporter = {
  id: 'github',
  description: 'annotations of a GitHub Actions step',
  render(report, context) {
    const shown = worstFirst(shownFindings(report, context));
    const lines = (['error', 'warn'] as const).flatMap((severity) =>
      annotations(
        severity,
        shown.filter((f) => f.severity === severity),
        context,
      ),
    );
    return lines.map((line) => `${line}\n`).join('');
  },
};

/** Annotations as far as they are shown; where some are not, the last one says so, and the log has them as lines. */
function annotations(
  severity: Severity,
  findings: readonly ReportFinding[],
  context: RenderContext,
): readonly string[] {
  const { command, noun } = words[severity];
  if (findings.length <= mostAnnotations) return findings.map((f) => annotation(command, f, context));
  const others = findings.slice(mostAnnotations - 1);
  return [
    ...findings.slice(0, mostAnnotations - 1).map((f) => annotation(command, f, context)),
    `::${command} title=leastscope::${data(`and ${count(others.length, `more ${noun}`)}: the log of this step has them`)}`,
    ...others.map((f) => logLine(noun, f, context)),
  ];
}

function annotation(command: string, finding: ReportFinding, context: RenderContext): string {
  const { line, column, endLine, endColumn } = finding;
  const properties = [
    ['file', repositoryFile(finding.file, context)],
    ['line', line],
    ['endLine', endLine],
    // Columns only count within one line.
    ...(line === endLine
      ? [
          ['col', column],
          ['endColumn', endColumn],
        ]
      : []),
    ['title', `leastscope ${finding.rule}`],
  ].map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${command} ${properties.join(',')}::${data(finding.message)}`;
}

/** A line that is no command, whatever the code holds: commands start with `::`, older ones with `##[`. */
function logLine(noun: string, finding: ReportFinding, context: RenderContext): string {
  const place = `${repositoryFile(finding.file, context)}:${finding.line}:${finding.column}`;
  return printable(`${noun} ${finding.rule} ${place} ${finding.message}`).replaceAll('##', '# #');
}

const data = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
