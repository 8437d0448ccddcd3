import type { Operation, RequestShape, SecurityRequirement } from '../../model/catalog.js';
import { UserError } from '../../model/errors.js';
import type { CatalogFormat, CatalogPart, CompileSettings, CompileWarning, SourceText } from '../format.js';
import { emptyPart } from '../format.js';
import { tableKinds } from '../tables/index.js';
import { markdownTables } from '../tables/markdown-tables.js';
import { recognize } from '../tables/recognize.js';
import type { RowFacts } from '../tables/table-kind.js';

/** Markdown with tables of scopes, assignments, endpoints, limits and fields; the sentences around them are for readers. */
export const markdownFormat: CatalogFormat = {
  id: 'markdown',
  recognizedBy: '.md with tables of scopes, endpoints or limits',
  matches: ({ file }) => /\.(?:md|markdown)$/i.test(file),
  compile(source, settings) {
    const facts = markdownTables(source).flatMap((table) => {
      const { kind, columns } = recognize(table, tableKinds, source);
      return table.rows.map(({ line, cells }) =>
        kind.read(
          {
            file: source.file,
            source: { document: source.document, line },
            cells: new Map(columns.map((column, index) => [column, cells[index] ?? ''])),
          },
          settings,
        ),
      );
    });
    return join(facts, source, settings);
  },
};

function join(facts: readonly RowFacts[], source: SourceText, settings: CompileSettings) {
  const all = <K extends keyof RowFacts>(key: K): NonNullable<RowFacts[K]>[] =>
    facts.map((fact) => fact[key]).filter((value) => value !== undefined);
  const { operations, warnings } = combineAlternatives(all('operations').flat(), source, settings);
  const assigns = all('scopeMentions').length > 0;
  const part: CatalogPart = {
    ...emptyPart,
    schemes: assigns ? { [settings.scopeScheme ?? 'oauth2']: { type: 'oauth2' } } : {},
    scopes: all('scopes').flat(),
    scopeMentions: all('scopeMentions').flat(),
    describedGrants: all('describedGrants').flat(),
    operations,
    additions: all('additions').flat(),
    pairings: all('pairings').flat(),
    rateLimits: all('rateLimits').flat(),
    requestShapes: joinShapes(all('shapes').flat(), all('fields').flat(), source),
    responses: all('responses').flat(),
    rateLimitHeaders: all('rateLimitHeaders').flat(),
    guidance: all('guidance').flat(),
  };
  return { part, warnings };
}

function joinShapes(
  shapes: NonNullable<RowFacts['shapes']>,
  fields: NonNullable<RowFacts['fields']>,
  source: SourceText,
): Readonly<Record<string, RequestShape>> {
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  const stray = fields.find(({ shape }) => !byName.has(shape));
  if (stray) {
    throw new UserError(
      `found a field of the shape "${stray.shape}", which no shape table of this document declares`,
      { file: source.file, line: stray.field.source.line },
      'Add a row to a table `| Shape | Body | Used by |`.',
    );
  }
  return Object.fromEntries(
    shapes.map((shape) => [
      shape.name,
      { ...shape, fields: fields.filter((field) => field.shape === shape.name).map(({ field }) => field) },
    ]),
  );
}

/**
 * Rows that assign several scopes to one operation are alternatives, or one requirement together where the
 * provider means all of them.
 */
function combineAlternatives(
  rows: readonly Operation[],
  source: SourceText,
  settings: CompileSettings,
): { readonly operations: readonly Operation[]; readonly warnings: readonly CompileWarning[] } {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (row.security !== 'undocumented') counts.set(row.id, (counts.get(row.id) ?? 0) + 1);
  }
  const several = rows.find((row) => (counts.get(row.id) ?? 0) > 1);
  if (!several || settings.scopeArray === 'any') return { operations: rows, warnings: [] };
  if (settings.scopeArray === 'all')
    return { operations: rows.map((row) => ({ ...row, security: together(row, rows) })), warnings: [] };
  return {
    operations: rows,
    warnings: [
      {
        file: source.file,
        ...(several.sources[0] ? { line: several.sources[0].line } : {}),
        message: `several scopes are assigned to ${several.id}: read as "any of them is enough". Say which is meant: any or all.`,
      },
    ],
  };
}

function together(row: Operation, rows: readonly Operation[]): Operation['security'] {
  const stated = rows.flatMap(({ id, security }) =>
    id === row.id && security !== 'undocumented' ? security : [],
  );
  if (stated.length === 0) return 'undocumented';
  const merged: Record<string, readonly string[]> = {};
  for (const requirement of stated) {
    for (const [scheme, scopes] of Object.entries<readonly string[]>(requirement)) {
      merged[scheme] = [...new Set([...(merged[scheme] ?? []), ...scopes])];
    }
  }
  return [merged satisfies SecurityRequirement];
}
