import { templateEndsWith } from '../catalog/path-template.js';
import { globReaches } from '../catalog/path-glob.js';
import type { Catalog, Operation, RateLimit } from '../model/catalog.js';
import type { Conflict, Settlement } from './format.js';
import type { Override } from './overrides.js';
import { settle } from './overrides.js';
import { saysLimit, saysScopes, scopesOf, sourceOf } from './statements.js';

/** Conflicts between statements that a merged catalog keeps side by side. */
export function statedConflicts(catalog: Catalog, overrides: readonly Override[]): readonly Conflict[] {
  return [
    ...catalog.operations.flatMap((operation) => scopeConflicts(operation, overrides)),
    ...catalog.operations.flatMap((operation) => pathConflicts(operation, overrides)),
    ...descriptionConflicts(catalog, overrides),
    ...limitConflicts(catalog, overrides),
  ];
}

function scopeConflicts(operation: Operation, overrides: readonly Override[]): readonly Conflict[] {
  const stated = scopesOf(operation);
  const others = operation.alsoStated.filter(({ scopes }) => scopes.toSorted().join() !== stated.join());
  if (others.length === 0) return [];
  const first = { says: saysScopes(stated), source: sourceOf(operation) };
  const also = others.map(({ scopes, path, source }) => ({
    says: `${saysScopes(scopes)} (${path})`,
    source,
  }));
  return [settle('security', operation.id, [first, ...also], overrides)];
}

/** A full path that doesn't end in the docs' path: the two documents spell the operation differently. */
function pathConflicts(operation: Operation, overrides: readonly Override[]): readonly Conflict[] {
  const others = operation.alsoStated.filter(({ path }) => !templateEndsWith(path, operation.path));
  if (others.length === 0) return [];
  const first = { says: operation.path, source: sourceOf(operation) };
  const also = others.map(({ path, source }) => ({ says: path, source }));
  return [settle('path', operation.id, [first, ...also], overrides)];
}

/** A scope whose description grants more than its assignments. */
function descriptionConflicts(catalog: Catalog, overrides: readonly Override[]): readonly Conflict[] {
  return catalog.scopes
    .filter(({ describedAs }) => describedAs.length > 0)
    .map(({ name, source, describedAs }) =>
      settle(
        'description',
        name,
        [
          { says: 'its assignments only', source },
          ...describedAs.map((grant) => ({
            says: `"${grant.quote}", which covers ${grant.operations?.join(', ') ?? `the operations of ${grant.scope}`}`,
            source: grant.source,
          })),
        ],
        overrides,
      ),
    );
}

/** A limit on one endpoint that is looser than a limit on each endpoint: docs that call it an addition can't mean both. */
function limitConflicts(catalog: Catalog, overrides: readonly Override[]): readonly Conflict[] {
  const defaults = catalog.rateLimits.filter(({ applies }) => applies.each === 'operation');
  return catalog.rateLimits
    .filter((limit) => reaches(limit, catalog) === 1)
    .flatMap((limit) => {
      const stricter = defaults.filter(
        ({ environment, windows }) => environment === limit.environment && isLooser(limit.windows, windows),
      );
      if (stricter.length === 0) return [];
      const statements = [limit, ...stricter].map((rule) => ({
        says: `${rule.id}: ${saysLimit(rule)}`,
        source: sourceOf(rule),
      }));
      return [settle('limit', limit.id, statements, overrides)];
    });
}

function reaches({ applies }: RateLimit, catalog: Catalog): number {
  if (applies.operations) return applies.operations.length;
  const glob = applies.pathGlob;
  if (glob === undefined) return 0;
  return catalog.operations.filter(({ paths }) => paths.some((path) => globReaches(glob, path))).length;
}

const isLooser = (windows: RateLimit['windows'], defaults: RateLimit['windows']): boolean =>
  windows.some((window) =>
    defaults.some(
      ({ quota, windowSeconds }) => windowSeconds === window.windowSeconds && quota < window.quota,
    ),
  );

/** The conflict report: each conflict with its statements, then the decisions with their reasons. Ends with a newline. */
export function conflictText(conflicts: readonly Conflict[]): string {
  const blocks = conflicts.map(({ kind, subject, statements, settled }) => {
    const lines = statements.map(({ says, source }) => `  ${source.document}:${source.line} says ${says}`);
    const decision = settled
      ? `  settled as ${settled.as} (${place(settled)})`
      : '  not settled: the first statement counts';
    return [`${kind} of ${subject}`, ...lines, decision, ''].join('\n');
  });
  const settlements = conflicts.flatMap(({ settled }) => (settled ? [settled] : []));
  const reasons = new Map(settlements.map((settled) => [place(settled), settled.reason]));
  return [...blocks, ...[...reasons].map(([where, reason]) => `${where}: ${reason}\n`)].join('');
}

const place = ({ source }: Settlement): string => `${source.document}:${source.line}`;
