import type { AbstractString } from '../model/abstract-string.js';
import { confidenceRank } from '../model/finding.js';
import type { Match } from '../model/match.js';

/** The matches of one request, with its URL. */
export interface MatchedRequest {
  readonly url: AbstractString;
  readonly matches: readonly Match[];
}

/**
 * Other evidence for generic paths: where some request shows by a known full path that the environment value of its
 * base is the provider's, `low` matches behind the same value become `medium`. Gives the matches in the given order.
 */
export function corroborate(requests: readonly MatchedRequest[]): (readonly Match[])[] {
  const shown = new Set<string>();
  for (const { url, matches } of requests) {
    for (const one of matches) {
      const base = shows(one) ? baseOf(url) : undefined;
      if (base !== undefined && one.kind !== 'foreign') shown.add(`${base} ${one.provider}`);
    }
  }
  return requests.map(({ url, matches }) => {
    const base = baseOf(url);
    return matches.map((one) =>
      base !== undefined && shown.has(`${base} ${providerOf(one)}`) ? raise(one, base) : one,
    );
  });
}

const shows = (one: Match): boolean =>
  one.kind === 'matched' &&
  one.evidence.form === 'full-path' &&
  confidenceRank[one.confidence] === confidenceRank.high;

const providerOf = (one: Match): string => ('provider' in one ? (one.provider ?? '') : '');

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
