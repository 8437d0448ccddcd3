import type { ReportCredential, ReportPlace, ReportRequest } from '../../model/report.js';
import { formatPlace, list, printable } from '../format/text.js';
import { indent, rows } from './layout.js';
import type { Lines, Row } from './layout.js';
import type { Theme } from './theme.js';
import { wrap } from './width.js';

const mostOperations = 8;
const mostUndecided = 5;

/** How much of a long list is shown: all of it, or the first few and what to ask `explain` for the rest. */
export interface Extent {
  readonly all?: boolean;
  readonly scope?: string;
}

/** Operations with the place of their first call. */
export function operationRows(
  operations: readonly string[],
  requests: readonly ReportRequest[],
  width: number,
  theme: Theme,
  { all = false, scope }: Extent = {},
): Lines {
  const shown = operations.slice(0, all ? operations.length : mostOperations).map((operation): Row => ({
    left: printable(operation),
    right: theme.dim(places(requests.filter((request) => request.operation === operation))),
  }));
  const hidden = operations.length - shown.length;
  const how = scope === undefined ? '' : `: leastscope explain ${printable(scope)}`;
  return [...rows(shown, width), ...(hidden > 0 ? wrap(theme.dim(`and ${hidden} more${how}`), width) : [])];
}

/** Calls that may need more scopes, with what is known of them. */
export function undecidedRows(
  undecided: ReportCredential['undecided'],
  requests: readonly ReportRequest[],
  width: number,
  theme: Theme,
): Lines {
  if (undecided.length === 0) return [];
  const shown = undecided.slice(0, mostUndecided).map((place): Row => {
    const request = requests.find((r) => r.file === place.file && r.line === place.line);
    const right = theme.dim(formatPlace({ file: place.file, line: place.line }));
    return {
      left: place.unread
        ? 'code that could not be read'
        : request === undefined
          ? 'a call'
          : `${methods(request)} ${printable(request.url)}`,
      right,
    };
  });
  const hidden = undecided.length - shown.length;
  return [
    ...wrap('not resolved, may need more scopes', width),
    ...indent(rows(shown, width - 2), 2),
    ...(hidden > 0 ? indent(wrap(theme.dim(`and ${hidden} more`), width - 2), 2) : []),
  ];
}

const methods = (request: ReportRequest): string =>
  request.methods.includes('*') ? 'any method' : list(request.methods);

/** The first place, and how many others there are. */
function places(of: readonly Pick<ReportPlace, 'file' | 'line'>[]): string {
  const [first, ...others] = new Set(of.map((place) => formatPlace({ file: place.file, line: place.line })));
  return first === undefined ? '' : first + (others.length > 0 ? ` +${others.length}` : '');
}
