import { confidenceRank } from '../../model/finding.js';
import type { Report, ReportCredential } from '../../model/report.js';
import { callsLeftOpen } from '../format/shown.js';
import { count, formatPlace, list, printable } from '../format/text.js';
import type { RenderContext } from '../reporter.js';
import { indent, labelled, padTo, rows } from './layout.js';
import type { Lines, Row } from './layout.js';
import { operationRows, undecidedRows } from './operations.js';
import type { Theme } from './theme.js';
import { widthOf, wrap } from './width.js';

const labelWidth = 14;

/** One credential: a verdict, then each scope with the reason why it is needed, missing or too much. */
export function renderCredential(
  credential: ReportCredential,
  report: Report,
  context: RenderContext,
  theme: Theme,
): Lines {
  const requests = report.requests.filter(
    (request) =>
      request.credential === credential.name &&
      (request.provider ?? credential.provider) === credential.provider &&
      confidenceRank[request.confidence] >= confidenceRank[context.minConfidence],
  );
  const section = (label: string, content: (width: number) => Lines): Lines =>
    labelled(label, labelWidth, content, context.columns - 2);
  const scopeSection = (label: string, scope: string): Lines =>
    section(label, (width) => [
      ...wrap(theme.scope(printable(scope)) + heldThrough(scope, credential), width),
      ...indent(
        operationRows(own(credential.because, scope) ?? [], requests, width - 2, theme, { scope }),
        2,
      ),
    ]);
  const { missing, undecided, undocumented } = credential;
  const needed = credential.least.filter((scope) => !missing.includes(scope));
  const sections = [
    ...needed.map((scope) => scopeSection(theme.good('needed'), scope)),
    ...missing.map((scope) => scopeSection(theme.error('missing'), scope)),
    section(theme.warn('excess'), (width) => rows(excessRows(credential, theme), width)),
    ...Object.entries(credential.unreached ?? {}).map(([scope, operations]) =>
      section(theme.dim('unreached'), (width) => [
        ...wrap(`${theme.scope(printable(scope))}  needed only by unreached code`, width),
        ...indent(operationRows(operations, requests, width - 2, theme), 2),
      ]),
    ),
    section(theme.warn('undecided'), (width) => undecidedRows(undecided, requests, width, theme)),
    section('asked for', (width) => rows(grantListRows(credential, theme), width)),
    section('undocumented', (width) => operationRows(undocumented, requests, width, theme)),
  ];
  return [...wrap(heading(credential, theme), context.columns), ...indent(sections.flat(), 2)];
}

/** A scope may be named like a member of every object. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

function heading(credential: ReportCredential, theme: Theme): string {
  const unknown = credential.tokenKnown === false ? ' (calls whose token the code does not tell)' : '';
  const name = `${theme.title(printable(credential.name))}${theme.dim(unknown)}`;
  return [name, printable(credential.provider), verdict(credential, theme)].join(theme.dim(' · '));
}

function verdict(credential: ReportCredential, theme: Theme): string {
  const { missing, excess, grantsKnown } = credential;
  const undecided = callsLeftOpen(credential);
  const parts = [
    ...(missing.length > 0 ? [theme.error(`${missing.length} missing`)] : []),
    ...(excess.length > 0 ? [theme.warn(`${excess.length} in excess`)] : []),
    ...(undecided.length > 0 ? [theme.warn(`${count(undecided.length, 'call')} undecided`)] : []),
  ];
  if (!credential.proven && undecided.length === 0) parts.push(theme.warn('not proven to be the least'));
  if (!grantsKnown)
    return [`needs ${count(credential.least.length, 'scope')}, grants not known`, ...parts].join(', ');
  return parts.length === 0 ? theme.good('least privilege') : parts.join(', ');
}

/** A needed scope that was not granted itself, while a wider grant covers it. */
function heldThrough(scope: string, credential: ReportCredential): string {
  if (!credential.grantsKnown || credential.granted.includes(scope)) return '';
  const wider = credential.replaceable.filter((entry) => entry.by.includes(scope));
  return wider.length === 0 ? '' : `  held through ${list(wider.map((entry) => printable(entry.scope)))}`;
}

function excessRows(credential: ReportCredential, theme: Theme): readonly Row[] {
  const widest = Math.max(0, ...credential.excess.map((scope) => widthOf(printable(scope))));
  return credential.excess.map((scope) => {
    const narrower = credential.replaceable.find((entry) => entry.scope === scope)?.by ?? [];
    const isUnreached = own(credential.unreached ?? {}, scope) !== undefined;
    const none = isUnreached ? 'needed only by unreached code' : 'no call needs it';
    const reason = narrower.length === 0 ? none : `${list(narrower.map(printable))} is enough`;
    const at = own(credential.grantedAt, scope);
    return {
      left: `${padTo(theme.scope(printable(scope)), widest)}  ${narrower.length > 1 ? reason.replace(' is ', ' are ') : reason}`,
      right: at === undefined ? '' : theme.dim(formatPlace({ file: at.file, line: at.line })),
    };
  });
}

/** Lists in code and manifests that say what was granted, and those that a better source overrules. */
const grantListRows = ({ grantLists = [] }: ReportCredential, theme: Theme): readonly Row[] =>
  grantLists.map(({ source, scopes, complete, counts, file, line }) => ({
    left: `${printable(source)}  ${count(scopes.length, 'scope')}${complete ? '' : ' and more'}${counts ? '' : ', overruled'}`,
    right: theme.dim(formatPlace({ file, line })),
  }));
