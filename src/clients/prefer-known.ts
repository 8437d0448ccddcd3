import type { Part } from '../values/parts.js';
import type { OriginHole } from '../values/value.js';
import { isValueName } from '../values/value-names.js';
import { decides, pathParts, standsForMore, urlKey, type Candidate } from './candidate.js';
import { keyBesideBase, openBased, plainer } from './open-base.js';

/** Of a call's URLs those whose path is known; later pages, whose URL comes from a response, are the same call. */
export function preferKnown(candidates: readonly Candidate[]): readonly Candidate[] {
  const resolved = candidates.filter((c) => hasPath(c.url) || mayRepeat(c.url) || standsForMore(c));
  const kept = resolved.length === 0 ? withoutNothing(candidates) : resolved;
  const open = new Set(
    kept.filter((c) => c.methods === 'unknown' && !isOverride(c)).map((c) => urlKey(c.url)),
  );
  const said = new Set(kept.filter((c) => c.methods !== 'unknown').map((c) => urlKey(c.url)));
  // Where any method is possible, a default is no more likely than another.
  return choices
    .reduce((left, choose) => choose(left), kept)
    .filter((c) =>
      c.methods === 'unknown' ? !isOverride(c) || !said.has(urlKey(c.url)) : !open.has(urlKey(c.url)),
    );
}

/** Of a query that follows its path after `&` alone, and the same path with what begins a query, the second: which it is can't be told. */
function withoutUnbegunQueries(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const paths = candidates.map((c) => `${c.methods.toString()} ${urlKey(pathParts(c.url))}`);
  const known = new Set(paths);
  return candidates.filter((_, i) => {
    const path = paths[i] ?? '';
    const at = path.search(/&[^/&=]*=/);
    return at === -1 || !known.has(path.slice(0, at));
  });
}

/** `{name}`, and `:name` as a segment. */
const placeholder = /\{[^{}/]+\}|(?<=\/):[a-z]\w*/gi;

/** Of a template and the same path with values for its placeholders, the second: code leaves them in where a value is missing. */
function withoutUnfilled(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const unfilled = candidates.map(({ url }) =>
    pathParts(url).reduce(
      (n, p) => n + (p.kind === 'text' ? (p.text.match(placeholder)?.length ?? 0) : 0),
      0,
    ),
  );
  if (unfilled.every((n) => n === 0)) return candidates;
  const shapes = candidates.map(
    ({ methods, url }) => `${methods.toString()} ${urlKey(pathParts(url)).replace(placeholder, '{}')}`,
  );
  const fewest = new Map<string, number>();
  shapes.forEach((shape, i) => {
    fewest.set(shape, Math.min(fewest.get(shape) ?? Infinity, unfilled[i] ?? 0));
  });
  return candidates.filter((_, i) => unfilled[i] === fewest.get(shapes[i] ?? ''));
}

/** `process.env.URL || ''`: an empty text beside a URL stands for none, to which nothing is sent. */
function withoutNothing(candidates: readonly Candidate[]): readonly Candidate[] {
  const named = candidates.filter(({ url }) => url.length > 0);
  return named.length > 0 ? named : candidates;
}

/** Of the same path after a parameter and after the base that is its default, the second. */
function withoutOpenBases(candidates: readonly Candidate[]): readonly Candidate[] {
  const key = (c: Candidate, url: readonly Part[]): string =>
    `${c.methods.toString()} ${urlKey(pathParts(url))}`;
  const [based, open] = [
    candidates.filter((c) => hasHost(c.url)),
    candidates.filter((c) => startsOpen(c.url)),
  ];
  if (based.length === 0 || open.length === 0) return candidates;
  const dropped = new Set<Candidate>(
    open.filter((c) => {
      const tail = urlKey(pathParts(c.url.slice(1)));
      return (
        /[^/]/.test(tail) &&
        based.some((b) => key(b, []) === key(c, []) && urlKey(pathParts(b.url)).endsWith(tail))
      );
    }),
  );
  return candidates.filter((c) => !dropped.has(c));
}

