import type { AnalyzedRequest, CredentialFacts, Facts } from '../../model/analysis.js';
import type { ScopeName } from '../../model/catalog.js';

/** A credential as a scan saw it, with `match` entries that give each of its calls to it and to no other. */
export interface StarterCredential {
  readonly name: string;
  readonly provider: string;
  /** Names that a report without config gives it. */
  readonly seenAs: readonly string[];
  readonly env: readonly string[];
  readonly files: readonly string[];
  /** Undefined when nothing says what was granted. */
  readonly granted?: readonly ScopeName[];
  readonly least: readonly ScopeName[];
  readonly proven: boolean;
  readonly calls: number;
  /** Files with its calls, sorted. */
  readonly places: readonly string[];
}

/** One entry for each token that can be told from the others: by environment variables, else by files. */
export function starterCredentials(facts: Facts): readonly StarterCredential[] {
  const taken = new Set(['unattributed']);
  return providersOf(facts).flatMap((provider) => {
    const own = facts.credentials.filter((c) => c.provider === provider);
    const requests = facts.requests.filter((r) => providerOf(r) === provider);
    const groups = joinByEnvironment(own, requests);
    const rest = groups.filter((group) => group.env.length === 0);
    return groups.map((group) => {
      const names = group.members.map((c) => c.name);
      const calls = group.members.flatMap((c) => [...c.requests, ...c.undecided]);
      const granted = group.members.flatMap((c) => c.granted ?? []);
      return {
        name: freeName(nameFor(group), provider, taken),
        provider,
        seenAs: names,
        env: group.env,
        files: group.env.length > 0 ? [] : filesOf(group, rest, requests),
        ...(granted.length > 0 && { granted: distinct(granted) }),
        least: distinct(group.members.flatMap((c) => c.least.scopes)),
        proven: group.members.every((c) => c.proven),
        calls: new Set(calls.map(({ request }) => `${request.callSite.file}:${request.callSite.start}`)).size,
        places: distinct(calls.map(({ request }) => request.callSite.file)),
      };
    });
  });
}

/** Providers that surely or likely are called, sorted. */
export const providersOf = (facts: Facts): readonly string[] =>
  distinct(facts.credentials.filter((c) => c.requests.length > 0).map((c) => c.provider));

export const providerOf = ({ match }: AnalyzedRequest): string | undefined =>
  'provider' in match ? match.provider : undefined;

interface Group {
  readonly members: readonly CredentialFacts[];
  readonly env: readonly string[];
}

/**
 * Credentials of one provider, with those in one group that share a variable or a call: two entries that fit one call
 * would be a mistake of the config.
 */
function joinByEnvironment(own: readonly CredentialFacts[], requests: readonly AnalyzedRequest[]): Group[] {
  const variables = new Map<string, string>();
  const groupOf = (name: string): string => {
    const next = variables.get(name);
    return next === undefined || next === name ? name : groupOf(next);
  };
  const join = (names: readonly string[]): void => {
    for (const name of names) variables.set(groupOf(name), groupOf(names[0] ?? name));
  };
  const envOf = (c: CredentialFacts): string[] =>
    distinct(
      [...c.requests, ...c.undecided].flatMap((r) =>
        r.request.credentials.filter(({ id }) => id === c.name).flatMap(({ env }) => env),
      ),
    );
  for (const c of own) join(envOf(c));
  const known = new Set(variables.keys());
  for (const { request } of requests)
    join(request.credentials.flatMap(({ env }) => env).filter((name) => known.has(name)));

  const groups = new Map<string, Group>();
  for (const c of own) {
    const env = envOf(c);
    // Without a variable, a credential is a group of its own; a space is in no variable's name.
    const key = env[0] === undefined ? ` ${c.name}` : groupOf(env[0]);
    const before = groups.get(key);
    groups.set(key, {
      members: [...(before?.members ?? []), c],
      env: distinct([...(before?.env ?? []), ...env]),
    });
  }
  return [...groups.values()];
}

/** Files are asked last, so one credential alone without variables takes all that is left; several need files of their own. */
function filesOf(
  group: Group,
  rest: readonly Group[],
  requests: readonly AnalyzedRequest[],
): readonly string[] {
  if (rest.length === 1) return ['**'];
  const names = (groups: readonly Group[]): Set<string> =>
    new Set(groups.flatMap(({ members }) => members.map((c) => c.name)));
  const filesWith = (credentials: ReadonlySet<string>): string[] =>
    requests
      .filter((r) => r.credential !== undefined && credentials.has(r.credential))
      .map((r) => r.request.callSite.file);
  const others = new Set(filesWith(names(rest.filter((other) => other !== group))));
  return distinct(filesWith(names([group])).filter((file) => !others.has(file))).map(literalGlob);
}

const literalGlob = (file: string): string => file.replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&');

function nameFor({ members, env }: Group): string {
  const words = env[0] ?? members[0]?.name ?? '';
  const name = words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return name.replace(/^-/, '').slice(0, 40).replace(/-$/, '') || 'default';
}

function freeName(name: string, provider: string, taken: Set<string>): string {
  let free = taken.has(name) ? `${name}-${provider}` : name;
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`;
  taken.add(free);
  return free;
}

export const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();
