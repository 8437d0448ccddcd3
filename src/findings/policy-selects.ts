import { formatAbstractString } from '../model/abstract-string.js';
import type { AnalyzedRequest } from '../model/analysis.js';
import type { Catalog, Operation, ScopeName } from '../model/catalog.js';
import type { PolicyRule } from '../model/config.js';
import { isReadMethod } from '../model/http-method.js';
import { fitsWildcard, withoutParameterNames } from '../model/wildcard.js';
import { allowedOperations } from './allowed-operations.js';
import { withImplied } from './scope-names.js';

/** One kind of a selection, judged by itself: what of a call or grant it looks at, and whether that is selected. */
export interface Judged {
  /** As a sentence shows it: `method DELETE`. */
  readonly what: string;
  readonly selected: boolean;
}

/** What a rule's selection says of a call: one entry for each kind that it names and that can be told. */
export function judgeCall(
  { effect, select: { scopes, operations, methods, versions, access } }: PolicyRule,
  operation: Operation,
  { request }: AnalyzedRequest,
): Judged[] {
  const judged: Judged[] = [];
  const { method } = operation;
  if (operations.length > 0) {
    const ids = [operation.id, ...operation.paths.map((path) => `${method} ${path}`)].map(
      withoutParameterNames,
    );
    const selected = operations
      .map(withoutParameterNames)
      .some((name) => ids.some((id) => fitsWildcard(name, id)));
    judged.push({ what: `operation ${operation.id}`, selected });
  }
  if (methods.length > 0) judged.push({ what: `method ${method}`, selected: methods.includes(method) });
  const used = versions.length > 0 ? versionsOf(operation, formatAbstractString(request.url)) : [];
  if (used.length > 0) {
    const hits = used.filter((one) => versions.some((name) => fitsWildcard(name, one)));
    const shown = hits.length > 0 ? hits : used;
    judged.push({ what: `version ${shown.join(' and ')}`, selected: hits.length > 0 });
  }
  if (access !== undefined) {
    const own = accessOf(operation);
    judged.push({ what: `${own} access`, selected: own === access });
  }
  const { security } = operation;
  if (scopes.length > 0 && security !== 'undocumented') {
    const anyOf = security.map((requirement) => Object.values(requirement).flat());
    const named = [...new Set(anyOf.flat())].join(' or ');
    // What anybody may call needs no scope, so that no rule about scopes speaks of it.
    if (anyOf.every((allOf) => allOf.length > 0))
      judged.push({ what: `scope ${named}`, selected: isScopeSelected(effect, anyOf, scopes) });
  }
  return judged;
}

/** A call may choose its way: it must take a selected scope when all ways do, and can keep to them when one does. */
const isScopeSelected = (
  effect: PolicyRule['effect'],
  anyOf: readonly (readonly ScopeName[])[],
  scopes: readonly string[],
): boolean =>
  effect === 'forbid'
    ? anyOf.every((allOf) => allOf.some((scope) => fits(scopes, scope)))
    : anyOf.some((allOf) => allOf.every((scope) => fits(scopes, scope)));

/** What a rule's selection says of a granted scope. */
export function judgeGrant(
  { effect, select: { scopes, access } }: PolicyRule,
  catalog: Catalog,
  scope: ScopeName,
): Judged[] {
  const judged: Judged[] = [];
  if (scopes.length > 0) {
    const stands = effect === 'forbid' ? [...withImplied(catalog, scope)] : [scope];
    const selected = stands.some((one) => fits(scopes, one));
    judged.push({ what: `scope ${scope}`, selected });
  }
  const allowed = access === undefined ? [] : allowedOperations(catalog, [scope]).map(accessOf);
  if (allowed.length > 0) {
    const own = allowed.includes('write') ? 'write' : 'read';
    judged.push({ what: `scope ${scope} (${own} access)`, selected: own === access });
  }
  return judged;
}

const fits = (names: readonly string[], text: string): boolean =>
  names.some((name) => fitsWildcard(name, text));

const accessOf = ({ access, method }: Operation): 'read' | 'write' =>
  access ?? (isReadMethod(method) ? 'read' : 'write');

/** Versions in the docs' path and in what is known of the URL; else the one that all full paths share. */
function versionsOf({ path, paths }: Operation, url: string): readonly string[] {
  const stated = new Set([...versionsIn(path), ...versionsIn(url)]);
  const full = new Set(paths.flatMap(versionsIn));
  if (stated.size === 0 && full.size === 1) return [...full];
  return [...stated].sort();
}

const versionsIn = (path: string): string[] =>
  (path.split(/[?#]/)[0] ?? '').split('/').filter((segment) => /^v\d{1,4}$/i.test(segment));
