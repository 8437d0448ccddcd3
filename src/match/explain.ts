import type { HttpMethod } from '../model/http-method.js';
import type { Match, MatchForm } from '../model/match.js';
import { consider } from './consider.js';
import type { Attempt, Candidate } from './consider.js';
import { candidatesOf, isUnresolved, match, standingsFor } from './match.js';
import type { MatchRequest } from './match.js';
import { HOLE } from './path-pattern.js';
import type { PathIndex } from './path-index.js';
import { splitUrl } from './request-url.js';
import type { RequestUrl } from './request-url.js';
import type { Standing } from './server-pattern.js';

/** One reason of `explainMatch`, in the order in which they decide. Unknown parts of texts are `{}`. */
export type MatchStep =
  /** The URL taken apart. `host` is null for a relative URL. */
  | { readonly step: 'url'; readonly host: string | null; readonly path: string; readonly openBase: boolean }
  /** Whose the host is, as one provider sees it. */
  | {
      readonly step: 'host';
      readonly provider: string;
      readonly standing: Standing['kind'];
      readonly because: string;
    }
  /** One reading of the path in one provider's docs. */
  | {
      readonly step: 'path';
      readonly provider: string;
      readonly method: HttpMethod;
      readonly form: MatchForm;
      readonly path: string;
      /** Holes were allowed to stand for the docs' text. */
      readonly guess: boolean;
      readonly result: 'found' | 'several' | 'other-method' | 'none' | 'too-generic';
      readonly operations: readonly string[];
    }
  | { readonly step: 'result'; readonly match: Match };

/** How `match` comes to its answer. */
export function explainMatch(index: PathIndex, request: MatchRequest): MatchStep[] {
  const url = splitUrl(request.url);
  const standings = standingsFor(index, url);
  const hosts = standings.map(({ provider, standing }): MatchStep => ({
    step: 'host',
    provider: provider.provider,
    standing: standing.kind,
    because: standing.by,
  }));
  const candidates = isUnresolved(url) ? [] : candidatesOf(standings, url);
  const methods = request.methods === 'unknown' ? index.methods : request.methods;
  const paths = candidates.flatMap((candidate) =>
    methods.flatMap((method) => pathSteps(candidate, url, method)),
  );
  const results = match(index, request).map((one): MatchStep => ({ step: 'result', match: one }));
  return [urlStep(url), ...hosts, ...paths, ...results];
}

const shown = (text: string): string => text.replaceAll(HOLE, '{}');
const pathText = (segments: readonly string[]): string => shown(`/${segments.join('/')}`);

function urlStep({ host, segments, openBase }: RequestUrl): MatchStep {
  const path = pathText(segments);
  if (host.kind === 'named') return { step: 'url', host: shown(host.text), path, openBase };
  return { step: 'url', host: host.kind === 'none' ? null : '{}', path, openBase };
}

function pathSteps(candidate: Candidate, url: RequestUrl, method: HttpMethod): MatchStep[] {
  const attempts: Attempt[] = [];
  consider(candidate, url, method, attempts);
  return attempts.map(({ reading, guess, answer, confidence }) => ({
    step: 'path',
    provider: candidate.index.provider,
    method,
    form: reading.form,
    path: pathText(reading.segments),
    guess,
    result: resultOf(answer, confidence),
    operations: operationsOf(answer),
  }));
}

function resultOf(answer: Attempt['answer'], confidence: Attempt['confidence']) {
  if (answer === undefined) return 'none';
  if (confidence === undefined) return 'too-generic';
  return answer.kind === 'one' ? 'found' : answer.kind;
}

function operationsOf(answer: Attempt['answer']): string[] {
  if (answer === undefined) return [];
  const routes = answer.kind === 'one' ? [answer.route] : answer.routes;
  return [...new Set(routes.map(({ operation }) => operation.id))].sort();
}
