import type { Assumption, ClientDeclaration, Config, CredentialConfig, Placed } from '../model/config.js';
import { UserError } from '../model/errors.js';
import type { Position } from '../model/span.js';
import { isCatalogFile } from './catalog-name.js';
import type { DocumentPath, PlacedDocument } from './document.js';
import { parseDuration } from './duration.js';
import type { AmountInput, AssumptionInput, ConfigInput } from './schema.js';
import { rebaseGlobs } from './rebase.js';
import type { PathRebase } from './rebase.js';
import { toPolicyRule } from './to-policy.js';

/** The settings of a valid config file, with places, defaults, and paths relative to the working directory. */
export function toConfig(
  input: ConfigInput,
  document: PlacedDocument,
  file: string,
  rebase: PathRebase,
): Config {
  const at = (...path: DocumentPath): Position => document.positionOf(path, 'key');
  const credentials = Object.entries(input.credentials ?? {});
  return {
    file,
    catalogs: input.catalogs?.map((name, index) => ({
      value: isCatalogFile(name) ? rebase.catalog(name) : name,
      at: document.positionOf(['catalogs', index], 'value'),
    })),
    ...(input.scopeArrays && { scopeArrays: input.scopeArrays }),
    servers: input.servers ?? {},
    credentials: credentials.map(([name, value]) => toCredential(name, value, { document, rebase, file })),
    accounts: input.accounts ?? {},
    assume: mapValues(input.assume ?? {}, (value, symbol) =>
      toAssumption(value, symbol, at('assume', symbol), file),
    ),
    rules: input.rules ?? {},
    clients: (input.clients ?? []).map(toClient),
    include: rebaseGlobs(input.include, rebase),
    exclude: rebaseGlobs(input.exclude, rebase),
    ...(input.policy && {
      policy: input.policy.map((rule, index) => toPolicyRule(rule, at('policy', index), file, rebase)),
    }),
    places: placesOf(input, document),
  };
}

const unattributedName = 'unattributed';

type CredentialInput = NonNullable<ConfigInput['credentials']>[string];

function toCredential(
  name: string,
  input: CredentialInput,
  { document, rebase, file }: { document: PlacedDocument; rebase: PathRebase; file: string },
): CredentialConfig {
  if (name === unattributedName)
    throw new UserError(
      `"${name}" is what the report calls calls that fit no credential`,
      { file, ...document.positionOf(['credentials', name], 'key') },
      'Give the credential another name.',
    );
  const grants = input.grants?.map((value, index): Placed<string> => ({
    value,
    at: document.positionOf(['credentials', name, 'grants', index], 'value'),
  }));
  return {
    name,
    provider: input.provider,
    environment: input.environment ?? 'production',
    environmentAssumed: input.environment === undefined,
    account: input.account ?? 'default',
    ...(grants && {
      grants: grants.filter((grant, index) => grants.findIndex((g) => g.value === grant.value) === index),
    }),
    match: {
      env: input.match?.env ?? [],
      files: rebaseGlobs(input.match?.files, rebase),
      client: (input.match?.client ?? []).map((binding) => rebaseBinding(binding, rebase)),
      host: input.match?.host ?? [],
    },
    at: document.positionOf(['credentials', name], 'key'),
  };
}

function rebaseBinding(binding: string, rebase: PathRebase): string {
  const hash = binding.indexOf('#');
  return rebase.module(binding.slice(0, hash)) + binding.slice(hash);
}

function toAssumption(input: AssumptionInput, symbol: string, at: Position, file: string): Assumption {
  if (typeof input !== 'object') {
    const value = toAmount(input);
    return { min: value, expected: value, max: value, at };
  }
  const min = input.min === undefined ? undefined : toAmount(input.min);
  const expected = input.expected === undefined ? undefined : toAmount(input.expected);
  const max = input.max === undefined ? undefined : toAmount(input.max);
  const given = [min, expected, max].filter((value) => value !== undefined);
  if (given.some((value, index) => value < (given[index - 1] ?? 0))) {
    const message = `assume.${symbol}: min, expected and max must not fall, found ${given.join(', ')}`;
    throw new UserError(message, { file, ...at }, 'Put the smallest value in min and the largest in max.');
  }
  return {
    ...(min !== undefined && { min }),
    ...(expected !== undefined && { expected }),
    ...(max !== undefined && { max }),
    at,
  };
}

/** Durations become milliseconds. The schema let no other text through. */
const toAmount = (input: AmountInput): number =>
  typeof input === 'number' ? input : (parseDuration(input) ?? NaN);

type ClientInput = NonNullable<ConfigInput['clients']>[number];

function toClient(input: ClientInput): ClientDeclaration {
  return {
    module: input.module,
    member: input.member,
    urlAt: String(input.urlAt),
    ...(input.method !== undefined && { method: input.method }),
    ...(input.methodAt !== undefined && { methodAt: String(input.methodAt) }),
    ...(input.baseAt !== undefined && { baseAt: String(input.baseAt) }),
    ...(input.headersAt !== undefined && { headersAt: String(input.headersAt) }),
  };
}

/** Places of the entries that are checked against what the run knows, or warned about when they fit nothing. */
function placesOf(input: ConfigInput, document: PlacedDocument): Readonly<Record<string, Position>> {
  const places: Record<string, Position> = {};
  for (const section of ['servers', 'accounts', 'rules', 'assume'] as const) {
    for (const key of Object.keys(input[section] ?? {})) {
      places[`${section}.${key}`] = document.positionOf([section, key], 'key');
    }
  }
  for (const name of Object.keys(input.credentials ?? {})) {
    places[`credentials.${name}.provider`] = document.positionOf(['credentials', name, 'provider'], 'value');
  }
  for (const [index, rule] of (input.policy ?? []).entries()) {
    const effect = rule.forbid ? 'forbid' : 'require';
    for (const section of ['scopes', 'operations', 'methods'] as const) {
      for (const at of (rule[effect]?.[section] ?? []).keys())
        places[`policy.${index}.${section}.${at}`] = document.positionOf(
          ['policy', index, effect, section, at],
          'value',
        );
    }
    for (const at of (rule.credentials ?? []).keys())
      places[`policy.${index}.credentials.${at}`] = document.positionOf(
        ['policy', index, 'credentials', at],
        'value',
      );
  }
  return places;
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
