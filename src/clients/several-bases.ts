import type { CallGraph } from '../values/call-graph.js';
import type { Machine } from '../values/machine.js';
import type { Origin, OriginHole } from '../values/value.js';
import type { Context } from './callers.js';
import { decidingOrigins, type Candidate, type SinkView } from './candidate.js';
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
 * alternatives together with what its callers decide.
 */
export function saysLess({ candidates }: SinkView, contexts: readonly Context[]): boolean {
  if (contexts.length === 0 || candidates.some((c) => decidingOrigins(c).length > 0)) return false;
  const said = contexts.flatMap(({ views }) => views.at(-1)?.candidates ?? []).map(written);
  return candidates.some(
    ({ url: [base, ...path] }) =>
      base?.kind === 'hole' && !said.some((url) => url.endsWith(written({ url: path }))),
  );
}

const written = ({ url }: Pick<Candidate, 'url'>): string =>
  url.map((part) => (part.kind === 'text' ? part.text : '{}')).join('');
