import type { Catalog } from '../model/catalog.js';
import type { GrantList, ListedScope } from '../model/grant-list.js';
import { fitsWildcard } from '../model/wildcard.js';

type Servers = Readonly<Record<string, readonly string[]>>;

/** Scopes of OpenID Connect: they name what a token says of the person, not what an API allows. */
const identityScopes: ReadonlySet<string> = new Set([
  ...['openid', 'profile', 'email', 'address', 'phone', 'offline_access'],
]);

/**
 * What the lists of a project ask one provider for, in its catalog's names. A list that surely goes to the provider
 * counts as a whole; of others only what this catalog knows, and none knows better.
 */
export function listsOfProvider(
  catalog: Catalog,
  catalogs: readonly Catalog[],
  servers: Servers,
  lists: readonly GrantList[],
): readonly GrantList[] {
  if (catalog.scopes.length === 0) return [];
  const names = namesOf(catalog);
  return lists.flatMap((list) => {
    if (goesTo(list, catalog, servers)) return [wholeList(catalog, list)];
    const asked = askedIn(list, names);
    const known = asked.flatMap((scope) => inCatalog(scope, names));
    if (known.length === 0) return [];
    const others = catalogs.filter((c) => c !== catalog).map((c) => countKnown(asked, namesOf(c)));
    if (others.some((count) => count > known.length)) return [];
    if (isNear(list, catalog, servers)) return [{ ...list, scopes: known }];
    const isPlain = known.every(({ name }) => !isDistinctive(name));
    const isOnlyWhole = known.length === asked.length && (known.length > 1 || list.host === undefined);
    return isPlain && !isOnlyWhole ? [] : [{ ...list, scopes: known }];
  });
}

/** A list that surely goes to the provider, in its catalog's names; names that it doesn't have stay as they are. */
export function wholeList(catalog: Catalog, list: GrantList): GrantList {
  const names = namesOf(catalog);
  // Microsoft's name for whatever an administrator has granted.
  const isOpen = list.scopes.some(({ name }) => name.endsWith('/.default'));
  const scopes = askedIn(list, names)
    .filter(({ name }) => !name.endsWith('/.default'))
    .map((scope) => inCatalog(scope, names)[0] ?? scope);
  return { ...list, scopes, complete: list.complete && !isOpen };
}

const askedIn = (list: GrantList, names: ReadonlySet<string>): readonly ListedScope[] =>
  list.scopes.filter(({ name }) => !identityScopes.has(name) || names.has(name));

const namesOf = (catalog: Catalog): ReadonlySet<string> => new Set(catalog.scopes.map(({ name }) => name));

const countKnown = (asked: readonly ListedScope[], names: ReadonlySet<string>): number =>
  asked.filter((scope) => inCatalog(scope, names).length > 0).length;

/** Microsoft writes scopes with the resource before them. */
const resource = 'https://graph.microsoft.com/';

function inCatalog(scope: ListedScope, names: ReadonlySet<string>): readonly ListedScope[] {
  if (names.has(scope.name)) return [scope];
  const bare = scope.name.startsWith(resource) ? scope.name.slice(resource.length) : undefined;
  return bare !== undefined && names.has(bare) ? [{ ...scope, name: bare }] : [];
}

/** A name that more than one provider would hardly choose: not a plain word. */
const isDistinctive = (name: string): boolean => /[:./]|[a-z]-[a-z]+-|[A-Z]_[A-Z]/.test(name);

function goesTo(list: GrantList, catalog: Catalog, servers: Servers): boolean {
  if (list.provider !== undefined && list.provider === catalog.provider) return true;
  const { host } = list;
  if (host === undefined) return false;
  // A host that is all variables says nothing.
  return hostsOf(catalog, servers).some((glob) => isNamed(glob) && fitsWildcard(glob, host));
}

/** Whether the list goes to a host of the same owner: `accounts.example.com` for an API at `api.example.com`. */
function isNear({ host }: GrantList, catalog: Catalog, servers: Servers): boolean {
  if (host === undefined) return false;
  const site = siteOf(host);
  return hostsOf(catalog, servers).some((glob) => isNamed(glob) && siteOf(glob) === site);
}

const hostsOf = (catalog: Catalog, servers: Servers): readonly string[] =>
  [...catalog.servers, ...(servers[catalog.provider] ?? [])].flatMap(
    (server) =>
      /^https?:\/\/([^/?#]+)/i
        .exec(server)?.[1]
        ?.toLowerCase()
        .replaceAll(/\{[^{}]*\}/g, '*') ?? [],
  );

const isNamed = (glob: string): boolean => /(?:^|\.)[^.*]+\.[^.*]+$/.test(glob);

/** The last labels of a host: two, or three where the last two are as good as one (`co.uk`). */
const siteOf = (host: string): string =>
  /[^.]+\.(?:(?:com?|net|org|gov|ac)\.)?[^.:]+(?=$|:)/.exec(host)?.[0] ?? host;
