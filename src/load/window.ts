import { before, firstOf, jumpsWithin, lastOf, timeTolerance, totalOf, upTo } from './curve.js';
import type { Density } from './density.js';
import type { Instants } from './instants.js';
import { countWithin, sumWithin, within } from './instants.js';
import type { Profile } from './profile.js';

/** Runs of one kind on a common clock. */
export interface Stream {
  readonly instants: Instants;
  readonly profile: Profile;
  /** Bounds what all runs of the stream issue in a window, where runs can't overlap. */
  readonly cap?: Density | undefined;
}

/** Evaluations that the estimates of one program may still take: then windows are bounded, but no more searched. */
export interface Effort {
  left: number;
}

/** Where windows end: instants in `(from, to]`. */
export interface Domain {
  readonly from: number;
  readonly to: number;
}

/** How precise an answer is to be. */
export interface Precision {
  /** Above it any value will do. */
  readonly enough?: number | undefined;
  /** What is not above it need not be told: then it is the answer. */
  readonly floor?: number | undefined;
  readonly effort?: Effort | undefined;
}

/** Windows that keep to the clock are half-open the other way: at most so many ms, far more than rounding, lie between. */
const tick = 1e-3;
const maxCellCandidates = 24;
/** The same offset may come from many curves. */
const maxRawCandidates = 512;
const maxEvaluations = 30_000;
/** Evaluations that a window may always take. */
const fewEvaluations = 64;
const maxEdgeRuns = 4096;
/** More runs at the edges of a window than can be counted one by one. */
const mostCounted = 100_000;
/** So many runs at the edges of a window cost as much as one more evaluation. */
const edgesPerEvaluation = 32;

/**
 * Most requests of all streams together in any window of `w` ms that ends in the domain. Sound for all latencies
 * in range, exact where they are points.
 *
 * A run that started at `s` puts at most `early(end - s) - late(end - w - s)` requests into the window, and at most
 * its densest window. Domains are halved; a half whose own bound can't beat the best known window is dropped.
 */
export function worstWindow(
  streams: readonly Stream[],
  w: number,
  domain: Domain,
  { enough = Infinity, floor = 0, effort = { left: Infinity } }: Precision = {},
): number {
  if (streams.some((stream) => isEndless(stream, w))) return Infinity;
  const most = Math.ceil(maxEvaluations / Math.max(1, streams.length));
  const left = Math.max(fewEvaluations, Math.min(most, effort.left));
  const search: Search = { streams, w, enough, best: floor, left };
  descend(search, domain.from, domain.to, bound(search, domain.from, domain.to));
  effort.left -= left - search.left;
  return search.best;
}

interface Search {
  readonly streams: readonly Stream[];
  readonly w: number;
  readonly enough: number;
  best: number;
  left: number;
}

function descend(search: Search, from: number, to: number, limit: number): void {
  const { streams } = search;
  if (limit <= search.best || search.best > search.enough) return;
  if (search.left <= 0 || to - from < timeTolerance * 10) {
    search.best = limit;
    return;
  }
  const ends = candidates(streams, from, to);
  if (ends !== undefined) {
    for (const end of ends) {
      search.left--;
      search.best = Math.max(search.best, bound(search, end, end));
    }
    return;
  }
  const middle = (from + to) / 2;
  search.left -= 2;
  const halves = [
    { from, to: middle, limit: Math.min(limit, bound(search, from, middle)) },
    { from: middle, to, limit: Math.min(limit, bound(search, middle, to)) },
  ].sort((a, b) => b.limit - a.limit);
  for (const half of halves) descend(search, half.from, half.to, half.limit);
}

/** Ends of windows in `(from, to]` at which a count can be highest: where a request can be issued. Undefined when there are many. */
function candidates(streams: readonly Stream[], from: number, to: number): number[] | undefined {
  const ends: number[] = [];
  for (const { instants, profile } of streams) {
    const { early } = profile;
    if (early.kind === 'none' || (instants.kind === 'lattice' && profile.span === Infinity)) continue;
    const earliest = from - lastOf(early);
    if (countWithin(instants, earliest, to - firstOf(early)) > maxCellCandidates) return undefined;
    for (const start of within(instants, earliest - timeTolerance, to - firstOf(early) + timeTolerance)) {
      if (!jumpsWithin(early, from - start, to - start, ends, maxRawCandidates, start)) return undefined;
    }
  }
  const distinct = [...new Set(ends)];
  return distinct.length > maxCellCandidates ? undefined : distinct.length === 0 ? [to] : distinct;
}

/** Most requests in any window of `w` ms whose end lies in `[from, to]`. */
function bound(search: Search, from: number, to: number): number {
  let sum = 0;
  for (const stream of search.streams) sum += streamBound(search, stream, from, to);
  return sum;
}

