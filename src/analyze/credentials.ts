import type { AnalyzedRequest, CredentialFacts } from '../model/analysis.js';
import type { Catalog, Operation } from '../model/catalog.js';
import type { Config, CredentialConfig } from '../model/config.js';
import { compareGrants } from '../scopes/compare.js';
import { indexScopes, type ScopeIndex } from '../scopes/scope-index.js';
import { descriptionOnly } from '../scopes/described-as.js';
import { solve } from '../scopes/solve.js';
import { mayNeedMore, scopeVerdicts } from '../scopes/verdicts.js';
import { possibleOperations } from './unresolved.js';

/** Least scopes, missing and excess ones of every credential that is configured or seen; sorted by name. */
export function credentialFacts(
  requests: readonly AnalyzedRequest[],
  catalogs: readonly Catalog[],
  config: Config,
): CredentialFacts[] {
  return catalogs
    .flatMap((catalog) => {
      const index = indexScopes(catalog);
      const operations = new Map(catalog.operations.map((o) => [o.id, o]));
      const own = requests.filter((r) => providerOf(r) === catalog.provider);
      const configured = config.credentials.filter((c) => c.provider === catalog.provider);
      const seen = own.filter(demands).flatMap((r) => (r.credential === undefined ? [] : [r.credential]));
      const names = new Set([...configured.map((c) => c.name), ...seen]);
      return [...names].map((name) =>
        factsOf(
          name,
          catalog,
          index,
          operations,
          own,
          configured.find((c) => c.name === name),
        ),
      );
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.provider < b.provider ? -1 : 1));
}

const providerOf = ({ match }: AnalyzedRequest): string | undefined =>
  'provider' in match ? match.provider : undefined;

/** Requests of low confidence accuse nobody and demand nothing. */
const demands = (r: AnalyzedRequest): boolean =>
  r.match.kind === 'matched' && r.confidence !== 'low' && r.request.unreachable !== true;

function factsOf(
  name: string,
  catalog: Catalog,
  index: ScopeIndex,
  operations: ReadonlyMap<string, Operation>,
  own: readonly AnalyzedRequest[],
  config: CredentialConfig | undefined,
): CredentialFacts {
  const mine = own.filter((r) => r.credential === name);
  const requests = mine.filter(demands);
  const demanded = [
    ...new Set(requests.flatMap((r) => (r.match.kind === 'matched' ? [r.match.operation] : []))),
  ];
  const granted = config?.grants?.map((g) => g.value);
  const compared = granted && compareGrants(index, { demanded, granted });
  const least = compared?.least ?? solve(index, demanded);
  const unresolved = mine
    .filter((r) => r.confidence !== 'low' && r.request.unreachable !== true)
    .map((r) => ({ key: r, operations: possibleOperations(r, catalog) }));
  const undecided = mayNeedMore(index.routes, least, unresolved);
  const verdicts = scopeVerdicts(index.routes, least, unresolved, granted ?? []);
  return {
    name,
    provider: catalog.provider,
    config,
    granted,
    grantedAt: {},
    least,
    proven: least.proven && undecided.length === 0,
    missing: compared?.missing.scopes ?? [],
    excess: compared?.excess ?? [],
    replaceable: compared?.replaceable ?? [],
    describedOnly: granted ? describedGrants(catalog, index, granted, demanded) : {},
    undecided,
    undecidedFor: new Map(
      verdicts.flatMap((v) => (v.kind === 'undecided' ? [[v.scope, v.because] as const] : [])),
    ),
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
