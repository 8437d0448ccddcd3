import type { ReportFinding } from '../model/report.js';
import { escapeXml } from './format/escape.js';
import { shownFindings } from './format/shown.js';
import { formatPlace } from './format/text.js';
import type { Reporter } from './reporter.js';

/**
 * JUnit's XML: a suite for each finding that can be made, a case for each place that has it. Errors are failures. Test
 * reports know no warnings: these are skipped cases, which are seen and fail nothing.
 */
export const junit: Reporter = {
  id: 'junit',
  description: 'JUnit XML, for test reports',
  render(report, context) {
    const shown = shownFindings(report, context);
    const known = context.rules().map(({ id }) => id);
    const others = [...new Set(shown.map(({ rule }) => rule))].filter((rule) => !known.includes(rule));
    const suites = [...known, ...others].map((rule) =>
      suite(
        rule,
        shown.filter((finding) => finding.rule === rule),
      ),
    );
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="leastscope" tests="${sum(suites, 'tests')}" failures="${sum(suites, 'failures')}" errors="0">`,
      ...suites.map(({ xml }) => xml),
      '</testsuites>',
      '',
    ].join('\n');
  },
};

interface Suite {
  readonly xml: string;
  readonly tests: number;
  readonly failures: number;
}

const sum = (suites: readonly Suite[], what: 'tests' | 'failures'): number =>
  suites.reduce((total, one) => total + one[what], 0);

function suite(rule: string, findings: readonly ReportFinding[]): Suite {
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  const tests = Math.max(1, findings.length);
  const cases =
    findings.length === 0
      ? [`    <testcase classname="leastscope" name="${escapeXml(rule)}"/>`]
      : findings.map(testCase);
  const attributes = [
    ['name', rule],
    ['tests', tests],
    ['failures', failures],
    ['errors', 0],
    ['skipped', findings.length - failures],
  ].map(([name, value]) => `${name}="${escapeXml(String(value))}"`);
  return {
    xml: [`  <testsuite ${attributes.join(' ')}>`, ...cases, '  </testsuite>'].join('\n'),
    tests,
    failures,
  };
}

function testCase(finding: ReportFinding): string {
  const name = `${finding.rule} ${formatPlace(finding)}`;
  const message = escapeXml(finding.message);
  const outcome =
    finding.severity === 'error'
      ? `<failure type="${escapeXml(finding.rule)}" message="${message}">${escapeXml(details(finding))}</failure>`
      : `<skipped message="${message}"/>`;
  const head = `<testcase classname="${escapeXml(finding.file)}" name="${escapeXml(name)}">`;
  return `    ${head}\n      ${outcome}\n    </testcase>`;
}

const details = (finding: ReportFinding): string =>
  [
    `${formatPlace(finding)}: ${finding.message}`,
    ...finding.related.map((place) => `${formatPlace(place)}: ${place.note}`),
  ].join('; ');
