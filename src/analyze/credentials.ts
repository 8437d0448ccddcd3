import type { AnalyzedRequest, CredentialFacts, UnreadFile } from '../model/analysis.js';
import type { Catalog, Operation } from '../model/catalog.js';
import type { CredentialOrigin } from '../model/client-request.js';
import type { Config } from '../model/config.js';
import { grantedTo, type Granted, type Holder } from '../grants/granted.js';
import { listsOfProvider, wholeList } from '../grants/provider-lists.js';
import type { GrantList } from '../model/grant-list.js';
import { compareGrants } from '../scopes/compare.js';
import { indexScopes, type ScopeIndex } from '../scopes/scope-index.js';
import { descriptionOnly } from '../scopes/described-as.js';
import { solve } from '../scopes/solve.js';
import { mayNeedMore, scopeVerdicts } from '../scopes/verdicts.js';
import { openQuestions } from './open-questions.js';

/** Least scopes, missing and excess ones of every credential that is configured or seen; sorted by name. */
export function credentialFacts(
  requests: readonly AnalyzedRequest[],
  catalogs: readonly Catalog[],
  config: Config,
  lists: readonly GrantList[],
  matchesFile: (globs: readonly string[], file: string) => boolean,
  unread: readonly UnreadFile[] = [],
): CredentialFacts[] {
  return catalogs
    .flatMap((catalog) => {
      const index = indexScopes(catalog);
      const operations = new Map(catalog.operations.map((o) => [o.id, o]));
      const own = requests.filter((r) => providerOf(r) === catalog.provider);
      const configured = config.credentials.filter((c) => c.provider === catalog.provider);
      const seen = own
        .filter((r) => demands(r) || demandsUnreached(r))
        .flatMap((r) => (r.credential === undefined ? [] : [r.credential]));
      const names = [...new Set([...configured.map((c) => c.name), ...seen])];
      const holders = names.map((name): Holder => {
        const origins = own.filter((r) => r.credential === name).flatMap(originsOf);
        const requested = new Map(
          origins.flatMap(({ requested: list }) =>
            list ? [[placeKey(list), wholeList(catalog, list)] as const] : [],
          ),
        );
        const isHeld = configured.find((c) => c.name === name);
        return { name, config: isHeld, origins, requested: [...requested.values()] };
      });
      // A request whose token was followed to its use is known better there.
      const followed = new Set(holders.flatMap(({ requested }) => requested.map(placeKey)));
      const granted = grantedTo(
        holders,
        listsOfProvider(catalog, catalogs, config.servers, lists).filter(
          (list) => list.source !== 'token-request' || !followed.has(placeKey(list)),
        ),
        matchesFile,
      );
      return holders.map((holder) =>
        factsOf(holder, catalog, index, operations, own, granted.get(holder.name), unread),
      );
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.provider < b.provider ? -1 : 1));
}

const placeKey = ({ span }: GrantList): string => `${span.file}:${span.start}`;

const providerOf = ({ match }: AnalyzedRequest): string | undefined =>
  'provider' in match ? match.provider : undefined;

/** The origins of the token that a request is attributed to; of all where its name says none. */
function originsOf({ request, credential }: AnalyzedRequest): readonly CredentialOrigin[] {
  const named = request.credentials.filter(({ id }) => id === credential);
  return named.length > 0 ? named : request.credentials;
}

/** Requests of low confidence accuse nobody and demand nothing. */
const demands = (r: AnalyzedRequest): boolean =>
  r.match.kind === 'matched' &&
  r.confidence !== 'low' &&
  r.request.unreachable !== true &&
  r.isOneOf !== true;

/** What demands nothing because nothing starts it. */
const demandsUnreached = (r: AnalyzedRequest): boolean =>
  r.match.kind === 'matched' && r.confidence !== 'low' && r.request.unreachable === true;

/** The scopes that would be added if unreached code ran too. */
function onlyUnreached(
  index: ScopeIndex,
  least: readonly string[],
  demanded: readonly string[],
  dead: readonly string[],
): CredentialFacts['unreached'] {
  if (dead.length === 0) return {};
  const { scopes, because } = solve(index, [...new Set([...demanded, ...dead])]);
  const added = scopes.filter((scope) => !least.includes(scope));
  return Object.fromEntries(
    added.map((scope) => [scope, (because[scope] ?? []).filter((id) => dead.includes(id)).sort()]),
  );
}

function factsOf(
  { name, config }: Holder,
  catalog: Catalog,
  index: ScopeIndex,
  operations: ReadonlyMap<string, Operation>,
  own: readonly AnalyzedRequest[],
  listed: Granted | undefined,
  unread: readonly UnreadFile[],
): CredentialFacts {
  const mine = own.filter((r) => r.credential === name);
  const requests = mine.filter(demands);
  const demanded = [
    ...new Set(requests.flatMap((r) => (r.match.kind === 'matched' ? [r.match.operation] : []))),
  ];
  const dead = mine
    .filter(demandsUnreached)
    .flatMap((r) => (r.match.kind === 'matched' ? [r.match.operation] : []));
  const granted = config?.grants?.map((g) => g.value) ?? (listed && listed.scopes);
  const isComplete = config?.grants !== undefined || (listed?.complete ?? true);
  const compared = granted && compareGrants(index, { demanded, granted });
  const least = compared?.least ?? solve(index, demanded);
  const questions = openQuestions(name, own, catalog);
  const undecided = mayNeedMore(index.routes, least, questions.own);
  const all = [...new Map([...questions.own, ...questions.others].map((one) => [one.key, one])).values()];
  const verdicts = scopeVerdicts(index.routes, least, all, granted ?? []);
  return {
    name,
    provider: catalog.provider,
    config,
    granted,
    grantedAt: config?.grants ? {} : (listed?.at ?? {}),
    grantLists: listed?.uses ?? [],
    grantsComplete: isComplete,
    signInScopes: config?.grants ? new Set() : (listed?.signIn ?? new Set()),
    least,
    proven: least.proven && undecided.length === 0 && unread.length === 0,
    missing: isComplete ? (compared?.missing.scopes ?? []) : [],
    excess: compared?.excess ?? [],
    replaceable: compared?.replaceable ?? [],
    spareAfter: compared?.spareAfter ?? [],
    describedOnly: granted && isComplete ? describedGrants(catalog, index, granted, demanded) : {},
    undecided,
    unread,
    undecidedFor: new Map(
      verdicts.flatMap((v) => (v.kind === 'undecided' ? [[v.scope, v.because] as const] : [])),
    ),
    unreached: onlyUnreached(index, least.scopes, demanded, dead),
    undocumented: demanded.filter((id) => operations.get(id)?.security === 'undocumented').sort(),
    requests,
  };
}

/** What descriptions say of demanded operations, where they speak of that operation. */
function describedGrants(
  catalog: Catalog,
  index: ScopeIndex,
  granted: readonly string[],
  demanded: readonly string[],
): CredentialFacts['describedOnly'] {
  const entries = demanded.map((id) => [id, descriptionOnly(catalog, index.routes, granted, id)] as const);
  return Object.fromEntries(entries.filter(([, grants]) => grants.length > 0));
}
