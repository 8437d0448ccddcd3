import type { CallGraph } from '../values/call-graph.js';
import { classChain } from '../values/inheritance.js';
import { outcomeOf } from '../values/outcome.js';
import { functionKey, startQuestion, type Machine } from '../values/machine.js';
import { normalize, type Part } from '../values/parts.js';
import { passedBy } from '../values/passed.js';
import { instanceKey } from '../values/stores.js';
import { toParts } from '../values/to-string.js';
import { afterTrail } from '../values/trails.js';
import { closedTexts } from '../values/types.js';
import type { Activation, OriginHole, Value } from '../values/value.js';

/** More values than this for one hole say less than the hole's name. */
const maxFillings = 12;

/**
 * Fills holes that callers couldn't fill on the way to the request: a base given to a constructor,
 * a parameter of a type that lists its values. Returns the URLs, at least the one given.
 */
export function fillHoles(
  m: Machine,
  graph: CallGraph,
  url: readonly Part[],
  depth = 0,
): readonly (readonly Part[])[] {
  const at = url.findIndex((p, i) => p.kind === 'hole' && fillings(m, graph, p, i === 0) !== undefined);
  const hole = url[at];
  if (hole?.kind !== 'hole' || depth > 3) return [url];
  const values = (fillings(m, graph, hole, at === 0) ?? []).map((parts) =>
    m.keepsTrails ? parts.map((part) => afterTrail(part, hole.trail)) : parts,
  );
  return values
    .flatMap((parts) =>
      fillHoles(m, graph, normalize([...url.slice(0, at), ...parts, ...url.slice(at + 1)]), depth + 1),
    )
    .slice(0, 32);
}

function fillings(m: Machine, graph: CallGraph, hole: OriginHole, isBase: boolean): Part[][] | undefined {
  const passed = isBase ? passedValues(m, graph, hole) : undefined;
  if (passed) return passed;
  const texts = hole.type && closedTexts(m, hole.type);
  return texts && texts.length > 0 && texts.length <= maxFillings
    ? texts.map((text) => [{ kind: 'text', text }])
    : undefined;
}

/** What the callers of the parameter's function pass; undefined when some of it says no more than the hole. */
function passedValues(m: Machine, graph: CallGraph, hole: OriginHole): Part[][] | undefined {
  const { origin } = hole;
  if (!origin || origin.parameter === 'this') return undefined;
  const { module, fn } = origin.activation;
  const out = new Map<string, Part[]>();
  for (const { value, entered } of valuesPassed(m, graph, hole)) {
    if (value.kind === 'undefined' || value.kind === 'null') continue;
    const parts = toParts(m, value, undefined, entered);
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

/** The values that the first callers of a parameter's function give it, in the activations that they make. */
export function* valuesPassed(
  m: Machine,
  graph: CallGraph,
  hole: Pick<OriginHole, 'origin' | 'path'>,
): Iterable<{ readonly value: Value; readonly entered: Activation }> {
  const { origin } = hole;
  if (!origin || origin.parameter === 'this') return;
  const { module, fn } = origin.activation;
  const sites = graph.callers.get(functionKey(module, fn)) ?? [];
  const own: Activation[] = [];
  const others: Activation[] = [];
  for (const site of sites.slice(0, maxFillings)) {
    startQuestion(m);
    for (const entered of outcomeOf(m, site).entered)
      if (entered.fn === fn && entered.module === module)
        (makesOne(m, entered, origin.activation) ? own : others).push(entered);
  }
  for (const entered of own.length > 0 ? own : others)
    for (const { value } of passedBy(m, hole, entered)) yield { value, entered };
}

/** Whether a run of a constructor makes what another one does: an instance of the same class, or of a class below it. */
function makesOne(m: Machine, run: Activation, asked: Activation): boolean {
  const [made, wanted] = [run, asked].map(({ self }) => self?.[0]?.value);
  if (made?.kind !== 'instance' || wanted?.kind !== 'instance') return true;
  const { of } = wanted;
  return classChain(m, made.of).some(
    (c) =>
      (c.kind === 'class' || c.kind === 'function') &&
      instanceKey(c) === instanceKey(of) &&
      c.activation === of.activation,
  );
}
