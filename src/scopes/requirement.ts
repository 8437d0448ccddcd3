import type {
  Operation,
  ScopeName,
  SecurityRequirement,
  SecurityScheme,
  SchemeId,
} from '../model/catalog.js';
import { weakestSets } from './antichain.js';
import { authorizedScopes } from './implication.js';
import type { Implications } from './implication.js';

/** Any of these scope sets, all scopes of one. `[[]]` needs no scope, `[]` can't be satisfied. */
export type Alternatives = readonly (readonly ScopeName[])[];

type Schemes = Readonly<Record<SchemeId, SecurityScheme>>;

/** Why an alternative needs no scope, or that it needs one. */
type Kind = 'scopes' | 'public' | 'oauth-without-scope' | 'other-token';

/**
 * The scope sets that the docs name for an operation, in the docs' order, without repetitions.
 * - The schemes of one requirement are flattened: the same scope on two schemes is needed once.
 * - A requirement without scopes needs none (`[]`): public, an API key, OAuth with an empty list. But where other
 *   requirements do name scopes, one for another kind of token (API key, basic) is set aside: it says nothing of
 *   what an OAuth credential needs. A public alternative (`{}`) is never set aside.
 * - An empty list lifts security, as OpenAPI defines it.
 */
export function alternativesOf(
  security: Operation['security'],
  schemes: Schemes,
): Alternatives | 'undocumented' {
  if (security === 'undocumented') return 'undocumented';
  if (security.length === 0) return [[]];
  const kinds = security.map((requirement) => kindOf(requirement, schemes));
  const oauth = kinds.some((kind) => kind === 'scopes' || kind === 'oauth-without-scope');
  const kept = security.filter((_, i) => !(oauth && kinds[i] === 'other-token'));
  return distinct(kept.map((requirement) => sorted(new Set(Object.values(requirement).flat()))));
}

function kindOf(requirement: SecurityRequirement, schemes: Schemes): Kind {
  const used = Object.entries(requirement);
  if (used.length === 0) return 'public';
  if (used.some(([, scopes]) => scopes.length > 0)) return 'scopes';
  const types = used.map(([scheme]) => schemes[scheme]?.type);
  return types.some((type) => type === 'oauth2' || type === 'openIdConnect')
    ? 'oauth-without-scope'
    : 'other-token';
}

/**
 * The same demand with nothing superfluous, in a fixed order: scopes that another scope of their set implies are
 * dropped, then every set that is stronger than another. What satisfies the result satisfies the input, and the
 * other way round.
 */
export function minimalAlternatives(anyOf: Alternatives, implications: Implications): Alternatives {
  const slim = anyOf.map((allOf) => withoutImplied(allOf, implications)).sort(compareSets);
  return weakestSets(slim, (allOf) => authorizedScopes(implications, allOf));
}

/** Drops a scope that another one of the set implies; of scopes that imply each other the first by name stays. */
function withoutImplied(allOf: readonly ScopeName[], implications: Implications): readonly ScopeName[] {
  const names = sorted(new Set(allOf));
  return names.filter((name, i) =>
    names.every(
      (other, j) =>
        i === j || !implications.of(other).has(name) || (implications.of(name).has(other) && i < j),
    ),
  );
}

/** Order of scope sets in results: fewer scopes first, then alphabetical. */
function compareSets(a: readonly ScopeName[], b: readonly ScopeName[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((scope, i) => scope !== b[i]);
  return at < 0 ? 0 : compareNames(a[at] ?? '', b[at] ?? '');
}

/** Alphabetical order of names by code unit, the same on every machine. */
export const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const sorted = (names: Iterable<ScopeName>): ScopeName[] => [...names].sort(compareNames);

function distinct(sets: readonly (readonly ScopeName[])[]): (readonly ScopeName[])[] {
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()];
}
