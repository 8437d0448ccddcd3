import type {
  AlsoStated,
  Assignment,
  RateLimit,
  RateLimitWindow,
  SecurityRequirement,
} from '../../model/catalog.js';
import { field, isPlainObject, listField, objectField, textField } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';
import { distinct, readScopes } from './security.js';
import type { StatedSecurity } from './security.js';

/** The security of an operation, and what its vendor says beside it that doesn't count. */
export interface VendorSecurity {
  readonly stated: StatedSecurity | undefined;
  readonly alsoStated: readonly AlsoStated[];
}

/** Adds the scopes that vendors state in extension fields of an operation. */
export function applyScopeExtensions(
  reading: Reading,
  operation: PlainObject,
  stated: StatedSecurity | undefined,
  path: string,
): VendorSecurity {
  const klaviyo = klaviyoScopes(reading, operation, stated, path);
  return { ...klaviyo, stated: atlassianScopes(reading, operation, klaviyo.stated) };
}

/**
 * `x-klaviyo-scopes` lists the scopes that the operation's key must have. They go on requirements that name a scheme
 * and no scopes; an operation that is public by its `security` stays public.
 */
function klaviyoScopes(
  reading: Reading,
  operation: PlainObject,
  stated: StatedSecurity | undefined,
  path: string,
): VendorSecurity {
  const list = field(operation, 'x-klaviyo-scopes');
  const listed = Array.isArray(list) ? readScopes(reading, list, undefined) : [];
  const [first] = listed;
  if (first === undefined) return { stated, alsoStated: [] };
  const scopes = listed.map(({ scope }) => scope);
  let used = false;
  const requirements = stated?.requirements.map((requirement): SecurityRequirement => {
    const [scheme] = Object.keys(requirement);
    if (scheme === undefined || Object.values(requirement).some((others) => others.length > 0)) {
      return requirement;
    }
    used = true;
    return Object.fromEntries([...Object.entries(requirement), [scheme, scopes]]);
  });
  if (!used || requirements === undefined) {
    return { stated, alsoStated: [{ scopes, path, source: first.source }] };
  }
  return { stated: { requirements, assignments: listed }, alsoStated: [] };
}

/**
 * `x-atlassian-oauth2-scopes` lists alternatives, each the set of all scopes that it takes. Current ones are
 * requirements, most of them repeated in `security`. Beta ones are not final, so nobody is told to rely on them.
 */
function atlassianScopes(
  reading: Reading,
  operation: PlainObject,
  stated: StatedSecurity | undefined,
): StatedSecurity | undefined {
  const added: SecurityRequirement[] = [];
  const assignments: Assignment[] = [];
  for (const entry of listField(operation, 'x-atlassian-oauth2-scopes').filter(isPlainObject)) {
    const scheme = textField(entry, 'scheme');
    const line = reading.lines.of(entry);
    const listed = readScopes(reading, field(entry, 'scopes'), line);
    if (scheme === undefined || listed.length === 0) continue;
    const scopes = listed.map(({ scope }) => scope);
    if (textField(entry, 'state') === 'Current') {
      added.push(Object.fromEntries([[scheme, scopes]]));
      assignments.push(...listed);
    } else reading.tally(unsettledAlternatives, scopes.join(', '), line);
  }
  if (added.length === 0) return stated;
  return {
    requirements: distinct([...(stated?.requirements ?? []), ...added]),
    assignments: [...(stated?.assignments ?? []), ...assignments],
  };
}

const unsettledAlternatives = (count: number, example: string): string =>
  `The alternative ${example}${count > 1 ? ` (and ${count - 1} more)` : ''} in \`x-atlassian-oauth2-scopes\` is not in the state Current and was left out.`;

const windowNames = ['burst', 'steady', 'daily'] as const;
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * `x-klaviyo-ratelimit`, as in `{ "burst": "10/s", "steady": "150/m" }`: a rule for the one operation, by whose id it
 * goes. Undefined where there is none.
 */
export function readRateLimit(reading: Reading, operation: PlainObject, id: string): RateLimit | undefined {
  const stated = objectField(operation, 'x-klaviyo-ratelimit');
  if (stated === undefined) return undefined;
  const line = reading.lines.of(stated);
  const windows: RateLimitWindow[] = [];
  for (const name of windowNames) {
    const text = textField(stated, name);
    if (text === undefined) continue;
    const [, quota, unit] = /^(\d+)\/([smhd])$/.exec(text) ?? [];
    const windowSeconds = unitSeconds[unit ?? ''];
    if (windowSeconds !== undefined) windows.push({ quota: Number(quota), windowSeconds });
    else reading.warn(`The rate limit "${text}" of ${id} has an unknown form and was left out.`, line);
  }
  if (windows.length === 0) return undefined;
  return {
    id,
    applies: { operations: [id] },
    windows,
    partition: 'account',
    violation: 'rejected',
    note: 'The document does not say who shares the limit, nor what happens beyond it: one account and rejection are assumed.',
    sources: [reading.source(line)],
  };
}
