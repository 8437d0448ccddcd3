import type { ReportingConfiguration, ReportingDescriptor } from 'sarif';
import type { ReportRule } from '../reporter.js';
import { cut } from '../format/text.js';

/** What GitHub takes of a description. Characters. */
const longestDescription = 1024;

/** How SARIF names a severity. */
export const levelOf = (severity: ReportRule['severity']): NonNullable<ReportingConfiguration['level']> =>
  severity === 'error' ? 'error' : severity === 'warn' ? 'warning' : 'note';

export const sarifRule = (rule: ReportRule): ReportingDescriptor => ({
  id: rule.id,
  name: rule.id.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  shortDescription: { text: cut(rule.description, longestDescription) },
  fullDescription: { text: cut(rule.description, longestDescription) },
  help: { text: rule.help, markdown: rule.help },
  defaultConfiguration: { level: levelOf(rule.severity), enabled: rule.severity !== 'off' },
  properties: {
    tags: ['api', 'least-privilege', 'oauth-scopes'],
    'problem.severity': rule.severity === 'error' ? 'error' : 'warning',
  },
});
