import type { Assignment, Catalog, Operation, SecurityRequirement, SourceRef } from '../model/catalog.js';

/** Compares by code units, so that the order is the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const bySource = (a: SourceRef, b: SourceRef): number => byText(a.document, b.document) || a.line - b.line;

/** The values by key, in the order in which the keys first appear. */
export function groupBy<T>(values: Iterable<T>, key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group) group.push(value);
    else groups.set(key(value), [value]);
  }
  return groups;
}

/** The lines in order, each once. */
export function uniqueSources(sources: readonly SourceRef[]): readonly SourceRef[] {
  const byPlace = new Map(sources.map((source) => [`${source.document}:${source.line}`, source]));
  return [...byPlace.values()].toSorted(bySource);
}

/**
 * The catalog in its canonical order, which makes a rebuild byte-identical: scopes, rate limits and guidance by name,
 * operations by path and method, alternatives by their scopes, lines by document. Fields of shapes, windows and
 * responses keep the order of the docs.
 */
export function canonicalOrder(catalog: Catalog): Catalog {
  return {
    ...catalog,
    schemes: sortedRecord(catalog.schemes),
    scopes: catalog.scopes
      .map((scope) => ({ ...scope, implies: scope.implies.toSorted(byText) }))
      .toSorted((a, b) => byText(a.name, b.name)),
    operations: catalog.operations
      .map(orderedOperation)
      .toSorted((a, b) => byText(a.path, b.path) || byText(a.method, b.method)),
    rateLimits: catalog.rateLimits.toSorted((a, b) => byText(a.id, b.id)),
    requestShapes: sortedRecord(catalog.requestShapes),
    ...(catalog.guidance ? { guidance: catalog.guidance.toSorted((a, b) => byText(a.id, b.id)) } : {}),
  };
}

function orderedOperation(operation: Operation): Operation {
  const { security, assignments } = operation;
  return {
    ...operation,
    security: security === 'undocumented' ? security : uniqueRequirements(security),
    ...(assignments ? { assignments: assignments.toSorted(byScope) } : {}),
    sources: uniqueSources(operation.sources),
  };
}

const byScope = (a: Assignment, b: Assignment): number =>
  byText(a.scope, b.scope) || bySource(a.source, b.source);

/** Alternatives by their text, each once; the schemes and scopes inside stay as they are. */
export function uniqueRequirements(security: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  const byKey = new Map(security.map((requirement) => [requirementKey(requirement), requirement]));
  return [...byKey.entries()].toSorted(([a], [b]) => byText(a, b)).map(([, requirement]) => requirement);
}

/** Equal for requirements that demand the same, in whatever order they are written. */
export const requirementKey = (requirement: SecurityRequirement): string =>
  JSON.stringify(
    Object.entries(requirement)
      .map(([scheme, scopes]) => [scheme, scopes.toSorted(byText)])
      .toSorted(([a], [b]) => byText(String(a), String(b))),
  );

function sortedRecord<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => byText(a, b)));
}
