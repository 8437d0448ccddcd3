import { combine } from '../values/alternatives.js';
import type { CallGraph } from '../values/call-graph.js';
import { functionKey, startQuestion, type Machine } from '../values/machine.js';
import { runsMade, type Site } from '../values/outcome.js';
import { normalize } from '../values/parts.js';
import { passedBy } from '../values/passed.js';
import { toParts } from '../values/to-string.js';
import { sure, type Activation, type Alternatives, type OriginHole, type Value } from '../values/value.js';
import { isWithin } from './call-chain.js';
import { methodsOf, pathParts, type Candidate } from './candidate.js';

/** More callers than this say less than the hole's name. */
const mostCallers = 48;
/** Calls that are followed outwards from the one that kept the value. */
const mostLevels = 3;

/** A request as the call that gave its path to an object fixes it; the object sends it later. */
export interface Passed {
  readonly candidate: Candidate;
  /** Outermost first; empty where nothing was passed along. */
  readonly chain: readonly Site[];
}

/**
 * `queue.add({ url })` fixes what `queue.run()` sends: of a request whose path is in a parameter of a function that
 * doesn't lead to it, what that function's callers pass. What some of them leave open stays as it is.
 */
export function passedAlong(
  m: Machine,
  graph: CallGraph,
  candidate: Candidate,
  way: Activation,
  level = 0,
): readonly Passed[] {
  const here: Passed = { candidate, chain: [] };
  const keeper = level < mostLevels && !hasPathText(candidate) ? keeperOf(candidate, way) : undefined;
  const sites = keeper ? (graph.callers.get(functionKey(keeper.module, keeper.fn)) ?? []) : [];
  if (!keeper || sites.length === 0 || sites.length > mostCallers) return [here];
  let isOpen = false;
  const out = sites.flatMap((site) => {
    const filled = filledAt(m, candidate, keeper, site);
    if (filled.length === 0) isOpen = true;
    return filled.flatMap((one) =>
      passedAlong(m, graph, one, site.activation, level + 1).map((passed) => ({
        candidate: passed.candidate,
        chain: [...passed.chain, site],
      })),
    );
  });
  return isOpen || out.length === 0 ? [...out, here] : out;
}

/** Whether something of the path is known. */
const hasPathText = ({ url }: Candidate): boolean =>
  pathParts(url).some(
    (part, i) =>
      part.kind === 'text' &&
      /[^/]/.test(i === 0 ? part.text.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '') : part.text),
  );

/** The activation of the one function whose parameter the path is, where it is not on the way to the request. */
function keeperOf({ url }: Candidate, way: Activation): Activation | undefined {
  const holes = pathParts(url).flatMap((p) =>
    p.kind === 'hole' && (p as OriginHole).origin ? [p as OriginHole] : [],
  );
  const origins = holes.flatMap(({ origin }) => origin ?? []);
  const keeper = origins.at(-1)?.activation;
  if (!keeper || keeper.args || keeper.summary.kind === 'constructor' || isOnWay(keeper, way))
    return undefined;
  return origins.at(-1)?.parameter === 'this' ? undefined : keeper;
}

function isOnWay(keeper: Activation, way: Activation): boolean {
  for (let at: Activation | undefined = way; at; at = at.from?.activation)
    if (isWithin(at, keeper)) return true;
  return false;
}

/** The candidate with what one call gives the keeper; nothing where that call says no more. */
function filledAt(m: Machine, candidate: Candidate, keeper: Activation, site: Site): Candidate[] {
  startQuestion(m);
  const isKept = (value: OriginHole): boolean =>
    value.origin?.activation.fn === keeper.fn && value.origin.activation.module === keeper.module;
  const seenFrom = (entered: Activation): Candidate[] => {
    const given = (value: Value): Alternatives =>
      value.kind === 'hole' && isKept(value) ? passedBy(m, value, entered) : sure(value);
    const url = candidate.url.map((part) =>
      given(part.kind === 'hole' ? { ...part } : { kind: 'string', parts: [part] }),
    );
    return combine([given(candidate.methodValue), ...url]).flatMap(
      ({ value: [method, ...pieces], guards }): Candidate[] => {
        const parts = normalize(pieces.flatMap((piece) => toParts(m, piece, undefined, entered)));
        if (!method || parts.some((part) => part.kind === 'hole' && isKept(part))) return [];
        const methods =
          method === candidate.methodValue ? candidate.methods : (methodsOf(m, method) ?? 'unknown');
        return [{ methods, methodValue: method, url: parts, guards }];
      },
    );
  };
  return runsMade(m, site, keeper).flatMap(seenFrom);
}
