import type { Catalog, Operation, SourceRef } from '../../model/catalog.js';
import type { Report } from '../../model/report.js';
import { formatPlace, printable } from '../../report/format/text.js';
import { definitions, indent, labelled, rows } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import { limitText, limitsOf } from './limits.js';
import type { Page } from './page.js';
import { wrap } from '../../report/pretty/width.js';

const labelWidth = 14;

/** Everything the docs say about an operation, with the lines that say it, and who calls it here. */
export function operationLines(
  operation: Operation,
  catalog: Catalog,
  report: Report,
  { width, theme }: Page,
): Lines {
  const section = (label: string, content: (room: number) => Lines): Lines =>
    labelled(theme.dim(label), labelWidth, content, width - 2);
  const text = (label: string, value: string | undefined): Lines =>
    value === undefined || value === '' ? [] : section(label, (room) => wrap(printable(value), room));
  const limits = limitsOf(operation, catalog);
  const calls = report.requests.filter(
    (r) => r.provider === catalog.provider && r.operation === operation.id,
  );
  return [
    ...wrap(
      `${theme.title(printable(operation.id))}${theme.dim(` · ${printable(catalog.provider)}`)}`,
      width,
    ),
    ...indent(
      [
        text('does', operation.summary),
        text('full path', operation.paths.join(', ')),
        text('needs', needsText(operation, catalog)),
        section('stated', (room) =>
          rows(
            (operation.assignments ?? []).map(({ scope, source }) => ({
              left: theme.scope(printable(scope)),
              right: theme.dim(sourceText(source)),
            })),
            room,
          ),
        ),
        section('also stated', (room) =>
          rows(
            operation.alsoStated.map(({ scopes, source }) => ({
              left: `${scopes.length === 0 ? 'no scope' : scopes.map(printable).join(', ')}, not counted`,
              right: theme.dim(sourceText(source)),
            })),
            room,
          ),
        ),
        section('parameters', (room) =>
          definitions(
            operation.parameters.map((parameter) => ({
              left: `${printable(parameter.name)} (${parameter.in}${parameter.required ? ', required' : ''})`,
              right: printable(parameter.format ?? parameter.note ?? ''),
            })),
            room,
          ),
        ),
        section('limits', (room) =>
          limits.flatMap((limit) => [
            ...wrap(theme.title(printable(limit.id)), room),
            ...indent(wrap(limitText(limit), room - 2), 2),
            ...(limit.note === undefined ? [] : indent(wrap(theme.dim(printable(limit.note)), room - 2), 2)),
          ]),
        ),
        text('deprecated', deprecationText(operation)),
        section('documented', (room) =>
          operation.sources.flatMap((source) => wrap(theme.dim(sourceText(source)), room)),
        ),
        section('called here', (room) =>
          rows(
            calls.map((call) => ({
              left: formatPlace(call),
              right: theme.dim(printable(call.credential ?? 'no credential')),
            })),
            room,
          ),
        ),
      ].flat(),
      2,
    ),
  ];
}

export const sourceText = ({ document, line }: SourceRef): string => `${printable(document)}:${line}`;

/** `CONSENT or CONSENT_READ`; scopes that are needed together are joined by `and`. */
export function needsText({ security }: Operation, { schemes }: Catalog): string {
  if (security === 'undocumented') return 'the docs state no scope';
  const alternatives = security.map((requirement) => {
    const scopes = [...new Set(Object.values(requirement).flat())];
    if (scopes.length > 0) return scopes.join(' and ');
    const names = Object.keys(requirement);
    if (names.length === 0) return 'nothing, it is public';
    return `no scope, but ${names.map((name) => `${name} (${schemes[name]?.type ?? 'unknown'})`).join(' and ')}`;
  });
  return alternatives.length === 0 ? 'nothing, it is public' : alternatives.join(' or ');
}

function deprecationText({ deprecated }: Operation): string | undefined {
  if (!deprecated) return undefined;
  const instead = deprecated.replacement ?? deprecated.alternatives?.join(' or ');
  const changes = deprecated.parameterChanges === undefined ? '' : ` ${deprecated.parameterChanges}`;
  return `${deprecated.note}${instead === undefined ? '' : ` Instead: ${instead}.`}${changes} (${sourceText(deprecated.source)})`;
}
