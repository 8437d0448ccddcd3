import type { CallGraph } from '../values/call-graph.js';
import type { Machine } from '../values/machine.js';
import type { Part } from '../values/parts.js';
import type { Origin, OriginHole } from '../values/value.js';
import type { Context } from './callers.js';
import { decidingOrigins, pathParts, urlKey, type Candidate, type SinkView } from './candidate.js';
import { fillHoles } from './fill.js';

/**
 * The parameters that hold bases, where callers give several: which of them a request has is for those to say who call
 * on an object, or run a closure, that was made with one.
 */
export function severalBases(m: Machine, graph: CallGraph, candidates: readonly Candidate[]): Origin[] {
  return candidates.flatMap(({ url: [base], guards }) => {
    const origin = base?.kind === 'hole' ? (base as OriginHole).origin : undefined;
    if (!base || !origin) return [];
    return fillHoles(m, graph, [base], guards).length > 1 ? [origin] : [];
  });
}

/**
 * Whether callers, of whom only bases are asked, say less of the rest: what a function decides itself has too many
 * alternatives together with what its callers decide. Values that they fill in are not less.
 */
export function saysLess({ candidates }: SinkView, contexts: readonly Context[]): boolean {
  if (contexts.length === 0 || candidates.some((c) => decidingOrigins(c).length > 0)) return false;
  const said = contexts
    .flatMap(({ views }) => views.at(-1)?.candidates ?? [])
    .map(({ url }) => urlKey(pathParts(url)));
  return candidates.some(({ url }) => {
    const [base, ...path] = pathParts(url);
    return base?.kind === 'hole' && !said.some((text) => endsIn(text, path));
  });
}

/** Whether a URL ends in a path, in whose unknown parts anything may stand. */
function endsIn(url: string, path: readonly Part[]): boolean {
  let end = url.length;
  for (const [i, part] of [...path.entries()].reverse()) {
    if (part.kind === 'hole') continue;
    const at = url.lastIndexOf(part.text, end - part.text.length);
    if (at < 0 || (i === path.length - 1 && at + part.text.length < url.length)) return false;
    end = at;
  }
  return true;
}
