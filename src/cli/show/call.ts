import type { Report, ReportRequest } from '../../model/report.js';
import { formatPlace, list, printable } from '../../report/format/text.js';
import { blocks, indent, labelled, wrap } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import type { Page } from './page.js';

const labelWidth = 14;

export interface CallPlace {
  readonly file: string;
  readonly line: number;
}

/** The requests that a line makes, or that pass through it. */
export const requestsAt = (report: Report, place: CallPlace): readonly ReportRequest[] =>
  report.requests.filter((request) =>
    [request, ...request.via].some((at) => at.file === place.file && at.line === place.line),
  );

/** How each request of a line came about: URL, chain, operation, scopes, credential, and what stopped resolution. */
export function callLines(requests: readonly ReportRequest[], page: Page): Lines {
  return blocks(requests.map((request) => requestLines(request, page)));
}

function requestLines(request: ReportRequest, { width, theme }: Page): Lines {
  const text = (label: string, value: string | null): Lines =>
    value === null
      ? []
      : labelled(theme.dim(label), labelWidth, (room) => wrap(printable(value), room), width - 2);
  const title = `${methodText(request)} ${printable(request.url)}`;
  return [
    ...wrap(theme.title(title), width),
    ...indent(
      [
        text('at', formatPlace(request)),
        ...request.via.map((place) => text('through', formatPlace(place))),
        text('client', request.client),
        text(request.match, matchText(request)),
        text('scopes', scopesText(request)),
        text('credential', request.credential),
        text('confidence', request.confidence),
        text('stopped by', stopText(request)),
        text('unreachable', request.unreachable === true ? 'no entry point leads here' : null),
      ].flat(),
      2,
    ),
  ];
}

const methodText = ({ methods }: ReportRequest): string =>
  methods.includes('*') ? 'any method' : list(methods);

function matchText(request: ReportRequest): string {
  const provider = request.provider === null ? '' : ` · ${request.provider}`;
  if (request.match === 'foreign') return 'its host belongs to no catalog';
  const what =
    request.operation ?? (request.candidates.length > 0 ? request.candidates.join(', or ') : request.reason);
  return `${what ?? 'no operation of a catalog'}${provider}`;
}

function scopesText({ match, security }: ReportRequest): string | null {
  if (match !== 'matched' && match !== 'ambiguous') return null;
  if (security === null) return 'the docs state none';
  const alternatives = security.map((scopes) => scopes.join(' and ')).filter((scopes) => scopes !== '');
  return alternatives.length === 0 ? 'none needed' : alternatives.join(' or ');
}

const stopText = ({ stoppedBy }: ReportRequest): string | null =>
  stoppedBy === null ? null : `${stoppedBy.expression} at ${formatPlace(stoppedBy)}`;