/** Of the same path with a base before it and without one, the first: code tells the two apart by a test that says nothing here. */
function withoutBarePaths(candidates: readonly Candidate[]): readonly Candidate[] {
  const key = (c: Candidate, url: readonly Part[]): string =>
    `${c.methods.toString()} ${urlKey(pathParts(url))}`;
  const based = new Set(
    candidates.flatMap((c) =>
      c.url[0]?.kind === 'hole' && c.url.length > 1 ? [key(c, c.url.slice(1))] : [],
    ),
  );
  return based.size === 0
    ? candidates
    : candidates.filter((c) => c.url[0]?.kind !== 'text' || !based.has(key(c, c.url)));
}

/** Of the same path glued to an unknown value and with a slash between, the second: code tells by a character of the value. */
function withoutGluedPaths(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const slashes = candidates.map(
    (c) =>
      pathKey(c)
        .replace(/\/{2,}/g, '/')
        .split('/').length,
  );
  const most = new Map<string, number>();
  const glued = candidates.map((c) => pathKey(c, withoutSlashesAtHoles(pathParts(c.url))));
  for (const [i, key] of glued.entries()) most.set(key, Math.max(most.get(key) ?? 0, slashes[i] ?? 0));
  return candidates.filter((_, i) => slashes[i] === most.get(glued[i] ?? ''));
}

function withoutSlashesAtHoles(path: readonly Part[]): Part[] {
  return path.map((part, i) => {
    if (part.kind === 'hole') return part;
    const start = path[i - 1]?.kind === 'hole' ? part.text.replace(/^\/+(?!\/)/, '') : part.text;
    return { kind: 'text', text: path[i + 1]?.kind === 'hole' ? start.replace(/\/+$/, '') : start };
  });
}

/** One of those that differ only in what stands for an unknown base of which no caller says more. */
function ofOneBase(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const byKey = new Map<string, Candidate>();
  for (const c of candidates) {
    const known = byKey.get(pathKey(c));
    byKey.set(pathKey(c), known ? plainer(known, c) : c);
  }
  const kept = new Set(byKey.values());
  return candidates.filter((c) => kept.has(c));
}

/** Equal for candidates of one method and path, where what stands for an unknown base counts as far as callers may say more. */
function pathKey({ methods, url }: Candidate, path: readonly Part[] = pathParts(url)): string {
  const base = openBased(path)?.base ?? [];
  const isFinal = base.every((p) => !('origin' in p || 'answers' in p));
  return `${methods.toString()} ${isFinal ? keyBesideBase(path) : urlKey(path)}`;
}

const hasHost = ([first]: readonly Part[]): boolean =>
  first?.kind === 'text' && /^https?:\/\//i.test(first.text);
const startsOpen = ([first]: readonly Part[]): boolean =>
  first?.kind === 'hole' && (first as OriginHole).isOptional === true;

/** The code names the method, and its caller may replace it by an option that callers need not give. */
const isOverride = (c: Candidate): boolean =>
  c.methodValue.kind === 'hole' && c.methodValue.isOverride === true;

/** Whether some segment of the path is known: more than a host and a base. */
function hasPath(url: readonly Part[]): boolean {
  const [first, ...rest] = pathParts(url);
  if (first === undefined) return false;
  const own = first.kind === 'text' ? first.text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') : '';
  return /[^/]/.test(own) || rest.some((p) => p.kind === 'text' && /[^/]/.test(p.text));
}

/** What a function that calls itself may add belongs to the path; nothing else says it. */
const mayRepeat = (url: readonly Part[]): boolean =>
  pathParts(url).some((p) => (p as OriginHole).repeats !== undefined);

const isReplacement = (p: Part): boolean => (p as OriginHole).isReplacement === true;

const isSoft = (p: Part): boolean =>
  p.kind === 'hole' && ((p as OriginHole).isOptional === true || isReplacement(p));

/** `/items/{id}` with an id that callers need not give is another request than `/items`. */
const isParameter = (p: Part, at: number, path: readonly Part[]): boolean =>
  p.kind === 'hole' && at > 0 && !isReplacement(p) && isValueName(p.name) && !decides(path, at);

/**
 * Of a path in which callers may put something and the same path with what is there when they don't, the second:
 * nothing where a parameter is optional, what the code says where an unknown object may replace it.
 */
