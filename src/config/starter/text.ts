import { stringify } from 'yaml';
import type { Facts } from '../../model/analysis.js';
import type { ReportLoad } from '../../model/report.js';
import { isDuration, starterSymbols, type StarterSymbol } from './assume.js';
import { providersOf, starterCredentials, type StarterCredential } from './credentials.js';
import { starterServers } from './servers.js';

export interface StarterInput {
  readonly facts: Facts;
  /** Rows in the order in which they are to be told. */
  readonly load: readonly ReportLoad[];
  /** The name or file by which a config names each provider's catalog. */
  readonly catalogNames: Readonly<Record<string, string>>;
  /** Where an editor finds the JSON Schema. */
  readonly schema?: string;
}

export interface Starter {
  readonly text: string;
  readonly providers: readonly string[];
  readonly credentials: readonly StarterCredential[];
  readonly symbols: readonly StarterSymbol[];
}

/** A first config from what a scan found: what is known as entries, what only people know as comments. */
export function starterConfig({ facts, load, catalogNames, schema }: StarterInput): Starter {
  const providers = providersOf(facts);
  const credentials = starterCredentials(facts);
  const symbols = starterSymbols(load);
  const servers = providers.map((provider) => ({ provider, listed: starterServers(facts, provider) }));
  const sections = [
    [
      ...(schema === undefined ? [] : [comment(`yaml-language-server: $schema=${schema}`)]),
      comment('What a first scan found, and in comments what code does not say.'),
    ],
    catalogLines(providers, catalogNames),
    serverLines(servers.filter(({ listed }) => listed.length > 0)),
    credentialLines(credentials),
    assumeLines(symbols),
  ];
  return {
    text: `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`,
    providers,
    credentials,
    symbols,
  };
}

function catalogLines(providers: readonly string[], names: StarterInput['catalogNames']): string[] {
  const words = comment(
    'The APIs whose calls are judged; a file of your own works too: ./internal.openapi.yaml',
  );
  if (providers.length > 0) return [words, `catalogs: ${flow(providers.map((p) => names[p] ?? p))}`];
  return [words, comment(`catalogs: ${flow(Object.values(names))}`)];
}

function serverLines(servers: readonly { provider: string; listed: readonly string[] }[]): string[] {
  const words = comment(
    'Where they are served. Other hosts and other environment values are then not theirs.',
  );
  if (servers.length === 0)
    return [words, comment('servers:'), comment('  <catalog>: ["https://*.example.com", "env:BASE_URL"]')];
  return [
    words,
    'servers:',
    ...servers.map(({ provider, listed }) => `  ${flow(provider)}: ${flow(listed)}`),
  ];
}

function credentialLines(credentials: readonly StarterCredential[]): string[] {
  if (credentials.length === 0)
    return [comment('No call was found that needs a credential.'), 'credentials:'];
  return ['credentials:', ...credentials.flatMap(oneCredential)];
}

function oneCredential(c: StarterCredential): string[] {
  const { env, files, places } = c;
  const match = env.length > 0 ? { env } : files.length > 0 ? { files } : undefined;
  const needs = c.least.length === 0 ? 'no scope' : c.least.join(', ');
  const open = c.proven ? '' : ', and maybe more: not all of them could be resolved';
  const seen = `${c.calls} ${c.calls === 1 ? 'call' : 'calls'}, in ${places[0] ?? ''}`;
  const more = places.length > 1 ? ` and ${places.length - 1} more` : '';
  const joined =
    c.seenAs.length > 1 ? [comment('They can reach the same calls, so they are one entry.', 2)] : [];
  return [
    comment(`${c.seenAs.join(', ')}: ${seen}${more}.`, 2),
    ...joined,
    `  ${flow(c.name)}:`,
    `    provider: ${flow(c.provider)}`,
    comment('environment: production # or uat, trial, sandbox; production is assumed', 4),
    comment('account: main # credentials of one account share its limits', 4),
    comment(`The scopes that were granted to it. Its calls need ${needs}${open}.`, 4),
    c.granted === undefined ? comment('grants: []', 4) : `    grants: ${flow(c.granted)}`,
    ...(match ? ['    match:', `      ${flowPair(match)}`] : [comment('match: { files: ["src/**"] }', 4)]),
  ];
}

function assumeLines(symbols: readonly StarterSymbol[]): string[] {
  const words = comment('What decides about the load and stands in no code. "leastscope load" says more.');
  if (symbols.length === 0)
    return [words, 'assume:', comment('users.length: { expected: 500, max: 2000 }', 2)];
  return [words, 'assume:', ...symbols.flatMap(oneSymbol)];
}

function oneSymbol(symbol: StarterSymbol, index: number, all: readonly StarterSymbol[]): string[] {
  const { now } = symbol;
  const unit = isDuration(symbol.symbol) ? 'ms' : '';
  // N and M are refused as values, so that nobody takes them for an estimate.
  const value = now === undefined ? '{ expected: N, max: M }' : `${now}${unit} # assumed now`;
  const words = breakEvenWords(symbol);
  const isKnown = words !== undefined && words === breakEvenWords(all[index - 1]);
  return [
    ...(words === undefined || isKnown ? [] : [comment(words, 2)]),
    comment(`${flow(symbol.symbol)}: ${value}`, 2),
  ];
}

/** The value that just keeps the first limit to break; where other values decide too, what must hold for all of them. */
function breakEvenWords(symbol: StarterSymbol | undefined): string | undefined {
  if (symbol?.breakEven) {
    const { value, limit } = symbol.breakEven;
    return isDuration(symbol.symbol)
      ? `at least ${value}ms keeps ${limit}`
      : `at most ${value} keeps ${limit}`;
  }
  return symbol?.inequality && `${symbol.inequality.text} keeps ${symbol.inequality.limit}`;
}

const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trimEnd();

function flowPair(pair: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(pair)
    .map(([key, value]) => `${key}: ${flow(value)}`)
    .join('\n      ');
}

/** One line, whatever is in the text: names come from code, and a line break would end the comment. */
const comment = (text: string, indent = 0): string =>
  `${' '.repeat(indent)}# ${text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, ' ')}`;
