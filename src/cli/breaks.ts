import type { Catalog, ScopeName } from '../model/catalog.js';
import { confidenceRank } from '../model/finding.js';
import type { Report, ReportCredential, ReportPlace } from '../model/report.js';
import { breaksWithout } from '../scopes/explain.js';
import { readRoutes } from '../scopes/routes.js';

/** An operation that fails, with every call of it. */
export interface Break {
  readonly operation: string;
  readonly calls: readonly ReportPlace[];
}

/** What fails when a credential loses a scope: beside its other grants, or beside the least set where none are known. */
export function breaksOf(
  scope: ScopeName,
  { name, provider, grantsKnown, granted, least }: ReportCredential,
  { requests }: Report,
  catalog: Catalog,
): readonly Break[] {
  const own = requests.filter(
    (request) =>
      request.credential === name &&
      request.provider === provider &&
      confidenceRank[request.confidence] >= confidenceRank.medium &&
      request.unreachable !== true,
  );
  const demanded = own.flatMap(({ operation }) => operation ?? []);
  const held = grantsKnown ? granted : least;
  return breaksWithout(readRoutes(catalog), held, demanded, scope).map((operation) => ({
    operation,
    calls: own
      .filter((request) => request.operation === operation)
      .map(({ file, line, column }) => ({ file, line, column })),
  }));
}
