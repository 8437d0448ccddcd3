import { coverageText } from './format/coverage.js';
import { shownFindings, worstFirst } from './format/shown.js';
import { count, list } from './format/text.js';
import { fitSections, type Section } from './markdown/section.js';
import { credentialTable, findingTable, loadTable, noteList, scopeList } from './markdown/tables.js';
import type { Reporter } from './reporter.js';

/** GitHub takes comments of 65,536 characters, and this is one part of them. */
const longest = 60_000;

/** A page for a job summary or a comment on a pull request. */
export const markdown: Reporter = {
  id: 'markdown',
  description: 'a job summary, or a comment on a pull request',
  render(report, context) {
    const findings = worstFirst(shownFindings(report, context));
    const { known } = report.summary;
    const sections: readonly Section[] = [
      {
        head: [],
        rows: [
          `### leastscope: ${verdict(findings)}\n`,
          `${[...coverageText(report), ...(known === undefined ? [] : [`${count(known, 'known finding')} not listed`])].join('; ')}.\n`,
        ],
        tail: [],
        more: () => '',
      },
      credentialTable(report.credentials),
      findingTable(findings, context),
      scopeList(report, context),
      loadTable(report.load),
      noteList(report.notes, context),
    ];
    return fitSections(sections, longest);
  },
};

function verdict(findings: readonly { readonly severity: string }[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ];
  return parts.length === 0 ? 'no problems' : list(parts);
}
