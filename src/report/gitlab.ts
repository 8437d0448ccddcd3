import type { Severity } from '../model/finding.js';
import { repositoryFile } from './format/repository.js';
import { shownFindings, worstFirst } from './format/shown.js';
import { printable } from './format/text.js';
import type { Reporter } from './reporter.js';

const severities: Readonly<Record<Severity, 'major' | 'minor'>> = { error: 'major', warn: 'minor' };

/** GitLab's Code Quality report, which merge requests show. */
export const gitlab: Reporter = {
  id: 'gitlab',
  description: "GitLab's Code Quality report",
  render(report, context) {
    const issues = worstFirst(shownFindings(report, context)).map((finding) => ({
      description: printable(finding.message),
      check_name: finding.rule,
      fingerprint: finding.fingerprint,
      severity: severities[finding.severity],
      location: {
        path: repositoryFile(finding.file, context),
        lines: { begin: finding.line, end: finding.endLine },
      },
    }));
    return `${JSON.stringify(issues, undefined, 2)}\n`;
  },
};
