import { escapeMarkdown, markdownCode } from '../format/escape.js';
import { count, cut, formatPlace } from '../format/text.js';
import { fitSections, type Section } from '../markdown/section.js';
import { verdictWords } from '../plot/bar.js';
import type { CredentialChange, ReportChanges } from './compare.js';
import { addedWords, headline, loadWords, removedWords } from './pretty.js';

const longest = 60_000;
const longestLine = 600;
const mostInHeadline = 200;

/** What a change does, for a comment on its pull request. */
export function changesMarkdown(changes: ReportChanges): string {
  const { credentials, load, findings } = changes;
  const sections: readonly Section[] = [
    section('', [`### leastscope: ${escapeMarkdown(cut(headline(changes), mostInHeadline))}\n`]),
    ...credentials.map(credentialSection),
    section(
      '**Load**\n',
      load.map(
        (row) => `- ${text(loadWords(row))}${row.after ? `: ${verdictWords[row.after.verdict]}` : ''}`,
      ),
    ),
    section('**Findings**\n', [
      ...findings.added.map(
        (f) => `- new: ${markdownCode(f.rule)} ${text(f.message)} ${markdownCode(formatPlace(f))}`,
      ),
      ...findings.removed.map((f) => `- gone: ${markdownCode(f.rule)} ${text(f.message)}`),
    ]),
  ];
  return fitSections(sections, longest);
}

const text = (content: string): string => escapeMarkdown(cut(content, longestLine));

const section = (title: string, rows: readonly string[]): Section => ({
  head: title === '' ? [] : [title],
  rows,
  tail: title === '' ? [] : [''],
  more: (hidden) => `- and ${count(hidden, 'more line')}`,
});

const credentialSection = ({ name, provider, added, removed, operations }: CredentialChange): Section =>
  section(`**${escapeMarkdown(name)}** ${escapeMarkdown(provider)}\n`, [
    ...added.map((s) => `- **+${markdownCode(s.scope)}** ${text(addedWords(s))}`),
    ...removed.map((s) => `- **−${markdownCode(s.scope)}** ${text(removedWords(s))}`),
    ...operations.added.map((operation) => `- calls ${markdownCode(operation)}`),
    ...operations.removed.map((operation) => `- no longer calls ${markdownCode(operation)}`),
  ]);
