import type { DocumentPath } from './document.js';
import { configSchema } from './schema.js';

/** The parts of a valibot schema that lead to the schemas inside it. */
interface SchemaNode {
  readonly type?: string;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly wrapped?: SchemaNode;
  readonly value?: SchemaNode;
  readonly item?: SchemaNode;
  readonly options?: readonly (SchemaNode | string)[];
}

/** The keys that a mapping at `path` may have, in the schema's order; none where any key may stand. */
export function allowedKeys(path: DocumentPath): readonly string[] {
  const entries = schemasAt(path).flatMap((schema) => Object.keys(schema.entries ?? {}));
  return entries.filter((key) => key !== '$schema');
}

/** The values that a choice at `path` may have; none where it is free. */
export function allowedValues(path: DocumentPath): readonly string[] {
  return schemasAt(path).flatMap((schema) =>
    (schema.options ?? []).filter((option) => typeof option === 'string'),
  );
}

/** Where `value` has a list and the schema a mapping; the schema library takes a list for a mapping from indices. */
export function listsForMappings(value: unknown, path: DocumentPath = []): readonly DocumentPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const types = schemasAt(path).map((schema) => schema.type);
  if (types.length === 0) return [];
  const isMapping = types.includes('record') || types.includes('strict_object');
  if (Array.isArray(value) && isMapping) return [path];
  return Object.entries(value).flatMap(([key, inner]) => listsForMappings(inner, [...path, key]));
}

function schemasAt(path: DocumentPath): readonly SchemaNode[] {
  let schemas = unwrap(configSchema);
  for (const segment of path) {
    schemas = schemas.flatMap((schema) => {
      const entries = schema.entries ?? {};
      const entry = Object.hasOwn(entries, segment) ? entries[segment] : undefined;
      const inner = entry ?? (schema.type === 'record' ? schema.value : schema.item);
      return inner ? unwrap(inner) : [];
    });
  }
  return schemas;
}

/** Looks through `optional` and into every alternative of a union. */
function unwrap(schema: SchemaNode): readonly SchemaNode[] {
  if (schema.wrapped) return unwrap(schema.wrapped);
  if (schema.type !== 'union') return [schema];
  return (schema.options ?? []).flatMap((option) => (typeof option === 'string' ? [] : unwrap(option)));
}
