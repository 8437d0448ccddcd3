import { globReaches } from '../catalog/path-glob.js';
import { parameterNames } from '../catalog/path-template.js';
import type { Catalog, Operation, ScopeName, SourceRef } from '../model/catalog.js';
import { UserError } from '../model/errors.js';
import { nearestName } from '../model/nearest.js';
import type { CompileWarning } from './format.js';
import type { DocumentPart } from './merge.js';
import { scopesOf, sourceOf } from './statements.js';
import { repeatedFacts } from './verify-repeats.js';

/** The path that messages name for a document. */
export type FileOf = (document: string) => string;

/** A fact that points to another fact which the catalog lacks. */
interface Reference {
  readonly what: 'operation' | 'scope' | 'shape';
  readonly name: string;
  readonly by: string;
  readonly source: SourceRef;
}

/** Everything that a catalog's tables point to exists. All mistakes are reported at once, in one `UserError`. */
export function verify(catalog: Catalog, documents: readonly DocumentPart[], fileOf: FileOf): void {
  const mistakes = [
    ...danglingReferences(catalog, documents, fileOf),
    ...strangePathParameters(documents, fileOf),
    ...emptyDescribedGrants(catalog, fileOf),
    ...repeatedFacts(documents, fileOf),
  ];
  const [first, ...rest] = mistakes;
  if (first) throw new UserError(first.message, first.place, first.remedy, rest);
}

function danglingReferences(
  catalog: Catalog,
  documents: readonly DocumentPart[],
  fileOf: FileOf,
): readonly UserError[] {
  const known = {
    operation: new Set(catalog.operations.map(({ id }) => id)),
    scope: new Set(catalog.scopes.map(({ name }) => name)),
    shape: new Set(Object.keys(catalog.requestShapes)),
  };
  // A name that only a requirement gives is listed with its source; a described scope has a row of its own.
  const described = new Set(documents.flatMap(({ part }) => part.scopes.map(({ name }) => name)));
  const scopes = described.size > 0 ? described : known.scope;
  return references(catalog, documents)
    .filter(({ what, name }) => !(what === 'scope' ? scopes : known[what]).has(name))
    .map(({ what, name, by, source }) => {
      const nearest = nearestName(name, what === 'scope' ? scopes : known[what]);
      return new UserError(
        `${by} names the ${what} ${name}, which no table states`,
        { file: fileOf(source.document), line: source.line },
        nearest ? `Did you mean ${nearest}?` : `Add the ${what} to a table, or correct the name.`,
      );
    });
}

function references(catalog: Catalog, documents: readonly DocumentPart[]): readonly Reference[] {
  const parts = documents.map(({ part }) => part);
  const operation =
    (by: string, source: SourceRef) =>
    (name: string): Reference => ({ what: 'operation', name, by, source });
  const scope =
    (by: string, source: SourceRef) =>
    (name: ScopeName): Reference => ({ what: 'scope', name, by, source });
  return [
    ...parts.flatMap((part) =>
      part.scopeMentions.map((row) => scope('an assignment', row.source)(row.scope)),
    ),
    ...parts.flatMap((part) => part.additions.map((row) => operation('a row', row.source)(row.operation))),
    ...parts.flatMap((part) =>
      part.pairings.map((row) => operation('a full path', row.source)(row.operation)),
    ),
    ...parts.flatMap((part) =>
      part.describedGrants.flatMap(({ of, grant }) => [
        ...[of, grant.scope].map(scope('a described grant', grant.source)),
        ...(grant.operations ?? []).map(operation('a described grant', grant.source)),
      ]),
    ),
    ...catalog.scopes.flatMap((row) => row.implies.map(scope(`the scope ${row.name}`, row.source))),
    ...catalog.operations.flatMap(({ id, deprecated, requestShape, sources }) => [
      ...(deprecated
        ? [
            ...(deprecated.replacement ? [deprecated.replacement] : []),
            ...(deprecated.alternatives ?? []),
          ].map(operation(`the older operation ${id}`, deprecated.source))
        : []),
      ...(requestShape
        ? [{ what: 'shape' as const, name: requestShape, by: id, source: sourceOf({ sources }) }]
        : []),
    ]),
    ...catalog.rateLimits.flatMap((limit) =>
      (limit.applies.operations ?? []).map(operation(`the limit ${limit.id}`, sourceOf(limit))),
    ),
    ...(catalog.responses ?? []).flatMap((response) => [
      ...(response.operations ?? []).map(operation(`the response ${response.status}`, response.source)),
      ...(response.body
        ? [
            {
              what: 'shape' as const,
              name: response.body,
              by: `the response ${response.status}`,
              source: response.source,
            },
          ]
        : []),
    ]),
  ];
}

