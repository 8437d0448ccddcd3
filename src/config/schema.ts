import * as v from 'valibot';
import { durationPattern } from './duration.js';

/**
 * The shape of `leastscope.config.yaml`. Messages say what is allowed; errors put what was found before them.
 * Descriptions end in the JSON Schema that editors read.
 */

const name = v.pipe(v.string('text'), v.nonEmpty('text that is not empty'));
const names = v.array(name, 'a list of texts, such as [A, B]');
const globs = v.array(name, 'a list of globs, such as ["src/**"]');

const server = v.pipe(
  name,
  v.regex(
    /^(?:env:.|https?:\/\/.)/,
    'a base URL such as https://*.example.com, or env:NAME of an environment value',
  ),
);

const clientBinding = v.pipe(
  name,
  v.regex(/^[^#]+#[^#]+$/, 'a file and a binding in it, such as src/http.ts#client'),
);

export const environments = ['production', 'uat', 'trial', 'sandbox'] as const;

const match = v.strictObject(
  {
    env: v.pipe(
      v.optional(names),
      v.description('Environment variables that the token or its client id comes from.'),
    ),
    files: v.pipe(v.optional(globs), v.description('Globs of files whose calls use this credential.')),
    client: v.pipe(
      v.optional(v.array(clientBinding, 'a list such as ["src/http.ts#client"]')),
      v.description('HTTP client instances, as file#binding.'),
    ),
    host: v.pipe(v.optional(names), v.description('Hosts that this credential is sent to.')),
  },
  'a mapping of env, files, client and host',
);

const credential = v.strictObject(
  {
    provider: v.pipe(name, v.description('The catalog whose scopes this credential holds.')),
    environment: v.pipe(
      v.optional(v.picklist(environments, `one of ${environments.join(', ')}`)),
      v.description('Where the credential is used; production is assumed when it is not said.'),
    ),
    account: v.pipe(v.optional(name), v.description('Credentials of one account share its limits.')),
    grants: v.pipe(
      v.optional(v.array(name, 'a list of scopes, such as [CONSENT_READ]')),
      v.description('The scopes that were granted.'),
    ),
    match: v.pipe(
      v.optional(match),
      v.description('Which calls use this credential. Any entry that fits is enough.'),
    ),
  },
  'a mapping with provider and grants',
);

const quotaOverride = v.strictObject(
  {
    quota: v.pipe(
      v.number('a number of requests'),
      v.integer('a whole number of requests'),
      v.minValue(1, 'a number of at least 1'),
    ),
    reason: v.pipe(name, v.description('Who granted it, and when.')),
  },
  'a mapping of quota and reason',
);

const account = v.strictObject(
  { limits: v.record(name, quotaOverride, 'a mapping of limit ids to { quota, reason }') },
  'a mapping with limits',
);

const amountWords = 'a number of at least 0, or a duration such as 80ms, 2s, 5m, 6h, 1d';
const amount = v.union(
  [
    v.pipe(v.number(amountWords), v.minValue(0, amountWords)),
    v.pipe(v.string(amountWords), v.regex(durationPattern, amountWords)),
  ],
  amountWords,
);
const range = v.strictObject(
  { min: v.optional(amount), expected: v.optional(amount), max: v.optional(amount) },
  `${amountWords}, or { min, expected, max }`,
);
const assumption = v.union([amount, range], `${amountWords}, or { min, expected, max }`);

export const ruleSettings = ['off', 'warn', 'error'] as const;
const ruleSetting = v.picklist(ruleSettings, `one of ${ruleSettings.join(', ')}`);

const argumentWords = 'an argument index such as 0, or a field of one such as 0.url';
const argumentPlace = v.union(
  [
    v.pipe(v.number(argumentWords), v.integer(argumentWords), v.minValue(0, argumentWords)),
    v.pipe(v.string(argumentWords), v.regex(/^\d{1,3}(?:\.[^.\s]+)*$/, argumentWords)),
  ],
  argumentWords,
);

const client = v.strictObject(
  {
    module: v.pipe(name, v.description('The module specifier as imports write it.')),
    member: v.pipe(name, v.description('The way from the module to the call: default.get, create().post.')),
    method: v.pipe(v.optional(name), v.description('The HTTP method that this member sends.')),
    methodAt: v.pipe(v.optional(argumentPlace), v.description('Where a call states its method.')),
    urlAt: v.pipe(argumentPlace, v.description('Where a call states its URL.')),
    baseAt: v.pipe(v.optional(argumentPlace), v.description('Where the client is given its base URL.')),
    headersAt: v.pipe(v.optional(argumentPlace), v.description('Where a call states its headers.')),
  },
  'a mapping with module, member and urlAt',
);

const selection = v.strictObject(
  {
    scopes: v.pipe(v.optional(names), v.description('Scopes; * stands for any text.')),
    operations: v.pipe(v.optional(names), v.description('Operations, such as "DELETE /v1/purposes/*".')),
    methods: v.pipe(v.optional(names), v.description('HTTP methods.')),
    versions: v.pipe(v.optional(names), v.description('Version segments of paths, such as v1.')),
    access: v.pipe(
      v.optional(v.picklist(['read', 'write'], 'read or write')),
      v.description('All that reads, or all that writes.'),
    ),
  },
  'a mapping of scopes, operations, methods, versions and access',
);

const policyRule = v.strictObject(
  {
    forbid: v.optional(selection),
    require: v.optional(selection),
    files: v.pipe(v.optional(globs), v.description('Where the rule holds; everywhere when it is not said.')),
    credentials: v.pipe(
      v.optional(names),
      v.description('For which credentials; for all when it is not said.'),
    ),
    severity: v.optional(v.picklist(['warn', 'error'], 'warn or error')),
    reason: v.pipe(name, v.description('Shown to whoever breaks the rule.')),
  },
  'a mapping with forbid or require, and reason',
);

export const configSchema = v.strictObject(
  {
    $schema: v.optional(v.string('text')),
    catalogs: v.pipe(
      v.optional(v.array(name, 'a list of catalog names or files')),
      v.description('Bundled catalogs by name, or files; replaces the default of all bundled ones.'),
    ),
    scopeArrays: v.pipe(
      v.optional(
        v.record(name, v.picklist(['any', 'all'], 'any or all'), 'a mapping of catalogs to any or all'),
      ),
      v.description(
        'By catalog: whether several scopes of one requirement in its document mean any of them, or all.',
      ),
    ),
    servers: v.pipe(
      v.optional(
        v.record(name, v.array(server, 'a list of base URLs'), 'a mapping of providers to base URLs'),
      ),
      v.description('Base URLs by provider, with * for a part that varies, or env:NAME.'),
    ),
    credentials: v.pipe(
      v.optional(v.record(name, credential, 'a mapping of names to credentials')),
      v.description('The credentials that the code uses, and the scopes each was granted.'),
    ),
    accounts: v.pipe(
      v.optional(v.record(name, account, 'a mapping of account names to accounts')),
      v.description('Accounts, with limits that were raised for them.'),
    ),
    assume: v.pipe(
      v.optional(v.record(name, assumption, 'a mapping of symbols to values')),
      v.description('Values of symbols that the code does not say, as reports name them.'),
    ),
    rules: v.pipe(
      v.optional(v.record(name, ruleSetting, 'a mapping of rules to off, warn or error')),
      v.description('Severities of findings.'),
    ),
    clients: v.pipe(
      v.optional(v.array(client, 'a list of clients')),
      v.description('HTTP clients of your own that leastscope does not know.'),
    ),
    include: v.pipe(
      v.optional(globs),
      v.description('Files to analyze; all source files when it is not said.'),
    ),
    exclude: v.pipe(v.optional(globs), v.description('Files to leave out.')),
    policy: v.pipe(
      v.optional(v.array(policyRule, 'a list of policy rules')),
      v.description("The organisation's own rules about scopes and operations."),
    ),
  },
  'a mapping of settings',
);

export type ConfigInput = v.InferOutput<typeof configSchema>;
export type AmountInput = v.InferOutput<typeof amount>;
export type AssumptionInput = v.InferOutput<typeof assumption>;
export type SelectionInput = v.InferOutput<typeof selection>;
