import type { HttpMethod } from '../model/http-method.js';
import type { Confidence } from '../model/finding.js';
import { judge } from './confidence.js';
import type { Judgement } from './confidence.js';
import { findRoute, hasHole } from './find-route.js';
import type { RouteAnswer } from './find-route.js';
import { readingsOf } from './forms.js';
import type { Reading } from './forms.js';
import { fitsPattern, HOLE, mayFitPattern } from './path-pattern.js';
import { moduleOf } from './path-index.js';
import type { ProviderIndex } from './path-index.js';
import { reachableRoutes } from './reachable.js';
import type { RequestUrl } from './request-url.js';
import type { Route } from './route-trie.js';
import type { Standing } from './server-pattern.js';
import { hasWord, specificityOf } from './specificity.js';

/** A provider that a request may go to, with every way to read the path. */
export interface Candidate {
  readonly index: ProviderIndex;
  readonly standing: Standing;
  readonly readings: readonly Reading[];
}

/** What one provider's catalog says of a URL and a method. */
export interface Outcome {
  readonly candidate: Candidate;
  readonly kind:
    | 'one'
    | 'several'
    | 'other-method'
    /** The host or the shape of the path is the provider's, the path isn't documented. */
    | 'unknown-path'
    /** Too little of the path is known. */
    | 'unresolved'
    /** Nothing says that the request goes to this provider. */
    | 'nothing';
  readonly routes: readonly Route[];
  readonly reading?: Reading;
  /** A hole was taken for text of the docs' path, or for a query. */
  readonly guessed?: boolean;
  /** For an unresolved path of a provider: the operations of the method that it could be. */
  readonly possible?: readonly string[];
  readonly confidence: Confidence;
  readonly why: string;
}

/** One look-up in one tree, for `explain`. */
export interface Attempt {
  readonly reading: Reading;
  readonly guess: boolean;
  readonly answer: RouteAnswer;
  /** Undefined when the answer was thrown out because the path says too little. */
  readonly confidence?: Confidence;
}

export function candidateFor(index: ProviderIndex, standing: Standing, url: RequestUrl): Candidate {
  return { index, standing, readings: readingsOf(index, standing, url) };
}

/** Tries every reading: first for what surely fits, then for what may. `attempts` collects the steps. */
export function consider(
  candidate: Candidate,
  url: RequestUrl,
  method: HttpMethod,
  attempts?: Attempt[],
): Outcome {
  const sure = tryReadings(candidate, url, method, false, attempts);
  if (sure?.kind === 'one' || sure?.kind === 'several') return sure;
  let guessed: Outcome | undefined;
  if (hasHole(url.segments)) {
    if (candidate.standing.kind !== 'known' && !hasWord(url.segments)) {
      return { ...nothing(candidate), kind: 'unresolved', why: 'too little of the path is known' };
    }
    guessed = tryReadings(candidate, url, method, true, attempts);
  }
  if (guessed !== undefined && guessed.kind !== 'other-method') return guessed;
  return sure ?? guessed ?? unknownPath(candidate, url, method);
}

/** The first reading with a route for the method, else the first with the path alone. */
function tryReadings(
  candidate: Candidate,
  url: RequestUrl,
  method: HttpMethod,
  guess: boolean,
  attempts: Attempt[] | undefined,
): Outcome | undefined {
  let pathAlone: Outcome | undefined;
  for (const reading of candidate.readings) {
    const answer = findRoute(reading.tree, {
      segments: reading.segments,
      method,
      guess,
      literalEnd: reading.withoutTail === true,
      serves: (route) => serves(candidate, url, route),
    });
    const outcome = answer && outcomeOf(candidate, url, reading, answer);
    attempts?.push({ reading, guess, answer, ...(outcome && { confidence: outcome.confidence }) });
    if (outcome === undefined) continue;
    if (outcome.kind !== 'other-method') return outcome;
    pathAlone ??= outcome;
  }
  return pathAlone;
}