/** Of tables only: documents that repeat their own paths (OpenAPI) are often wrong in this and still of use. */
function strangePathParameters(documents: readonly DocumentPart[], fileOf: FileOf): readonly UserError[] {
  return documents
    .flatMap(({ part }) => part.additions)
    .flatMap(({ operation, parameters = [] }) =>
      parameters
        .filter((one) => one.in === 'path' && !parameterNames(operation).includes(one.name))
        .map(
          ({ name, source }) =>
            new UserError(
              `the path of ${operation} has no parameter {${name}}`,
              { file: fileOf(source.document), line: source.line },
              `It has: ${parameterNames(operation).join(', ') || 'none'}.`,
            ),
        ),
    );
}

/** A described grant quotes its scope's description and goes beyond the scope's assignments. */
function emptyDescribedGrants(catalog: Catalog, fileOf: FileOf): readonly UserError[] {
  return catalog.scopes.flatMap(({ name, description, describedAs }) =>
    describedAs.flatMap((grant) => {
      const place = { file: fileOf(grant.source.document), line: grant.source.line };
      if (!description.includes(grant.quote)) {
        const message = `the description of ${name} doesn't say "${grant.quote}"`;
        return [new UserError(message, place, `It says: "${description}".`)];
      }
      const covered = catalog.operations.filter(
        (operation) =>
          scopesOf(operation).includes(grant.scope) && (grant.operations?.includes(operation.id) ?? true),
      );
      if (covered.some((operation) => !scopesOf(operation).includes(name))) return [];
      const message = `the description of ${name} grants nothing of ${grant.scope} beyond the assignments`;
      return [new UserError(message, place, 'Take the row out.')];
    }),
  );
}

/** What a catalog leaves open without being wrong: schemes that nobody declares, globs that reach no known path. */
export function openQuestions(catalog: Catalog, fileOf: FileOf): readonly CompileWarning[] {
  const at = ({ document, line }: SourceRef) => ({ file: fileOf(document), line });
  return [
    ...catalog.operations.flatMap((operation) =>
      undeclaredSchemes(operation, catalog).map((scheme) => ({
        ...at(sourceOf(operation)),
        message: `${operation.id} needs the scheme "${scheme}", which is not declared`,
      })),
    ),
    ...Object.entries(catalog.schemes)
      .filter(
        ([, { obtainedFrom }]) => obtainedFrom && !catalog.operations.some(({ id }) => id === obtainedFrom),
      )
      .map(([scheme, { obtainedFrom }]) => ({
        file: fileOf('provider.yaml'),
        message: `the token of "${scheme}" comes from ${obtainedFrom}, which is no operation of the catalog`,
      })),
    ...catalog.rateLimits
      .filter(({ applies: { pathGlob } }) => pathGlob !== undefined && !reachesAny(pathGlob, catalog))
      .map((limit) => ({
        ...at(sourceOf(limit)),
        message: `the limit ${limit.id} reaches no operation: its glob ${limit.applies.pathGlob} fits no full path`,
      })),
  ];
}

function undeclaredSchemes({ security }: Operation, { schemes }: Catalog): readonly string[] {
  if (security === 'undocumented') return [];
  return [...new Set(security.flatMap(Object.keys))].filter((scheme) => !Object.hasOwn(schemes, scheme));
}

const reachesAny = (glob: string, catalog: Catalog): boolean =>
  catalog.operations.some(({ paths }) => paths.some((path) => globReaches(glob, path)));
