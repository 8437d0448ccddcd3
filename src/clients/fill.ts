import type { CallGraph } from '../values/call-graph.js';
import { isOfTest } from '../values/of-tests.js';
import { replacedAgain } from '../values/builtins/replace.js';
import { outcomeOf } from '../values/outcome.js';
import { functionKey, startQuestion, type Machine } from '../values/machine.js';
import { normalize, type Part } from '../values/parts.js';
import { passedBy } from '../values/passed.js';
import { foundAbove } from '../values/same-class.js';
import { toParts } from '../values/to-string.js';
import { afterTrail } from '../values/trails.js';
import { closedTexts } from '../values/types.js';
import type { Activation, Alternative, Guards, OriginHole } from '../values/value.js';
import { decidesOtherwise } from './decided-by-callers.js';

/** More values than this for one hole say less than the hole's name. */
const maxFillings = 12;
/** More callers than this are not asked. */
const mostCallers = 256;

/** More URLs than this of one request say less than the holes' names. */
const mostUrls = 32;
/** Fillings within fillings. */
const mostLevels = 4;

/**
 * Fills holes that callers couldn't fill on the way to the request: a base given to a constructor,
 * a parameter of a type that lists its values. Callers that decide otherwise than `guards` say nothing. Returns the
 * URLs, at least the one given.
 */
export function fillHoles(
  m: Machine,
  graph: CallGraph,
  url: readonly Part[],
  guards: Guards,
  first = 0,
  level = 0,
): readonly (readonly Part[])[] {
  for (const [at, hole] of url.entries()) {
    if (level >= mostLevels || at < first || hole.kind !== 'hole') continue;
    const values = fillings(m, graph, hole, at === 0 ? guards : undefined)?.map((parts) =>
      m.keepsTrails ? parts.map((part) => afterTrail(part, hole.trail)) : parts,
    );
    if (!values) continue;
    const filled = values.flatMap((parts) =>
      fillHoles(
        m,
        graph,
        normalize([...url.slice(0, at), ...parts, ...url.slice(at + 1)]),
        guards,
        at,
        level + 1,
      ),
    );
    return filled.length <= mostUrls ? filled : fillHoles(m, graph, url, guards, at + 1, level);
  }
  return [url];
}

/** `guards`: those of the request, for its base. */
function fillings(m: Machine, graph: CallGraph, hole: OriginHole, guards?: Guards): Part[][] | undefined {
  const passed = guards && passedValues(m, graph, hole, guards);
  if (passed) return passed;
  const texts = hole.type && closedTexts(m, hole.type);
  return texts && texts.length > 0 && texts.length <= maxFillings
    ? texts.map((text) => [{ kind: 'text', text }])
    : undefined;
}

/** What the callers of the parameter's function pass; undefined when some of it says no more than the hole. */
function passedValues(m: Machine, graph: CallGraph, hole: OriginHole, guards: Guards): Part[][] | undefined {
  const { origin } = hole;
  if (!origin || origin.parameter === 'this') return undefined;
  const { module, fn } = origin.activation;
  const out = new Map<string, Part[]>();
  for (const { value, guards: given, entered } of valuesPassed(m, graph, hole)) {
    if (value.kind === 'undefined' || value.kind === 'null') continue;
    if (decidesOtherwise(m, guards, origin.activation, entered, given)) continue;
    const parts = [...replacedAgain(toParts(m, value, undefined, entered), hole.replaced)];
    if (
      parts.some(
        (p) =>
          p.kind === 'hole' &&
          (p as OriginHole).origin?.activation.fn === fn &&
          (p as OriginHole).origin?.activation.module === module,
      )
    )
      continue;
    out.set(parts.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join(''), parts);
  }
  return out.size > 0 && out.size <= maxFillings ? [...out.values()] : undefined;
}

/** The values that the callers of a parameter's function give it, in the activations that they make; none where they are too many. */
export function* valuesPassed(
  m: Machine,
  graph: CallGraph,
  hole: Pick<OriginHole, 'origin' | 'path'>,
): Iterable<Alternative & { readonly entered: Activation }> {
  const { origin } = hole;
  if (!origin || origin.parameter === 'this') return;
  const { module, fn } = origin.activation;
  const sites = (graph.callers.get(functionKey(module, fn)) ?? []).filter(
    (site) => !isOfTest(site, module.file),
  );
  // The first of them would speak for the others.
  if (sites.length > mostCallers) return;
  const own: Activation[] = [];
  const others: Activation[] = [];
  for (const site of sites) {
    startQuestion(m);
    for (const entered of outcomeOf(m, site).entered)
      if (entered.fn === fn && entered.module === module)
        (makesOne(m, entered, origin.activation) ? own : others).push(entered);
  }
  for (const entered of own.length > 0 ? own : others)
    for (const { value, guards } of passedBy(m, hole, entered)) yield { value, guards, entered };
}

/** Whether a run of a constructor makes what another one does: an instance of the same class, or of a class below it. */
function makesOne(m: Machine, run: Activation, asked: Activation): boolean {
  const [made, wanted] = [run, asked].map(({ self }) => self?.[0]?.value);
  if (made?.kind !== 'instance' || wanted?.kind !== 'instance') return true;
  return foundAbove(m, made.of, wanted.of).some(({ activation }) => activation === wanted.of.activation);
}
