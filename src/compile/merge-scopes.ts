import type { Operation, Scope } from '../model/catalog.js';
import { UserError } from '../model/errors.js';
import type { Conflict, DescribedGrantOf } from './format.js';
import type { DocumentPart } from './merge.js';
import { groupBy } from './order.js';
import type { Override } from './overrides.js';
import { chosen, settle } from './overrides.js';

/** The scopes of all documents by name. Descriptions that differ are a conflict; the first one counts. */
export function mergeScopes(
  documents: readonly DocumentPart[],
  operations: readonly Operation[],
  overrides: readonly Override[],
): { readonly scopes: readonly Scope[]; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const declared = [
    ...groupBy(
      documents.flatMap(({ part }) => part.scopes),
      ({ name }) => name,
    ),
  ];
  const scopes = declared.map(([name, statements]) => {
    refuseRepeated(statements, documents);
    const first =
      statements[
        chosen(
          'description',
          name,
          statements.map(({ source }) => source.document),
          overrides,
        )
      ];
    if (new Set(statements.map(({ description }) => description)).size > 1) {
      const says = statements.map(({ description, source }) => ({ says: description, source }));
      conflicts.push(settle('description', name, says, overrides));
    }
    const implies = new Set(statements.flatMap((scope) => scope.implies));
    return { ...(first as Scope), implies: [...implies], describedAs: describedAs(name, documents) };
  });
  return { scopes: [...scopes, ...unlisted(scopes, operations)], conflicts };
}

function describedAs(name: string, documents: readonly DocumentPart[]): Scope['describedAs'] {
  const own = documents.flatMap(({ part }) => part.scopes.filter((scope) => scope.name === name));
  const added = documents.flatMap(({ part }) => part.describedGrants);
  return [
    ...own.flatMap((scope) => scope.describedAs),
    ...added.filter((grant: DescribedGrantOf) => grant.of === name).map(({ grant }) => grant),
  ];
}

function refuseRepeated(statements: readonly Scope[], documents: readonly DocumentPart[]): void {
  const lines = new Map<string, number>();
  for (const { name, source } of statements) {
    const before = lines.get(source.document);
    lines.set(source.document, source.line);
    if (before === undefined) continue;
    const file = documents.find(({ document }) => document === source.document)?.file ?? source.document;
    throw new UserError(
      `the scope ${name} is described twice, first in line ${before}`,
      { file, line: source.line },
      'Keep one row.',
    );
  }
}

/** Scopes that requirements name and no document describes; rows of assignment tables are checked elsewhere. */
function unlisted(scopes: readonly Scope[], operations: readonly Operation[]): readonly Scope[] {
  const names = new Set(scopes.map(({ name }) => name));
  const found = new Map<string, Scope>();
  for (const { security, assignments, sources } of operations) {
    if (security === 'undocumented') continue;
    for (const name of security.flatMap((requirement) => Object.values(requirement).flat())) {
      const source = assignments?.find(({ scope }) => scope === name)?.source ?? sources[0];
      if (names.has(name) || found.has(name) || !source) continue;
      found.set(name, { name, description: '', implies: [], describedAs: [], source });
    }
  }
  return [...found.values()];
}