function withoutSoftHoles(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2 || !candidates.some((c) => c.url.some(isSoft))) return candidates;
  const texts = candidates.map((c) => plainText(pathParts(c.url)));
  const softnesses = candidates.map(
    (c) => pathParts(c.url).filter((p, at, path) => isSoft(p) && !isParameter(p, at, path)).length,
  );
  const placeholders = new Set(candidates.filter((c) => startsWithPlaceholder(c, candidates)));
  if (placeholders.size > 0) return withoutSoftHoles(candidates.filter((c) => !placeholders.has(c)));
  return candidates.filter((c, i) => {
    const path = pathParts(c.url);
    const softness = softnesses[i] ?? 0;
    if (softness === 0) return true;
    // Of two that read each other, one must stay.
    return !candidates.some((d, j) => {
      const other = softnesses[j] ?? 0;
      const isFirmer = other < softness || (other === softness && j < i);
      return isFirmer && d.methods.toString() === c.methods.toString() && reads(path, texts[j] ?? '');
    });
  });
}

/** `unset/users`: a base that is a mere word stands for one that is set later, where code may replace it. */
function startsWithPlaceholder(c: Candidate, among: readonly Candidate[]): boolean {
  const key = urlKey(c.url);
  return among.some(({ url: [base, ...rest], methods }) => {
    if (base?.kind !== 'hole' || !isReplacement(base) || methods.toString() !== c.methods.toString())
      return false;
    const tail = urlKey(rest);
    return tail !== '' && key.endsWith(tail) && /^\w+$/.test(key.slice(0, -tail.length));
  });
}

const plainText = (parts: readonly Part[]): string => urlKey(parts).replace(/([^:])\/{2,}/g, '$1/');

/**
 * Whether a path with its soft holes filled, left out or as they are is the text from a place on. What was tried in
 * vain is not tried again, so that many holes in a long text take no longer than their product.
 */
function reads(path: readonly Part[], text: string, at = 0, vain: Set<string> = new Set()): boolean {
  const [first, ...rest] = path;
  if (!first) return at === text.length;
  const tried = `${path.length} ${at} ${first.kind === 'text' ? first.text.length : ''}`;
  if (vain.has(tried)) return false;
  const own = plainText([first]);
  if (text.startsWith(own, at) && reads(rest, text, at + own.length, vain)) return true;
  if (isSoft(first) && readsBeyond(first, rest, text, at, vain)) return true;
  vain.add(tried);
  return false;
}

/** The same where a soft hole comes first, and is nothing, or any text where code may replace it. */
function readsBeyond(
  hole: Part,
  rest: readonly Part[],
  text: string,
  at: number,
  vain: Set<string>,
): boolean {
  const [next, ...others] = rest;
  // Nothing between two slashes leaves one.
  const slash = text[at - 1] === '/' && next?.kind === 'text' && next.text.startsWith('/');
  const without: readonly Part[] = slash ? [{ kind: 'text', text: next.text.slice(1) }, ...others] : rest;
  if (reads(without, text, at, vain)) return true;
  if (!isReplacement(hole)) return false;
  for (let end = at + 1; end <= text.length; end++) if (reads(rest, text, end, vain)) return true;
  return false;
}

/** Of URLs that begin with their base twice and others, the others: code tells by a test that says nothing here whether a path is a whole URL. */
function withoutTwoBases(candidates: readonly Candidate[]): readonly Candidate[] {
  const once = candidates.filter(({ url }) => !beginsTwice(url));
  return once.length > 0 ? once : candidates;
}

/**
 * A second URL that is glued to the text before, or whose scheme was taken for a host: what a proxy is given follows a
 * slash or stands in a query.
 */
const gluedUrl = /^https?:\/\/(?:https?(?:[:/]|$)|.*[^/=&?#,:;]https?:\/\/)/;

function beginsTwice([first, ...rest]: readonly Part[]): boolean {
  if (first?.kind === 'hole') {
    const [second] = rest;
    return second?.kind === 'hole' && second.name === first.name && second.at.start === first.at.start;
  }
  const texts = [first, ...rest].map((p) => (p?.kind === 'text' ? p.text : '{}'));
  return gluedUrl.test(texts.join('').split(/[?#]/)[0] ?? '');
}

/** What is left out, in this order: each looks at what those before it left. */
const choices: readonly ((candidates: readonly Candidate[]) => readonly Candidate[])[] = [
  withoutTwoBases,
  withoutUnbegunQueries,
  withoutUnfilled,
  withoutOpenBases,
  withoutSoftHoles,
  withoutBarePaths,
  withoutGluedPaths,
  ofOneBase,
];
