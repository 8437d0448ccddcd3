import { routeKey } from '../../catalog/path-template.js';
import type { Assignment, Operation, SecurityRequirement } from '../../model/catalog.js';
import type { Reading } from './reading.js';
import { distinct } from './security.js';

/**
 * Operations that no request can tell apart (same method, servers and template up to parameter names, or up to the
 * query and fragment that a document uses as discriminator) stay apart in the catalog, and each accepts what any of
 * them accepts: less would accuse a call of lacking a scope that it may not need.
 */
export function uniteSameRoutes(reading: Reading, operations: readonly Operation[]): readonly Operation[] {
  const byRoute = new Map<string, Operation[]>();
  for (const operation of mergeRepeated(reading, operations)) {
    const { method, servers = [], paths, path } = operation;
    const route = JSON.stringify([method, servers, routeKey(paths[0] ?? path)]);
    const group = byRoute.get(route);
    if (group === undefined) byRoute.set(route, [operation]);
    else group.push(operation);
  }
  const united = new Map<string, Operation>();
  for (const group of byRoute.values()) {
    const union = group.length > 1 ? unionOf(group) : undefined;
    reading.spend(group.length * (union?.security.length ?? 0));
    for (const operation of group) united.set(operation.id, { ...operation, ...union });
    const [first, second] = group;
    if (first !== undefined && second !== undefined) {
      reading.tally(sameRoutes, `${first.id} and ${second.id}`, second.sources[0]?.line);
    }
  }
  return [...united.values()];
}

/** Ids are equal where a document writes one path or method in two ways. */
function mergeRepeated(reading: Reading, operations: readonly Operation[]): readonly Operation[] {
  const byId = new Map<string, Operation>();
  for (const operation of operations) {
    const known = byId.get(operation.id);
    if (known === undefined) {
      byId.set(operation.id, operation);
      continue;
    }
    reading.warn(
      `${operation.id} is described twice; either description's security is accepted.`,
      operation.sources[0]?.line,
    );
    byId.set(operation.id, {
      ...known,
      ...unionOf([known, operation]),
      sources: [...known.sources, ...operation.sources],
    });
  }
  return [...byId.values()];
}

interface Union {
  readonly security: readonly SecurityRequirement[];
  readonly assignments: readonly Assignment[];
}

/** All alternatives of the operations; undefined when those of one are unknown. */
function unionOf(operations: readonly Operation[]): Union | undefined {
  const all: SecurityRequirement[] = [];
  for (const { security } of operations) {
    if (security === 'undocumented') return undefined;
    all.push(...security);
  }
  return { security: distinct(all), assignments: operations.flatMap(({ assignments = [] }) => assignments) };
}

const sameRoutes = (count: number, example: string): string =>
  `No request can tell apart ${example}${count > 1 ? `, nor the operations of ${count - 1} more routes` : ''}; each accepts the security of any of them.`;
