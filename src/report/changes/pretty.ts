import type { ReportFinding } from '../../model/report.js';
import { duration } from '../../model/duration.js';
import { count, formatNumber, formatPlace, list, printable } from '../format/text.js';
import { verdictWords } from '../plot/bar.js';
import { blocks, indent, type Lines } from '../pretty/layout.js';
import type { Theme } from '../pretty/theme.js';
import type { Amounts, CredentialChange, LoadChange, ReportChanges, ScopeChange } from './compare.js';
import { wrap } from '../pretty/width.js';

const mostPlaces = 3;

/** What a change does, for a person at a terminal. */
export function renderChanges(changes: ReportChanges, width: number, theme: Theme): Lines {
  const { credentials, load, findings } = changes;
  const findingLines = [
    ...findings.added.map((f) => finding('+', f, theme)),
    ...findings.removed.map((f) => finding('-', f, theme)),
  ];
  const parts = [
    ...credentials.map((credential) => renderCredential(credential, width, theme)),
    section(
      'load',
      load.map((row) => loadLine(row, theme)),
      width,
      theme,
    ),
    section('findings', findingLines, width, theme),
  ].filter((lines) => lines.length > 0);
  return parts.length === 0 ? ['No change in scopes, load or findings.'] : blocks(parts);
}

const section = (title: string, lines: Lines, width: number, theme: Theme): Lines =>
  lines.length === 0
    ? []
    : [
        theme.title(title),
        ...indent(
          lines.flatMap((line) => wrap(line, width - 2)),
          2,
        ),
      ];

function renderCredential(change: CredentialChange, width: number, theme: Theme): Lines {
  const title = `${theme.title(printable(change.name))}${theme.dim(' · ')}${printable(change.provider)}`;
  const lines = [
    ...change.added.map((scope) => `${theme.error(`+ ${printable(scope.scope)}`)}  ${addedWords(scope)}`),
    ...change.removed.map((scope) => `${theme.good(`- ${printable(scope.scope)}`)}  ${removedWords(scope)}`),
    ...change.operations.added.map((operation) => theme.dim(`+ ${printable(operation)}`)),
    ...change.operations.removed.map((operation) => theme.dim(`- ${printable(operation)}`)),
  ];
  return [
    title,
    ...indent(
      lines.flatMap((line) => wrap(line, width - 2)),
      2,
    ),
  ];
}

/** `2 calls: src/a.ts:3, src/b.ts:9; not granted`. */
export function addedWords({ calls, granted }: ScopeChange): string {
  const places = calls.slice(0, mostPlaces).map((place) => formatPlace(place));
  const hidden = calls.length - places.length;
  const where = places.length === 0 ? '' : `: ${places.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
  return `${count(calls.length, 'call')}${where}${granted ? '' : '; not granted'}`;
}

export const removedWords = ({ granted }: ScopeChange): string =>
  granted ? 'no longer needed, still granted' : 'no longer needed';

function loadLine(change: LoadChange, theme: Theme): string {
  const verdict = change.after?.verdict ?? 'within';
  const paint = verdict === 'exceeds' ? theme.error : verdict === 'within' ? theme.good : theme.warn;
  return `${loadWords(change)}  ${paint(change.after ? verdictWords[verdict] : 'no longer reached')}`;
}

/** `GET /v2/purposes 40 -> 310 of 300 in a minute`. */
export function loadWords({ limit, what, before, after, quota, windowSeconds }: LoadChange): string {
  const name = printable([what ?? limit, ...(what === null ? [] : [`(${limit})`])].join(' '));
  return `${name} ${amount(before)} -> ${amount(after)} of ${formatNumber(quota)} in ${duration(windowSeconds)}`;
}

function amount(amounts: Amounts | null): string {
  if (amounts === null) return '0';
  if (amounts.expected !== null) return formatNumber(amounts.expected);
  return amounts.high === null ? 'unknown' : `at most ${formatNumber(amounts.high)}`;
}

function finding(sign: '+' | '-', f: ReportFinding, theme: Theme): string {
  const paint = sign === '-' ? theme.good : f.severity === 'error' ? theme.error : theme.warn;
  return `${paint(`${sign} ${f.severity === 'error' ? 'error' : 'warning'}`)} ${printable(f.rule)} ${formatPlace(f)} ${printable(f.message)}`;
}

/** One line: `+DSAR_WRITE (2 calls), -CONSENT no longer needed`. */
export function headline({ credentials, load }: ReportChanges): string {
  const parts = [
    ...credentials.flatMap(({ added }) => added.map((s) => `+${s.scope} (${count(s.calls.length, 'call')})`)),
    ...credentials.flatMap(({ removed }) => removed.map((s) => `-${s.scope} no longer needed`)),
    ...load.filter((row) => row.after !== null && row.after.verdict !== 'within').map(loadWords),
  ].map(printable);
  return parts.length === 0 ? 'no change in scopes' : list(parts);
}
