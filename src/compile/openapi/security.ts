import type { Assignment, ScopeName, SecurityRequirement } from '../../model/catalog.js';
import { field, isPlainObject, textOf } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';

/** Any-of requirements as a document states them, and where it states each scope. */
export interface StatedSecurity {
  readonly requirements: readonly SecurityRequirement[];
  readonly assignments: readonly Assignment[];
}

/**
 * The security that an operation or the whole document states. An empty list says that nothing is required, which
 * is the requirement `{}`; undefined says that the document states nothing here.
 */
export function readSecurity(
  reading: Reading,
  holder: PlainObject,
  where: string,
): StatedSecurity | undefined {
  const stated = field(holder, 'security');
  if (stated === undefined) return undefined;
  const line = reading.lines.of(stated) ?? reading.lines.ofKey(holder, 'security');
  if (Array.isArray(stated) && stated.length === 0) return { requirements: [{}], assignments: [] };
  // Some documents write a single requirement without its list.
  const list: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  reading.spend(list.length);
  const found = list.filter(isPlainObject);
  if (found.length < list.length) {
    const outcome = found.length === 0 ? 'it counts as not stated' : 'what is none was left out';
    reading.warn(`The \`security\` of ${where} is no list of requirements; ${outcome}.`, line);
  }
  if (found.length === 0) return undefined;
  const assignments: Assignment[] = [];
  const requirements = found.map((entry) => {
    const schemes = Object.entries(entry).map(([scheme, scopes]) => {
      const stated = readScopes(reading, scopes, line);
      assignments.push(...stated);
      return [scheme, stated.map(({ scope }) => scope)] as const;
    });
    return Object.fromEntries(schemes);
  });
  return { requirements: distinct(requirements), assignments };
}

/**
 * A list of scopes with their lines. They count on every type of scheme: 3.1 calls them roles, and older documents
 * wrote them as well.
 */
export function readScopes(
  reading: Reading,
  stated: unknown,
  line: number | undefined,
): readonly Assignment[] {
  const list: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  reading.spend(list.length + 1);
  const found = new Map<ScopeName, Assignment>();
  for (const [index, entry] of list.entries()) {
    const scope = textOf(entry) ?? '';
    if (scope === '' || found.has(scope)) continue;
    found.set(scope, { scope, source: reading.source(reading.lines.ofItem(stated, index, scope) ?? line) });
  }
  return [...found.values()];
}

/** The requirements without repetitions, in order. */
export function distinct(requirements: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  const byText = new Map(requirements.map((requirement) => [JSON.stringify(requirement), requirement]));
  return [...byText.values()];
}
