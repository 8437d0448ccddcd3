import { formatAbstractString, type AbstractString } from '../model/abstract-string.js';
import { confidenceRank } from '../model/finding.js';
import type { Match } from '../model/match.js';

/** The matches of one request, with its URL. */
export interface MatchedRequest {
  readonly url: AbstractString;
  /** Ids of tokens that it sends, each one value in the whole program. */
  readonly tokens?: readonly string[];
  readonly matches: readonly Match[];
}

/**
 * Other evidence for generic paths: where some request shows by a known full path that the environment value of its
 * base is the provider's, `low` matches behind the same value become `medium`. A request of whose path nothing is known
 * is the provider's where its base or its token is. Where nothing shows that, and most paths behind the value are no
 * provider's, a path that happens to be documented is no more than `low`. Gives the matches in the given order.
 */
export function corroborate(requests: readonly MatchedRequest[]): (readonly Match[])[] {
  const shown = new Map<string, Set<string>>();
  for (const { url, matches, tokens = [] } of requests) {
    for (const one of matches) {
      if (!shows(one) || one.kind !== 'matched') continue;
      for (const evidence of [baseOf(url), ...tokens]) {
        if (evidence === undefined) continue;
        const providers = shown.get(evidence) ?? new Set();
        shown.set(evidence, providers.add(one.provider));
      }
    }
  }
  const strange = strangeBases(requests);
  return requests.map(({ url, matches, tokens = [] }) => {
    const base = baseOf(url);
    const behind = base === undefined ? undefined : shown.get(base);
    const evidence = [base, ...tokens].find((one) => one !== undefined && shown.get(one)?.size === 1);
    const [owner] = evidence === undefined ? [] : (shown.get(evidence) ?? []);
    return matches.map((one) => {
      if (base !== undefined && behind?.has(providerOf(one)) === true) return raise(one, base);
      if (owner !== undefined && evidence !== undefined) return claim(one, owner, evidence);
      const shared = sharedBaseOf(url);
      return shared !== undefined && strange.has(shared) ? doubt(one, shared) : one;
    });
  });
}

/** So many times as many paths that no catalog has make a base somebody else's. */
const strangersToOne = 2;

/** Names of bases behind which most known paths are no provider's. */
function strangeBases(requests: readonly MatchedRequest[]): ReadonlySet<string> {
  const paths = new Map<string, { own: Set<string>; others: Set<string> }>();
  for (const { url, matches } of requests) {
    const base = sharedBaseOf(url);
    if (base === undefined) continue;
    const found = paths.get(base) ?? { own: new Set(), others: new Set() };
    paths.set(base, found);
    const path = formatAbstractString(url).split('?')[0] ?? '';
    if (matches.some(({ kind }) => kind === 'matched' || kind === 'ambiguous')) found.own.add(path);
    else if (matches.some((one) => one.kind === 'unmatched' && one.reason === 'unknown-path'))
      found.others.add(path);
  }
  return new Set(
    [...paths].flatMap(([base, { own, others }]) => (others.size > strangersToOne * own.size ? [base] : [])),
  );
}

const shows = (one: Match): boolean =>
  one.kind === 'matched' &&
  one.evidence.form === 'full-path' &&
  confidenceRank[one.confidence] === confidenceRank.high;

const providerOf = (one: Match): string => ('provider' in one ? (one.provider ?? '') : '');

/** Why a member of something that no caller gives isn't known. */
const memberReasons: ReadonlySet<string> = new Set(['external', 'runtime', 'missing-file']);

/** The name of what the URL starts with, if that is one value: of the environment, or a member of something that no caller gives (`window._env_.API`). */
function sharedBaseOf(url: AbstractString): string | undefined {
  const [first] = url;
  if (first?.kind !== 'hole') return undefined;
  const isMember = memberReasons.has(first.reason);
  return isMember && /^[\w$]+(?:\.[\w$]+)+$/.test(first.name) ? first.name : baseOf(url);
}

/** The name of the environment value that the URL starts with. */
function baseOf(url: AbstractString): string | undefined {
  const [first] = url;
  return first?.kind === 'hole' && first.reason === 'environment' ? first.name : undefined;
}

function raise(one: Match, base: string): Match {
  if (one.kind !== 'matched' || one.confidence !== 'low') return one;
  if (one.evidence.form !== 'docs-path' || one.evidence.guessed === true) return one;
  return {
    ...one,
    confidence: 'medium',
    why: `${one.why}; other requests show that ${base} is the provider’s`,
  };
}

function doubt(one: Match, base: string): Match {
  if (one.kind !== 'matched' && one.kind !== 'ambiguous') return one;
  if (one.confidence !== 'medium' || one.evidence.host !== 'open') return one;
  return {
    ...one,
    confidence: 'low',
    why: `${one.why}; most other requests to ${base} are to paths that no catalog has`,
  };
}

function claim(one: Match, provider: string, evidence: string): Match {
  if (one.kind !== 'unmatched' || one.reason !== 'unresolved-url' || one.provider !== undefined) return one;
  const why = `${one.why}; other requests show that ${evidence} is the provider’s`;
  return { ...one, provider, host: 'open', confidence: 'medium', why };
}