function outcomeOf(
  candidate: Candidate,
  url: RequestUrl,
  reading: Reading,
  answer: NonNullable<RouteAnswer>,
): Outcome | undefined {
  const routes = answer.kind === 'one' ? [answer.route] : answer.routes;
  const [route] = routes;
  if (route === undefined) return undefined;
  const guessed = answer.kind === 'several' || (answer.kind === 'one' && answer.guessed);
  const judged = judge(candidate.index, candidate.standing, url, reading, { route, guessed });
  const taken = guessed || reading.withoutTail === true;
  if (judged === undefined) return undefined;
  const isAnybodys = answer.kind === 'other-method' && mayBeAnybodys(candidate.standing, reading, route);
  const said: Judgement = isAnybodys
    ? { confidence: 'low', why: `${judged.why}; a version and one word are anybody’s` }
    : judged;
  return { candidate, kind: answer.kind, routes, reading, guessed: taken, ...said };
}

/** Where neither host nor method speaks for the provider, a version and a plain word say too little to accuse anybody. */
const mayBeAnybodys = (standing: Standing, reading: Reading, route: Route): boolean =>
  standing.kind !== 'known' &&
  reading.form !== 'module-prefix' &&
  specificityOf(reading.segments, route.pattern) !== 'strong';

/** An operation with servers of its own is only there. */
function serves({ standing, index }: Candidate, { host }: RequestUrl, route: Route): boolean {
  if (route.servers === undefined || host.kind !== 'named') return true;
  if (standing.kind === 'known' && standing.servers.some((server) => index.servers.configured.has(server)))
    return true;
  const name = host.text.replace(/:\d*$/, '');
  const fits = host.holes.length > 0 ? mayFitPattern : fitsPattern;
  return route.servers.some((server) => server.open || fits(name, server.host));
}

const nothing = (candidate: Candidate): Outcome => ({
  candidate,
  kind: 'nothing',
  routes: [],
  confidence: 'low',
  why: 'nothing says that the request goes to a provider whose docs are known',
});

function unknownPath(candidate: Candidate, url: RequestUrl, method: HttpMethod): Outcome {
  const { index, standing } = candidate;
  const { segments } = url;
  const possible = hasHole(segments) ? possibleOf(candidate, url, method) : undefined;
  const [kind, why] =
    possible === undefined
      ? (['unknown-path', `the docs of ${index.provider} have no such path`] as const)
      : (['unresolved', 'an unknown part of the path may be more than one segment'] as const);
  const what = { kind, ...(possible && { possible }) };
  if (standing.kind === 'known') {
    return { ...nothing(candidate), ...what, confidence: 'high', why: `${why}; ${standing.by}` };
  }
  const module = index.hasModules ? moduleOf(segments.slice(0, 4).map((segment) => [segment])) : undefined;
  if (module === undefined || !index.modules.has(module)) return nothing(candidate);
  const confidence = standing.kind === 'open' ? 'medium' : 'low';
  return {
    ...nothing(candidate),
    ...what,
    confidence,
    why: `${why}; ${module} is one of its modules`,
  };
}

/** What a path could be where its holes may hold slashes; undefined where nothing documented is like it. */
function possibleOf(
  candidate: Candidate,
  url: RequestUrl,
  method: HttpMethod,
): readonly string[] | undefined {
  const { index, standing } = candidate;
  const { tail: _, ...rest } = url;
  const apart = readingsOf(index, standing, { ...rest, segments: url.segments.flatMap(beforeHole) });
  const routes = [...candidate.readings, ...apart]
    .flatMap(({ tree, segments }) => reachableRoutes(tree, segments))
    .filter((route) => serves(candidate, url, route));
  if (routes.length === 0) return undefined;
  const ids = routes.flatMap(({ operation }) => (operation.method === method ? [operation.id] : []));
  return [...new Set(ids)].sort();
}

/** `/api/module{path}`: what begins in the middle of a segment may begin with a slash. */
function beforeHole(segment: string): readonly string[] {
  const at = segment.indexOf(HOLE);
  return at > 0 ? [segment.slice(0, at), segment.slice(at)] : [segment];
}
