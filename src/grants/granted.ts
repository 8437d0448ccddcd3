import type { CredentialConfig } from '../model/config.js';
import type { CredentialOrigin } from '../model/client-request.js';
import type { GrantList } from '../model/grant-list.js';
import type { Span } from '../model/span.js';

/** A credential of one provider, as it is used. */
export interface Holder {
  readonly name: string;
  /** Lists that the requests for its tokens ask for. */
  readonly requested: readonly GrantList[];
  readonly config: CredentialConfig | undefined;
  /** Origins of the tokens that its requests send. */
  readonly origins: readonly CredentialOrigin[];
}

/** A list that speaks of a credential; `counts` is false where a better source says what was granted. */
export interface GrantSourceUse {
  readonly list: GrantList;
  readonly counts: boolean;
}

/** What code and manifests say was granted to a credential. */
export interface Granted {
  readonly scopes: readonly string[];
  readonly at: Readonly<Record<string, Span>>;
  /** False where some list isn't known as a whole: more may be granted. */
  readonly complete: boolean;
  readonly uses: readonly GrantSourceUse[];
  /** Scopes that a sign-in library uses itself. */
  readonly signIn: ReadonlySet<string>;
}

/** Tokens that a person's consent gives, wherever the code keeps them. */
const userKinds: ReadonlySet<CredentialOrigin['kind']> = new Set([
  ...(['storage', 'cookie', 'session', 'response', 'parameter', 'unknown', 'client'] as const),
]);

export const isUserToken = ({ kind, tokenKind }: CredentialOrigin): boolean =>
  userKinds.has(kind) && tokenKind !== 'basic' && tokenKind !== 'api-key' && tokenKind !== 'download-token';

/** Divides a provider's lists among its credentials. A list that fits none, or several alike, goes to nobody. */
export function grantedTo(
  holders: readonly Holder[],
  lists: readonly GrantList[],
  matchesFile: (globs: readonly string[], file: string) => boolean,
): ReadonlyMap<string, Granted> {
  const given = new Map<string, readonly GrantList[]>();
  for (const { name, requested } of holders) if (requested.length > 0) given.set(name, requested);
  for (const list of lists) {
    const holder = holderOf(holders, list, matchesFile);
    if (holder) given.set(holder.name, [...(given.get(holder.name) ?? []), list]);
  }
  return new Map(
    holders.flatMap((holder) => {
      const own = given.get(holder.name);
      return own ? [[holder.name, together(own, holder.config?.grants !== undefined)] as const] : [];
    }),
  );
}

function holderOf(
  holders: readonly Holder[],
  list: GrantList,
  matchesFile: (globs: readonly string[], file: string) => boolean,
): Holder | undefined {
  const isNamed = ({ config, origins }: Holder): boolean =>
    list.clientEnv.some(
      (name) =>
        (config?.match.env.includes(name) ?? false) ||
        origins.some((o) => o.kind === 'client-credentials' && o.env.includes(name)),
    );
  const named = holders.filter(isNamed);
  if (named.length > 0) return only(named);
  const configured = holders.filter(({ config }) => config !== undefined);
  if (configured.length > 0)
    return (
      only(configured) ??
      only(configured.filter((h) => matchesFile(h.config?.match.files ?? [], list.span.file)))
    );
  return only(holders.filter((holder) => mayHold(holder, list, holders.length)));
}

/** Whether a token of these origins can be the one that the list asks for. */
function mayHold({ origins }: Holder, list: GrantList, count: number): boolean {
  if (list.flow === 'user') return origins.every(isUserToken);
  const isOwn = origins.some(({ kind }) => kind === 'client-credentials');
  return list.flow === 'client' ? isOwn || (count === 1 && origins.every(isUserToken)) : true;
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/** Lists that stand for each other's requests add up; a mere note of scopes counts where nothing else does. */
function together(lists: readonly GrantList[], isConfigured: boolean): Granted {
  const asked = lists.filter(({ source }) => source !== 'env-file');
  const counting = isConfigured ? [] : asked.length > 0 ? asked : lists;
  const at = new Map<string, Span>();
  for (const { name, span } of counting.flatMap(({ scopes }) => scopes))
    if (!at.has(name)) at.set(name, span);
  const signIn = counting.flatMap((list) => (list.signsIn ? list.scopes.map(({ name }) => name) : []));
  return {
    scopes: [...at.keys()].sort(),
    at: Object.fromEntries(at),
    complete: counting.every(({ complete }) => complete),
    uses: lists.map((list) => ({ list, counts: counting.includes(list) })),
    signIn: new Set(signIn.filter(isProfile)),
  };
}

/** Scopes with which a library reads who has signed in. */
const isProfile = (name: string): boolean =>
  /email|profile|userinfo|identify|^openid$|^user$|^(?:read:user|users?[.:_-]read)(?:[.:_-]private)?$/i.test(
    name,
  ) && !/write|modify|manage|admin/i.test(name);
