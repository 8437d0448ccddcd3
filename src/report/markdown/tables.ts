import type { LoadVerdict, Report, ReportCredential, ReportFinding, ReportLoad } from '../../model/report.js';
import { duration } from '../../model/duration.js';
import { escapeMarkdown, markdownCode } from '../format/escape.js';
import { repositoryFile } from '../format/repository.js';
import { callsLeftOpen } from '../format/shown.js';
import { count, cut, formatNumber } from '../format/text.js';
import type { RenderContext } from '../reporter.js';
import type { Section } from './section.js';

const longestCell = 400;
const mostPlaces = 3;

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const header = (...names: readonly string[]): readonly string[] => [
  row(...names),
  row(...names.map(() => '---')),
];
const text = (content: string): string => escapeMarkdown(cut(content, longestCell));
const code = (content: string): string => markdownCode(cut(content, longestCell));
const codes = (names: readonly string[]): string => names.map(code).join(' ') || '–';
const folded = (title: string): readonly string[] => ['<details>', `<summary>${title}</summary>`, ''];
const place = (at: { readonly file: string; readonly line: number }, context: RenderContext): string =>
  code(`${repositoryFile(at.file, context)}:${at.line}`);

export const findingTable = (findings: readonly ReportFinding[], context: RenderContext): Section => ({
  head: [...header('', 'finding', 'place')],
  rows: findings.map((f) =>
    row(
      f.severity === 'error' ? '**error**' : 'warning',
      `${code(f.rule)} ${text(f.message)}${f.confidence === 'high' ? '' : ` (${f.confidence} confidence)`}`,
      place(f, context),
    ),
  ),
  tail: [''],
  more: (hidden) => row('', `and ${count(hidden, 'more finding')}`, ''),
});

export const credentialTable = (credentials: readonly ReportCredential[]): Section => ({
  head: [...header('credential', 'least scopes', 'missing', 'in excess', 'verdict')],
  rows: credentials.map((c) =>
    row(`${code(c.name)} ${text(c.provider)}`, codes(c.least), codes(c.missing), codes(c.excess), verdict(c)),
  ),
  tail: [''],
  more: (hidden) => row(`and ${count(hidden, 'more credential')}`, '', '', '', ''),
});

function verdict(credential: ReportCredential): string {
  const { missing, excess, grantsKnown, proven } = credential;
  const undecided = callsLeftOpen(credential);
  const unsure = undecided.length > 0 ? `${count(undecided.length, 'call')} undecided` : '';
  const rest = [unsure, proven || unsure !== '' ? '' : 'not proven to be the least'].filter(Boolean);
  if (!grantsKnown) return ['grants not known', ...rest].join(', ');
  const kept = missing.length === 0 && excess.length === 0;
  return [kept ? 'least privilege' : 'not least privilege', ...rest].join(', ');
}

/** Per credential its scopes, each with the operations that need it and where they are called. */
export function scopeList(report: Report, context: RenderContext): Section {
  const rows = report.credentials.flatMap((credential) => [
    `- **${text(credential.name)}**`,
    ...credential.least.flatMap((scope) => [
      `  - ${code(scope)}${credential.missing.includes(scope) ? ' (missing)' : ''}`,
      ...operationsOf(credential, scope).map(
        (operation) => `    - ${code(operation)} ${callers(report, credential, operation, context)}`,
      ),
    ]),
    ...(credential.undocumented.length === 0
      ? []
      : [`  - without a documented scope: ${codes(credential.undocumented)}`]),
  ]);
  return {
    head: folded('Scopes and the calls that need them'),
    rows,
    tail: ['', '</details>', ''],
    more: (hidden) => `- and ${count(hidden, 'more line')}`,
  };
}

const operationsOf = ({ because }: ReportCredential, scope: string): readonly string[] =>
  Object.hasOwn(because, scope) ? (because[scope] ?? []) : [];

function callers(
  report: Report,
  credential: ReportCredential,
  operation: string,
  context: RenderContext,
): string {
  const calls = report.requests.filter(
    (r) =>
      r.operation === operation && r.credential === credential.name && r.provider === credential.provider,
  );
  const places = [...new Set(calls.map((call) => place(call, context)))];
  const hidden = places.length - mostPlaces;
  return places.slice(0, mostPlaces).join(' ') + (hidden > 0 ? ` and ${hidden} more` : '');
}

const verdictWords: Readonly<Record<LoadVerdict, string>> = {
  exceeds: '**exceeds**',
  'may-exceed': 'may exceed',
  unknown: 'unknown',
  within: 'within',
};
const verdictOrder = Object.keys(verdictWords) as readonly LoadVerdict[];

export function loadTable(load: readonly ReportLoad[]): Section {
  const amount = (value: number | null): string => (value === null ? 'no bound' : formatNumber(value));
  const rows = verdictOrder
    .flatMap((wanted) => load.filter(({ verdict: of }) => of === wanted))
    .map((limit) =>
      row(
        verdictWords[limit.verdict],
        [limit.limit, limit.operation ?? limit.pathGlob ?? limit.account]
          .flatMap((n) => n ?? [])
          .map(code)
          .join(' '),
        limit.expected === null ? 'unknown' : formatNumber(limit.expected),
        amount(limit.high),
        `${formatNumber(limit.quota)} in ${duration(limit.windowSeconds)}`,
        limit.breakEven.slice(0, 1).map(safeWhile).join(''),
      ),
    );
  return {
    head: [
      ...folded(`Load against ${count(load.length, 'limit')}`),
      ...header('', 'limit', 'expected', 'at most', 'quota', 'safe while'),
    ],
    rows,
    tail: ['', '</details>', ''],
    more: (hidden) => row('', `and ${count(hidden, 'more limit')}`, '', '', '', ''),
  };
}

function safeWhile({ symbol, value, inequality }: ReportLoad['breakEven'][number]): string {
  const bound = inequality ?? (value === null ? undefined : `${symbol} <= ${formatNumber(value)}`);
  return bound === undefined ? `depends on ${code(symbol)}` : code(bound);
}

export const noteList = (notes: Report['notes'], context: RenderContext): Section => ({
  head: folded(count(notes.length, 'note')),
  rows: notes.map(
    (note) =>
      `- ${note.file === null ? '' : `${place({ file: note.file, line: note.line ?? 1 }, context)} `}${text(note.message)}`,
  ),
  tail: ['', '</details>', ''],
  more: (hidden) => `- and ${count(hidden, 'more note')}`,
});
