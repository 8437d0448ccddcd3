import type { Report, ReportPlace, ReportRequest } from '../../model/report.js';
import type { OpaqueReason } from '../../model/abstract-string.js';
import { whyUnknown } from '../../model/trail.js';
import { cut, formatPlace, list, printable } from '../../report/format/text.js';
import { blocks, indent, labelled } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import type { Page } from './page.js';
import { traceLines } from './trace.js';
import { wrap } from '../../report/pretty/width.js';

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

/** The code of a line; undefined where it can't be read. */
export type CodeAt = (place: ReportPlace) => string | undefined;

/** What is shown of a line of code. Characters. */
const mostCode = 80;

/**
 * How each request of a line came about: URL, chain with its code, operation, scopes, credential, what stopped
 * resolution and what helps.
 */
export function callLines(requests: readonly ReportRequest[], page: Page, codeAt: CodeAt): Lines {
  return blocks(requests.map((request) => requestLines(request, page, codeAt)));
}

function requestLines(request: ReportRequest, page: Page, codeAt: CodeAt): Lines {
  const { width, theme } = page;
  const text = (label: string, value: string | null): Lines =>
    value === null
      ? []
      : labelled(theme.dim(label), labelWidth, (room) => wrap(printable(value), room), width - 2);
  const hop = (label: string, place: ReportPlace): Lines => {
    const code = codeAt(place)?.trim() ?? '';
    const shown = cut(code, Math.min(mostCode, width - labelWidth - 4));
    return [
      ...text(label, formatPlace(place)),
      ...(shown === '' ? [] : indent([theme.dim(printable(shown))], labelWidth + 2)),
    ];
  };
  const title = `${methodText(request)} ${printable(request.url)}`;
  return [
    ...wrap(theme.title(title), width),
    ...indent(
      [
        hop('at', request),
        ...request.via.map((place) => hop('through', place)),
        traceLines(request, labelWidth, page),
        text('client', request.client),
        text(request.match, matchText(request)),
        text('scopes', scopesText(request)),
        text('credential', request.credential),
        text('confidence', request.confidence),
        text('stopped by', stopText(request)),
        text('what helps', helpText(request)),
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
  stoppedBy === null
    ? null
    : `${stoppedBy.expression} at ${formatPlace(stoppedBy)}: ${whyUnknown[stoppedBy.why]}`;

/** What would let a request be resolved that wasn't. */
function helpText({ match, reason, methods, stoppedBy }: ReportRequest): string | null {
  if (match !== 'unmatched' && match !== 'ambiguous') return null;
  if (reason === 'unresolved-url') return helpFor[stoppedBy?.why ?? 'runtime'];
  if (reason === 'unknown-method' || methods.includes('*'))
    return 'write the method as a text where the request is made, or where its function is called';
  return match === 'ambiguous' ? 'write more of the path as text: each of these operations fits' : null;
}

const ownSender = 'name the function in "clients" of the config, if it is a sender of your own';
const byTypes =
  'try "leastscope scan --types", if it is a member of an object whose type alone says what it is';

/** What would let the path be known, by what it is now. */
const helpFor: Readonly<Record<OpaqueReason, string>> = {
  parameter: `call its function with a path that is written as text, in a file that is scanned; ${ownSender}`,
  environment: 'write the path in the code, behind the variable, so that only the host comes from it',
  response: 'write the path in the code, and take no more than ids from the response',
  runtime: `write the path where the request is made, or in a constant, parameter or field that leads there; ${ownSender}; ${byTypes}`,
  'dynamic-key': 'give the key as text, or as one of a list or a union type that the code writes out',
  'unsupported-syntax': 'write the path in a constant, a parameter or a field that leads to the request',
  mutated: 'give the value once, in a constant, in place of changing it on the way',
  external: `write the path in the code; ${ownSender}; ${byTypes}`,
  'missing-file': 'scan the folder that has the file, or make it first, if it is generated',
  budget: 'write the path nearer to the request: there were more ways to it than are followed',
};
