import type { HttpMethod } from '../model/http-method.js';
import type { Match, MatchEvidence } from '../model/match.js';
import type { Outcome } from './consider.js';
import { likestMethod, nearestOperation } from './nearest.js';
import type { RequestUrl } from './request-url.js';

type MethodOutcome = readonly [HttpMethod, Outcome];
type Unmatched = Match & { readonly kind: 'unmatched' };

/** One match for each distinct operation; methods that end in the same reason share one. */
export function collectMatches(outcomes: readonly MethodOutcome[], url: RequestUrl): Match[] {
  if (outcomes.length === 1) return [toMatch(outcomes, url)];
  const groups = new Map<string, MethodOutcome[]>();
  for (const outcome of outcomes) {
    const key = groupKey(outcome[1]);
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()].map((group) => toMatch(group, url));
}

function groupKey({ kind, candidate, routes }: Outcome): string {
  const operation = kind === 'one' ? (routes[0]?.operation.id ?? '') : '';
  return `${kind} ${candidate.index.provider} ${operation}`;
}

function toMatch(group: readonly MethodOutcome[], url: RequestUrl): Match {
  const methods = [...new Set(group.map(([method]) => method))];
  const [first] = group;
  if (first === undefined) throw new Error('A group of outcomes is never empty.');
  const [method, outcome] = first;
  const { kind, candidate, confidence, why } = outcome;
  const { provider } = candidate.index;
  if (kind === 'one') {
    return {
      kind: 'matched',
      provider,
      operation: outcome.routes[0]?.operation.id ?? '',
      methods,
      confidence,
      why,
      evidence: evidenceOf(outcome),
    };
  }
  if (kind === 'several') {
    const ids = idsOf(group.map(([, one]) => one));
    return {
      kind: 'ambiguous',
      provider,
      operations: ids,
      methods,
      confidence,
      why,
      evidence: evidenceOf(outcome),
    };
  }
  if (kind !== 'other-method')
    return notFound(outcome, url, methods, method, possibleIn(group.map(([, one]) => one)));
  const nearest = likestMethod(
    outcome.routes.map(({ operation }) => operation),
    method,
  );
  const reason = 'method-not-documented';
  const because = `${why}; the docs list the path with other methods`;
  return {
    kind: 'unmatched',
    reason,
    methods,
    provider,
    ...(nearest && { nearest }),
    host: hostOf(candidate),
    confidence,
    why: because,
  };
}

/** The operations that are there with any method, as candidates: the code doesn't say which one it is. */
export function collectUnknownMethod(outcomes: readonly Outcome[], url: RequestUrl): Match[] {
  const any = outcomes.filter(({ kind }) => kind === 'one' || kind === 'several');
  const sure = any.filter(({ guessed }) => guessed !== true);
  const found = sure.length > 0 ? sure : any;
  const [first] = found.length > 0 ? bySureness(found) : outcomes;
  const methods = 'unknown';
  if (first === undefined) {
    return [
      {
        kind: 'unmatched',
        reason: 'unknown-path',
        methods,
        confidence: 'low',
        why: 'the catalogs are empty',
      },
    ];
  }
  if (found.length === 0) return [notFound(first, url, methods, undefined, possibleIn(outcomes))];
  const { provider } = first.candidate.index;
  const operations = idsOf(found.filter(({ candidate }) => candidate.index.provider === provider));
  const { confidence, why } = first;
  const reason = 'unknown-method';
  return [
    {
      kind: 'ambiguous',
      provider,
      operations,
      methods,
      reason,
      confidence,
      why,
      evidence: evidenceOf(first),
    },
  ];
}

const ranks = ['high', 'medium', 'low'];
const bySureness = (outcomes: readonly Outcome[]): Outcome[] =>
  [...outcomes].sort((a, b) => ranks.indexOf(a.confidence) - ranks.indexOf(b.confidence));

const idsOf = (outcomes: readonly Outcome[]): string[] =>
  [...new Set(outcomes.flatMap(({ routes }) => routes.map(({ operation }) => operation.id)))].sort();

const evidenceOf = ({ reading, candidate, guessed }: Outcome): MatchEvidence => ({
  form: reading?.form ?? 'full-path',
  host: hostOf(candidate),
  ...(guessed === true ? { guessed } : {}),
});

const hostOf = ({ standing }: Outcome['candidate']): MatchEvidence['host'] =>
  standing.kind === 'foreign' ? 'unlisted' : standing.kind;

function possibleIn(outcomes: readonly Outcome[]): readonly string[] {
  return [...new Set(outcomes.flatMap(({ possible = [] }) => possible))].sort();
}

function notFound(
  outcome: Outcome,
  url: RequestUrl,
  methods: Unmatched['methods'],
  method: HttpMethod | undefined,
  possible: readonly string[] | undefined,
): Match {
  const { kind, candidate, confidence, why } = outcome;
  if (kind === 'nothing' && candidate.standing.kind === 'unlisted') return { kind: 'foreign', methods, why };
  if (kind === 'unresolved') {
    const own = outcome.possible && {
      provider: candidate.index.provider,
      possible: possible ?? [],
      host: hostOf(candidate),
    };
    return { kind: 'unmatched', reason: 'unresolved-url', methods, ...own, confidence, why };
  }
  const reason = 'unknown-path';
  if (kind === 'nothing') return { kind: 'unmatched', reason, methods, confidence, why };
  const { provider, words } = candidate.index;
  const nearest = nearestOperation(words, url.segments, method);
  const host = hostOf(candidate);
  // A module's name alone is a plain word (`/api/document`, `/api/access`): on another host it accuses nobody.
  const sure = host === 'known' || nearest !== undefined ? confidence : 'low';
  return {
    kind: 'unmatched',
    reason,
    methods,
    provider,
    ...(nearest && { nearest }),
    host,
    confidence: sure,
    why,
  };
}
