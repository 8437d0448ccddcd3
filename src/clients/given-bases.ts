import type { CallGraph } from '../values/call-graph.js';
import type { Machine } from '../values/machine.js';
import { normalize } from '../values/parts.js';
import type { OriginHole } from '../values/value.js';
import type { Candidate } from './candidate.js';
import { fillHoles } from './fill.js';

/**
 * The candidates, with the bases that callers give: one that need not be given is otherwise taken for its default,
 * `options.url ?? 'https://api.example.com'`.
 */
export const withGivenBases = (
  m: Machine,
  graph: CallGraph,
  candidates: readonly Candidate[],
): readonly Candidate[] =>
  candidates.flatMap((candidate) => {
    const [base, ...path] = candidate.url;
    if (base?.kind !== 'hole' || (base as OriginHole).isOptional !== true) return [candidate];
    return fillHoles(m, graph, [base], candidate.guards).map((given) => ({
      ...candidate,
      url: normalize([...given, ...path]),
    }));
  });
