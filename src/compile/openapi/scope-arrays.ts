import type { Operation, ScopeName, SecurityRequirement } from '../../model/catalog.js';
import { UserError } from '../../model/errors.js';
import type { Reading } from './reading.js';
import { distinct } from './security.js';

/** Alternatives that one requirement may be split into. */
const maxAlternatives = 1024;

/**
 * Settles what several scopes in one list mean. The standard says all of them, and that holds by default; many
 * vendors mean any of them, which only a setting can say.
 */
export function settleScopeArrays(
  reading: Reading,
  requirements: readonly SecurityRequirement[],
  operation: string,
  line: number | undefined,
): readonly SecurityRequirement[] {
  if (reading.settings.scopeArray !== 'any' || severalScopes(requirements).length === 0) return requirements;
  return distinct(requirements.flatMap((requirement) => alternatives(reading, requirement, operation, line)));
}

/** One warning for all lists of several scopes whose meaning nobody has settled. */
export function warnOfScopeArrays(reading: Reading, operations: readonly Operation[]): void {
  if (reading.settings.scopeArray !== undefined) return;
  let count = 0;
  let similar = 0;
  let example: string | undefined;
  let line: number | undefined;
  for (const { id, security, assignments } of operations) {
    const lists = security === 'undocumented' ? [] : severalScopes(security);
    const [first] = lists;
    if (first === undefined) continue;
    count += 1;
    if (lists.every(shareStem)) similar += 1;
    if (example !== undefined) continue;
    example = `${id} lists ${listing(first)}`;
    line = assignments?.find(({ scope }) => scope === first[0])?.source.line;
  }
  if (example === undefined) return;
  const others = count === 1 ? '' : ` So do ${count - 1} more operations.`;
  const hint =
    similar === 0 ? '' : ` In ${similar} of ${count} the names look like alternatives of one another.`;
  reading.warn(
    `${example} in one requirement.${others} The standard means all of them, which is assumed; many vendors mean any of them.${hint} Settle it with \`scopeArrays\` in the config, or \`compile --scope-array any|all\`.`,
    line,
  );
}

const severalScopes = (requirements: readonly SecurityRequirement[]): (readonly ScopeName[])[] =>
  requirements.flatMap((requirement) => Object.values(requirement)).filter((scopes) => scopes.length > 1);

const listing = (scopes: readonly ScopeName[]): string =>
  scopes.length > 4 ? `${scopes.slice(0, 4).join(', ')}, ...` : scopes.join(', ');

/** One alternative for each scope of each list. Schemes with the same scopes need one and the same scope of them. */
function alternatives(
  reading: Reading,
  requirement: SecurityRequirement,
  operation: string,
  line: number | undefined,
): readonly SecurityRequirement[] {
  let found: readonly (readonly [string, readonly ScopeName[]])[][] = [[]];
  const chosen = new Map<string, number>();
  for (const [scheme, scopes] of Object.entries(requirement)) {
    const key = scopes.join('\n');
    const twin = chosen.get(key);
    if (scopes.length < 2) found = found.map((choice) => [...choice, [scheme, scopes]]);
    else if (twin !== undefined)
      found = found.map((choice) => [...choice, [scheme, choice[twin]?.[1] ?? []]]);
    else {
      chosen.set(key, found[0]?.length ?? 0);
      if (found.length * scopes.length > maxAlternatives) throw tooMany(reading, operation, line);
      found = found.flatMap((choice) => scopes.map((scope) => [...choice, [scheme, [scope]] as const]));
    }
  }
  reading.spend(found.length);
  return found.map((choice) => Object.fromEntries(choice));
}

const tooMany = (reading: Reading, operation: string, line: number | undefined): UserError =>
  new UserError(
    `A requirement of ${operation} has more than ${maxAlternatives} alternatives when each of its lists means any-of.`,
    line === undefined ? { file: reading.file } : { file: reading.file, line },
    'Set `scopeArrays` to `all` for this document, or write the alternatives as separate requirements.',
  );

const verbs = new Set(['', 'read', 'readonly', 'write', 'manage', 'admin', 'all', 'view', 'edit', 'full']);

/** Whether the names differ only by words like read and write: then they look like alternatives of one another. */
function shareStem(scopes: readonly ScopeName[]): boolean {
  const stems = scopes.map((scope) =>
    scope
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => !verbs.has(word))
      .join(' '),
  );
  return stems[0] !== '' && stems.every((stem) => stem === stems[0]);
}
