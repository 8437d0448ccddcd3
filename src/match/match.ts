import type { AbstractString } from '../model/abstract-string.js';
import { confidenceRank } from '../model/finding.js';
import type { HttpMethod } from '../model/http-method.js';
import type { Match } from '../model/match.js';
import { candidateFor, consider } from './consider.js';
import type { Candidate, Outcome } from './consider.js';
import { collectMatches, collectUnknownMethod } from './collect.js';
import { HOLE } from './path-pattern.js';
import type { PathIndex, ProviderIndex } from './path-index.js';
import { splitUrl } from './request-url.js';
import type { RequestUrl } from './request-url.js';
import { standingOf } from './server-pattern.js';
import type { Standing } from './server-pattern.js';

/** What `match` needs to know of a client request. */
export interface MatchRequest {
  readonly url: AbstractString;
  readonly methods: readonly HttpMethod[] | 'unknown';
}

/**
 * The operations that a request can be: one match for each distinct operation or reason. A finite set of methods
 * gives several; an unknown method is never guessed.
 */
export function match(index: PathIndex, request: MatchRequest): Match[] {
  const url = splitUrl(request.url);
  const standings = standingsFor(index, url);
  const candidates = candidatesOf(standings, url);
  if (candidates.length === 0) {
    const why = standings[0]?.standing.by ?? 'no catalog is loaded';
    return [{ kind: 'foreign', methods: request.methods, why }];
  }
  if (isUnresolved(url)) return unresolved(url, candidates, request.methods);
  const best = (method: HttpMethod): Outcome =>
    bestOutcome(candidates.map((one) => consider(one, url, method)));
  return request.methods === 'unknown' || request.methods.length === 0
    ? collectUnknownMethod(index.methods.map(best), url)
    : collectMatches(
        request.methods.map((method) => [method, best(method)] as const),
        url,
      );
}

/** A provider, and whose it thinks the request's host is. */
export interface ProviderStanding {
  readonly provider: ProviderIndex;
  readonly standing: Standing;
}

export const standingsFor = (index: PathIndex, url: RequestUrl): ProviderStanding[] =>
  index.providers.map((provider) => ({ provider, standing: standingOf(provider.servers, url.host) }));

/** The providers that a request may go to. Where the host surely is one's, nobody else's. */
export function candidatesOf(standings: readonly ProviderStanding[], url: RequestUrl): Candidate[] {
  const open = standings.filter(({ standing }) => standing.kind !== 'foreign');
  const known = open.filter(({ standing }) => standing.kind === 'known');
  return (known.length > 0 ? known : open).map(({ provider, standing }) =>
    candidateFor(provider, standing, url),
  );
}

/** Whether nothing of the path is known. */
export function isUnresolved({ host, openBase, segments }: RequestUrl): boolean {
  if (segments.length === 0) return openBase || host.kind === 'unknown';
  return segments.every((segment) => segment.replaceAll(HOLE, '') === '');
}

function unresolved(
  url: RequestUrl,
  candidates: readonly Candidate[],
  methods: MatchRequest['methods'],
): Match[] {
  const why = 'nothing of the path is known';
  if (candidates.every(({ standing }) => standing.kind === 'unlisted')) {
    return [{ kind: 'foreign', methods, why: 'the host is in no catalog' }];
  }
  const [known] = candidates.filter(({ standing }) => standing.kind === 'known');
  const whose = known === undefined ? {} : { provider: known.index.provider };
  const confidence = known === undefined ? 'low' : 'high';
  return [{ kind: 'unmatched', reason: 'unresolved-url', methods, ...whose, confidence, why }];
}

/** The surest answer; the first provider's of equal ones. A path that two providers have is no evidence for either. */
function bestOutcome(outcomes: readonly Outcome[]): Outcome {
  const [best, second] = [...outcomes].sort((a, b) => weight(b) - weight(a));
  if (best === undefined) throw new Error('No provider to choose from.');
  const tie = second !== undefined && weight(second) === weight(best) && isFound(best);
  if (!tie || best.confidence !== 'medium') return best;
  const other = second.candidate.index.provider;
  return { ...best, confidence: 'low', why: `${best.why}; ${other} has such a path too` };
}

const isFound = (outcome: Outcome): boolean => outcome.kind === 'one' || outcome.kind === 'several';

/** A found operation before a documented path before a path shape, each by its confidence. */
function weight(outcome: Outcome): number {
  const rank = 2 * confidenceRank[outcome.confidence];
  if (isFound(outcome)) return rank + 1;
  if (outcome.kind === 'other-method') return rank;
  if (outcome.kind === 'unknown-path') return rank - 2.5;
  if (outcome.kind === 'unresolved') return outcome.possible === undefined ? -3 : rank - 2.25;
  return outcome.candidate.standing.kind === 'unlisted' ? -5 : -4;
}
