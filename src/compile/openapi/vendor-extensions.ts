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
  const atlassian = atlassianScopes(reading, operation, klaviyo.stated, path);
  return { stated: atlassian.stated, alsoStated: [...klaviyo.alsoStated, ...atlassian.alsoStated] };
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
 * requirements, most of them repeated in `security`. Beta ones are not final: they are kept, and not solved.
 */
function atlassianScopes(
  reading: Reading,
  operation: PlainObject,
  stated: StatedSecurity | undefined,
  path: string,
): VendorSecurity {
  const added: SecurityRequirement[] = [];
  const assignments: Assignment[] = [];
  const alsoStated: AlsoStated[] = [];
  for (const entry of listField(operation, 'x-atlassian-oauth2-scopes').filter(isPlainObject)) {
    const scheme = textField(entry, 'scheme');
    const listed = readScopes(reading, field(entry, 'scopes'), reading.lines.of(entry));
    const scopes = listed.map(({ scope }) => scope);
    const [first] = listed;
    if (scheme === undefined || first === undefined) continue;
    if (textField(entry, 'state') === 'Current') {
      added.push(Object.fromEntries([[scheme, scopes]]));
      assignments.push(...listed);
    } else alsoStated.push({ scopes, path, source: first.source });
  }
  if (added.length === 0) return { stated, alsoStated };
  return {
    stated: {
      requirements: distinct([...(stated?.requirements ?? []), ...added]),
      assignments: [...(stated?.assignments ?? []), ...assignments],
    },
    alsoStated,
  };
}

const windowNames = ['burst', 'steady', 'daily'] as const;
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `x-klaviyo-ratelimit` as windows: `{ "burst": "10/s", "steady": "150/m" }`. Undefined where there is none. */
export function readRateLimitExtension(
  reading: Reading,
  operation: PlainObject,
): { windows: readonly RateLimitWindow[]; line: number | undefined } | undefined {
  const stated = objectField(operation, 'x-klaviyo-ratelimit');
  if (stated === undefined) return undefined;
  const line = reading.lines.of(stated);
  const windows: RateLimitWindow[] = [];
  for (const name of windowNames) {
    const text = textField(stated, name);
    if (text === undefined) continue;
    const [, quota, unit] = /^(\d+)\/([smhd])$/.exec(text) ?? [];
    const windowSeconds = unitSeconds[unit ?? ''];
    if (windowSeconds === undefined)
      reading.warn(`The rate limit "${text}" has an unknown form and was left out.`, line);
    else windows.push({ quota: Number(quota), windowSeconds });
  }
  return windows.length === 0 ? undefined : { windows, line };
}

/** Operations with equal windows share a rule that counts each of them by itself. */
export function groupRateLimits(
  reading: Reading,
  limited: readonly { operation: string; windows: readonly RateLimitWindow[]; line: number | undefined }[],
): readonly RateLimit[] {
  const byWindows = new Map<string, (typeof limited)[number][]>();
  for (const entry of limited) {
    const id = entry.windows.map(({ quota, windowSeconds }) => `${quota}-per-${windowSeconds}s`).join('-');
    const known = byWindows.get(id);
    if (known === undefined) byWindows.set(id, [entry]);
    else known.push(entry);
  }
  return [...byWindows].map(([id, entries]) => ({
    id: `each-operation-${id}`,
    applies: { each: 'operation', operations: entries.map(({ operation }) => operation) },
    windows: entries[0]?.windows ?? [],
    partition: 'account',
    violation: 'rejected',
    note: 'The document does not say who shares the limit, nor what happens beyond it: one account and rejection are assumed.',
    sources: entries.map(({ line }) => reading.source(line)),
  }));
}
