import type { Catalog, Operation, Scope } from '../../model/catalog.js';
import type { Report, ReportCredential } from '../../model/report.js';
import { count, list, printable } from '../../report/format/text.js';
import { indent, labelled } from '../../report/pretty/layout.js';
import type { Lines } from '../../report/pretty/layout.js';
import { operationRows } from '../../report/pretty/operations.js';
import { breaksOf } from '../breaks.js';
import type { Break } from '../breaks.js';
import { sourceText } from './operation.js';
import type { Page } from './page.js';
import { wrap } from '../../report/pretty/width.js';

const labelWidth = 14;

/** What a scope authorizes by the docs, what prose says beyond that, and what needs it here. */
export function scopeLines(scope: Scope, catalog: Catalog, report: Report, { width, theme }: Page): Lines {
  const section = (label: string, content: (room: number) => Lines): Lines =>
    labelled(theme.dim(label), labelWidth, content, width - 2);
  const assigned = catalog.operations.filter((operation) => mentions(operation, scope.name));
  const credentials = report.credentials.filter((credential) => credential.provider === catalog.provider);
  return [
    ...wrap(`${theme.title(printable(scope.name))}${theme.dim(` · ${printable(catalog.provider)}`)}`, width),
    ...indent(
      [
        section('grants', (room) =>
          wrap(`${printable(scope.description)} ${theme.dim(sourceText(scope.source))}`, room),
        ),
        section('implies', (room) =>
          scope.implies.length === 0 ? [] : wrap(list(scope.implies.map(printable)), room),
        ),
        ...scope.describedAs.map((grant) =>
          section('described', (room) => [
            ...wrap(
              `as what ${printable(grant.scope)} is for: "${printable(grant.quote)}" ${theme.dim(sourceText(grant.source))}`,
              room,
            ),
            ...wrap('The tables do not say so: it is not counted.', room),
          ]),
        ),
        section('operations', (room) =>
          assigned.length === 0
            ? wrap('the docs assign none to it', room)
            : assigned.flatMap((operation) => wrap(operationText(operation, scope.name), room)),
        ),
        ...credentials.map((credential) =>
          section(printable(credential.name), (room) => [
            ...wrap(
              standing(scope.name, credential, breaksOf(scope.name, credential, report, catalog)),
              room,
            ),
            ...indent(
              operationRows(
                operationsOf(scope.name, credential, breaksOf(scope.name, credential, report, catalog)),
                report.requests.filter((request) => request.credential === credential.name),
                room - 2,
                theme,
                { all: true },
              ),
              2,
            ),
          ]),
        ),
      ].flat(),
      2,
    ),
  ];
}

const mentions = ({ security }: Operation, scope: string): boolean =>
  security !== 'undocumented' &&
  security.some((requirement) => Object.values(requirement).flat().includes(scope));

/** The operation, and what else the scope needs beside it or could be replaced by. */
function operationText(operation: Operation, scope: string): string {
  const alternatives = operation.security === 'undocumented' ? [] : operation.security;
  const others = alternatives
    .map((requirement) => Object.values(requirement).flat())
    .filter((scopes) => !(scopes.length === 1 && scopes[0] === scope))
    .map((scopes) => scopes.map(printable).join(' and '));
  return `${printable(operation.id)}${others.length === 0 ? '' : `  or with ${others.join(' or ')}`}`;
}

/** The operations that rest on a scope of the least set, else those that a grant too many carries now. */
function operationsOf(
  scope: string,
  { because }: ReportCredential,
  broken: readonly Break[],
): readonly string[] {
  return Object.hasOwn(because, scope) ? (because[scope] ?? []) : broken.map(({ operation }) => operation);
}

/** What the scope is to a credential of this project. */
function standing(scope: string, credential: ReportCredential, broken: readonly Break[]): string {
  const held = credential.granted.includes(scope);
  const breaks = credential.because[scope]?.length ?? 0;
  if (credential.missing.includes(scope))
    return `missing: ${count(breaks, 'operation')} ${breaks === 1 ? 'fails' : 'fail'} without it`;
  if (credential.least.includes(scope)) {
    return `${held ? 'needed' : 'would be enough'}: ${count(breaks, 'operation')} would fail without it`;
  }
  if (credential.excess.includes(scope)) {
    if (broken.length === 0) return 'granted, and not needed';
    const by = credential.replaceable.find((one) => one.scope === scope)?.by ?? [];
    const instead = by.length === 0 ? '' : ` unless ${list(by.map(printable))} is granted instead`;
    return `granted, wider than needed: ${count(broken.length, 'operation')} would fail without it${instead}`;
  }
  return credential.undecided.length > 0
    ? `not needed by any resolved call; ${count(credential.undecided.length, 'call')} undecided`
    : 'not needed';
}
