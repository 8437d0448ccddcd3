import type { Operation } from '../model/catalog.js';
import type { OperationAddition, PathPairing } from './format.js';
import type { DocumentPart } from './merge.js';
import { groupBy, requirementKey, uniqueRequirements, uniqueSources } from './order.js';
import type { Override } from './overrides.js';
import { chosen } from './overrides.js';
import { scopesOf, sourceOf } from './statements.js';

/** The operations of all documents by id, with what other tables and documents add to them. */
export function mergeOperations(
  documents: readonly DocumentPart[],
  overrides: readonly Override[],
): readonly Operation[] {
  const additions = groupBy(
    documents.flatMap(({ part }) => part.additions),
    ({ operation }) => operation,
  );
  const pairings = groupBy(
    documents.flatMap(({ part }) => part.pairings),
    ({ operation }) => operation,
  );
  const perDocument = documents.flatMap(({ part }) =>
    [...groupBy(part.operations, ({ id }) => id).values()].map(joinRows),
  );
  return [...groupBy(perDocument, ({ id }) => id)].map(([id, statements]) => {
    const stated = joinDocuments(statements, overrides);
    return (pairings.get(id) ?? []).reduce(addPairing, (additions.get(id) ?? []).reduce(add, stated));
  });
}

/** Rows of one document: what they state adds up. */
function joinRows(rows: readonly Operation[]): Operation {
  return rows.reduce((a, b) => ({
    ...b,
    ...a,
    paths: [...new Set([...a.paths, ...b.paths])],
    security: anyOf(a.security, b.security),
    ...(a.assignments || b.assignments
      ? { assignments: [...(a.assignments ?? []), ...(b.assignments ?? [])] }
      : {}),
    parameters: [...a.parameters, ...b.parameters],
    alsoStated: [...a.alsoStated, ...b.alsoStated],
    sources: uniqueSources([...a.sources, ...b.sources]),
  }));
}

function anyOf(a: Operation['security'], b: Operation['security']): Operation['security'] {
  if (a === 'undocumented') return b;
  return b === 'undocumented' ? a : uniqueRequirements([...a, ...b]);
}

/** Statements of several documents: one security counts, the others are kept beside it. */
function joinDocuments(statements: readonly Operation[], overrides: readonly Override[]): Operation {
  const joined = joinRows(statements);
  const stating = statements.filter(({ security }) => security !== 'undocumented');
  const differs = new Set(stating.map(({ security }) => securityKey(security))).size > 1;
  if (!differs) return joined;
  const documents = stating.map((operation) => sourceOf(operation).document);
  const counts = stating[chosen('security', joined.id, documents, overrides)] ?? joined;
  const others = stating.filter((operation) => operation !== counts);
  const { assignments: _, ...rest } = joined;
  return {
    ...rest,
    security: counts.security,
    ...(counts.assignments ? { assignments: counts.assignments } : {}),
    alsoStated: [
      ...joined.alsoStated,
      ...others.map((other) => ({ scopes: scopesOf(other), path: other.path, source: sourceOf(other) })),
    ],
  };
}

function add(operation: Operation, addition: OperationAddition): Operation {
  return {
    ...operation,
    parameters: [...operation.parameters, ...(addition.parameters ?? [])],
    ...(addition.deprecated ? { deprecated: addition.deprecated } : {}),
    ...(addition.requestShape ? { requestShape: addition.requestShape } : {}),
  };
}

function addPairing(operation: Operation, { path, scopes, source }: PathPairing): Operation {
  return {
    ...operation,
    paths: path === undefined ? operation.paths : [...new Set([...operation.paths, path])],
    alsoStated:
      path === undefined || scopes === undefined
        ? operation.alsoStated
        : [...operation.alsoStated, { scopes, path, source }],
  };
}

const securityKey = (security: Operation['security']): string =>
  security === 'undocumented' ? security : JSON.stringify(uniqueRequirements(security).map(requirementKey));
