import type { MatchForm } from '../model/match.js';
import { fitsPattern, HOLE } from './path-pattern.js';
import type { ProviderIndex } from './path-index.js';
import type { RequestUrl } from './request-url.js';
import type { RouteNode } from './route-trie.js';
import type { ServerPattern, Standing } from './server-pattern.js';
import { isFrame, isVersion } from './specificity.js';

/** One way to read the request's path as an operation's path. */
export interface Reading {
  readonly form: MatchForm;
  readonly tree: RouteNode;
  /** What is left of the path for the tree's templates. */
  readonly segments: readonly string[];
  /** For a module prefix: the module is one of a known full path. */
  readonly knownModule?: boolean;
  /** For a module prefix: it says `/v<N>`. */
  readonly versioned?: boolean;
  /** The hole at the end of the path was taken for a query. */
  readonly withoutTail?: true;
}

/** Every way to read the path, the most certain one first; the shorter a prefix, the longer the docs' path. */
export function readingsOf(index: ProviderIndex, standing: Standing, url: RequestUrl): Reading[] {
  const segments = index.ignoresCase ? url.segments.map((segment) => segment.toLowerCase()) : url.segments;
  if (url.tail === undefined) return readPath(index, standing, url, segments);
  const last = (segments.at(-1) ?? '').split(HOLE)[0] ?? '';
  const cut = readPath(index, standing, url, [...segments.slice(0, -1), last]);
  const asQuery = cut.map((reading): Reading => ({ ...reading, withoutTail: true }));
  return [...asQuery, ...readPath(index, standing, url, segments)];
}

function readPath(
  index: ProviderIndex,
  standing: Standing,
  url: RequestUrl,
  segments: readonly string[],
): Reading[] {
  const rest = afterBase(standing.kind === 'known' ? standing.servers : [], segments);
  const readings: Reading[] = [{ form: 'full-path', tree: index.full, segments }];
  if (rest !== segments) readings.push({ form: 'full-path', tree: index.full, segments: rest });
  if (mayBeRelative(index, standing, url))
    readings.push({ form: 'docs-path', tree: index.docs, segments: rest });
  if (index.hasModules) readings.push(...behindModules(index, rest));
  if (url.openBase) readings.push({ form: 'path-end', tree: index.ends, segments });
  const behind = afterHoles(segments);
  if (behind !== segments && url.host.kind !== 'named') {
    readings.push({ form: 'docs-path', tree: index.docs, segments: behind });
    readings.push({ form: 'path-end', tree: index.ends, segments: behind });
  }
  return readings;
}

/** Whether the docs' relative path may stand directly at the base. The catalog's own servers are in the full paths. */
function mayBeRelative(index: ProviderIndex, standing: Standing, url: RequestUrl): boolean {
  if (standing.kind === 'open' || standing.kind === 'none') return true;
  if (standing.kind !== 'known') return false;
  const { servers } = standing;
  return (
    url.openBase || servers.length === 0 || servers.some((server) => index.servers.configured.has(server))
  );
}

function afterBase(servers: readonly ServerPattern[], segments: readonly string[]): readonly string[] {
  const bases = servers.map(({ base }) => base).filter((base) => holdsAt(base, segments));
  const length = Math.max(0, ...bases.map((base) => base.length));
  return length === 0 ? segments : segments.slice(length);
}

const holdsAt = (base: ServerPattern['base'], segments: readonly string[]): boolean =>
  base.every((pattern, at) => fitsPattern(segments[at] ?? '', pattern));

/** Skips first segments that are unknown as a whole: `{base}/{prefix}/v2/purposes`. */
function afterHoles(segments: readonly string[]): readonly string[] {
  const start = segments.findIndex((segment) => segment.replaceAll(HOLE, '') !== '');
  return start > 0 ? segments.slice(start) : segments;
}

/** `/api/<module>[/<more>][/v<N>]` and `/rest/api/<module>/v<N>`, the shortest prefix first. */
function behindModules(index: ProviderIndex, segments: readonly string[]): Reading[] {
  const isRest = segments[0] === 'rest';
  const [frame, module, next, last] = isRest ? segments.slice(1) : segments;
  if (frame !== 'api' || module === undefined || isFrame(module)) return [];
  const behind = (length: number, versioned: boolean): Reading => ({
    form: 'module-prefix',
    tree: index.docs,
    segments: segments.slice(length),
    knownModule: index.modules.has(module),
    versioned,
  });
  const isNumber = next !== undefined && isVersion(next);
  // The version may be the prefix's or the first segment of the docs' path.
  if (isRest)
    return isNumber ? [behind(3, true), behind(4, true)].filter(({ segments }) => segments.length > 0) : [];
  const readings = [behind(2, false), behind(3, isNumber)];
  if (!isNumber && last !== undefined && isVersion(last)) readings.push(behind(4, true));
  return readings.filter((reading) => reading.segments.length > 0);
}
