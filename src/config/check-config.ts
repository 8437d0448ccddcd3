import type { Catalog } from '../model/catalog.js';
import type { Config, Placed } from '../model/config.js';
import { UserError } from '../model/errors.js';
import { nearestName } from '../model/nearest.js';
import type { Position } from '../model/span.js';
import { isCatalogFile } from './catalog-name.js';
import { unknownInPolicy } from './check-policy.js';
import type { UnknownName } from './check-policy.js';

/** A name in the config that nothing in the run has. `error`: the run can't go on. `warning`: the entry has no effect, or not the one that was meant. */
export interface ConfigProblem {
  readonly kind:
    'unknown-provider' | 'unknown-limit' | 'unknown-account' | 'unknown-rule' | UnknownName['kind'];
  readonly severity: 'error' | 'warning';
  /** Message, place and remedy; thrown by the caller only where the run can't go on. */
  readonly error: UserError;
}

/** Every name in the config that the loaded catalogs, its own sections, or the findings don't have. */
export function checkConfigAgainst(
  config: Config,
  catalogs: readonly Catalog[],
  ruleIds?: readonly string[],
): readonly ConfigProblem[] {
  const problem = problemIn(config.file ?? '');
  const byProvider = new Map(catalogs.map((catalog) => [catalog.provider, catalog]));
  const providers = [...byProvider.keys()];
  const placeOf = (entry: string): Position => config.places?.[entry] ?? { line: 1, column: 1 };
  const problems: ConfigProblem[] = [];

  for (const credential of config.credentials) {
    const catalog = byProvider.get(credential.provider);
    if (!catalog) {
      const at = placeOf(`credentials.${credential.name}.provider`);
      problems.push(problem('unknown-provider', 'error', credential.provider, at, providers));
      continue;
    }
    const scopes = catalog.scopes.map((scope) => scope.name);
    for (const grant of credential.grants ?? []) {
      if (!scopes.includes(grant.value))
        problems.push(problem('unknown-scope', 'warning', grant.value, grant.at, scopes));
    }
  }
  for (const provider of Object.keys(config.servers)) {
    if (byProvider.has(provider)) continue;
    problems.push(problem('unknown-provider', 'error', provider, placeOf(`servers.${provider}`), providers));
  }
  const accounts = config.credentials.map((credential) => credential.account);
  const limits = catalogs.flatMap((catalog) => catalog.rateLimits.map((limit) => limit.id));
  for (const [name, account] of Object.entries(config.accounts)) {
    const at = placeOf(`accounts.${name}`);
    if (!accounts.includes(name)) problems.push(problem('unknown-account', 'warning', name, at, accounts));
    for (const limit of Object.keys(account.limits)) {
      if (!limits.includes(limit)) problems.push(problem('unknown-limit', 'error', limit, at, limits));
    }
  }
  for (const rule of ruleIds ? Object.keys(config.rules) : []) {
    if (!ruleIds?.includes(rule))
      problems.push(problem('unknown-rule', 'error', rule, placeOf(`rules.${rule}`), ruleIds ?? []));
  }
  for (const { kind, name, at, known } of unknownInPolicy(config, catalogs))
    problems.push(problem(kind, 'error', name, at, known));
  return problems;
}

/** Catalogs that are given by a name which no bundled catalog has. Files are for the reader of catalogs to judge. */
export function unknownCatalogs(
  names: readonly Placed<string>[],
  bundled: readonly string[],
  file: string | undefined,
): readonly UserError[] {
  return names
    .filter(({ value }) => !isCatalogFile(value) && !bundled.includes(value))
    .map(({ value, at }) => {
      const place = file === undefined ? undefined : { file, ...at };
      const remedy = `${choose(value, bundled)} A catalog of your own is given as a file: ./${value}.json.`;
      return new UserError(`unknown catalog "${value}"`, place, remedy);
    });
}

const problemIn =
  (file: string) =>
  (
    kind: ConfigProblem['kind'],
    severity: ConfigProblem['severity'],
    name: string,
    at: Position,
    allowed: readonly string[],
  ): ConfigProblem => {
    const what = kind.replace('unknown-', '');
    return {
      kind,
      severity,
      error: new UserError(`unknown ${what} "${name}"`, { file, ...at }, choose(name, allowed)),
    };
  };

/** Long lists don't help: then only the nearest name is proposed, and a few names. */
function choose(name: string, allowed: readonly string[]): string {
  const known = [...new Set(allowed)].sort();
  const nearest = nearestName(name, known);
  const question = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  if (known.length === 0) return `${question}None is known here.`;
  const shown = known.slice(0, 12).join(', ');
  return `${question}Known: ${shown}${known.length > 12 ? `, and ${known.length - 12} more` : ''}.`;
}