function streamBound(search: Search, { instants, profile, cap }: Stream, from: number, to: number): number {
  const { w } = search;
  const { early, late, span } = profile;
  if (early.kind === 'none') return 0;
  if (instants.kind === 'lattice' && span === Infinity) return cap?.(w) ?? Infinity;
  const most = profile.density(w);
  const start = from - w;
  // Runs that lie in the window wherever it ends: they all issue the same, so they are only counted.
  const insideFrom = Math.min(
    to,
    Math.max(start - firstOf(profile.latest) + 2 * timeTolerance, start - span),
  );
  const insideTo = Math.max(insideFrom, Math.min(to, to - lastOf(early)));
  let sum = countWithin(instants, insideFrom, insideTo) * Math.min(most, totalOf(early));
  const edges =
    countWithin(instants, start - span - timeTolerance, insideFrom) + countWithin(instants, insideTo, to);
  if (edges > maxEdgeRuns) {
    sum += edges * Math.min(most, totalOf(early));
  } else {
    search.left -= Math.floor(edges / edgesPerEvaluation);
    const share = (s: number): number => {
      const past = start - s;
      if (past >= span - timeTolerance) return 0;
      return Math.max(0, Math.min(most, upTo(early, to - s) - upTo(late, past), remaining(profile, past)));
    };
    sum += sumWithin(instants, start - span - timeTolerance, insideFrom, share);
    sum += sumWithin(instants, insideTo, to, share);
  }
  return cap === undefined ? sum : Math.min(sum, cap(w));
}

/** The most requests of a run that come later than `past` after its start. */
function remaining({ count, latest }: Profile, past: number): number {
  return count.high === Infinity ? Infinity : count.high - upTo(latest, past);
}

/** Runs that go on for ever pile up. */
function isEndless({ instants, profile, cap }: Stream, w: number): boolean {
  return (
    instants.kind === 'lattice' &&
    profile.span === Infinity &&
    (cap === undefined || cap(w) === Infinity) &&
    profile.count.high > 0
  );
}

/**
 * Most requests of all streams in a window `[k * w, (k + 1) * w)` that begins in `[domain.from, domain.to)`. Stops
 * early, with a value above `enough`, once it is exceeded. Windows are halved as in `worstWindow`.
 */
export function worstAlignedWindow(
  streams: readonly Stream[],
  w: number,
  { from, to }: Domain,
  enough = Infinity,
): number {
  if (streams.some((stream) => isEndless(stream, w))) return Infinity;
  const search: Search = { streams, w, enough, best: 0, left: Infinity };
  descendAligned(search, Math.ceil(from / w), Math.ceil(to / w), Infinity);
  return search.best;
}

/** Looks at the windows with numbers in `[first, end)`. */
function descendAligned(search: Search, first: number, end: number, limit: number): void {
  const { streams, w } = search;
  if (first >= end || limit <= search.best || search.best > search.enough) return;
  if (end - first === 1) {
    let sum = 0;
    for (const stream of streams) sum += issuedIn(stream, first * w, w, 'most');
    search.best = Math.max(search.best, sum);
    return;
  }
  const middle = Math.floor((first + end) / 2);
  // A window that ends before the clock strikes holds all that an aligned one does.
  const most = (from: number, to: number): number => bound(search, (from + 1) * w - tick, to * w);
  const halves = [
    { from: first, to: middle, limit: most(first, middle) },
    { from: middle, to: end, limit: most(middle, end) },
  ].sort((a, b) => b.limit - a.limit);
  for (const half of halves) descendAligned(search, half.from, half.to, half.limit);
}

/** Requests that all streams surely put into some window of `w` ms: of those that begin where `starts` say. */
export function surelyIssued(streams: readonly Stream[], w: number, starts: Iterable<number>): number {
  let best = 0;
  for (const start of starts) {
    let sum = 0;
    for (const stream of streams) sum += issuedIn(stream, start, w, 'least');
    best = Math.max(best, sum);
  }
  return best;
}

/** Requests of one stream in `[start, start + w)`. */
function issuedIn(
  { instants, profile, cap }: Stream,
  start: number,
  w: number,
  side: 'most' | 'least',
): number {
  const { count, early, late, latest, span } = profile;
  if (early.kind === 'none' || (side === 'least' && late.kind === 'none')) return 0;
  if (instants.kind === 'lattice' && span === Infinity) return side === 'least' ? 0 : (cap?.(w) ?? Infinity);
  const end = start + w;
  const most = profile.density(w);
  const full = Math.min(most, side === 'most' ? totalOf(early) : totalOf(late));
  const settled = side === 'most' ? lastOf(early) : lastOf(late);
  const insideFrom = start - Math.min(firstOf(latest), firstOf(late), firstOf(early)) - timeTolerance * 2;
  const insideTo = Math.max(insideFrom, end - settled - timeTolerance * 2);
  let sum = countWithin(instants, insideFrom, insideTo) * full;
  const share = (s: number): number => {
    const past = start - s;
    if (side === 'least') return before(late, end - s) - before(early, past);
    if (past > span + timeTolerance) return 0;
    const left = count.high === Infinity ? Infinity : count.high - before(latest, past);
    return Math.min(most, before(early, end - s) - before(late, past), left);
  };
  const earliest = Number.isFinite(span) ? start - span - timeTolerance : insideFrom - 1;
  const some = (s: number): number => Math.max(0, share(s));
  const edges = countWithin(instants, earliest, insideFrom) + countWithin(instants, insideTo, end);
  // Of more runs than can be looked at one by one, all may issue what they can, or nothing.
  if (edges > mostCounted) sum += side === 'most' ? edges * Math.min(most, totalOf(early)) : 0;
  else sum += sumWithin(instants, earliest, insideFrom, some) + sumWithin(instants, insideTo, end, some);
  return cap === undefined ? sum : Math.min(sum, cap(w));
}
