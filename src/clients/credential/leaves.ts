import { callFunction } from '../../values/call.js';
import type { CallGraph } from '../../values/call-graph.js';
import { functionKey, type Machine } from '../../values/machine.js';
import { findOnce } from '../../values/remember.js';
import type { Part } from '../../values/parts.js';
import { toParts } from '../../values/to-string.js';
import type { Activation, OriginHole, Value } from '../../values/value.js';
import { valuesPassed } from '../fill.js';
import { envIn, withoutEncoding } from './env-in.js';
import { requestMember } from './kept.js';

/** A text, and what callers put in the place of its parameter. */
export interface Leaf {
  readonly parts: readonly Part[];
  /** It was given to an object or a closure when that was made: which of several a call has, its callers say. */
  readonly ofObject: boolean;
}

const maxCallers = 4;
/** More values than this for one parameter say less than its name. */
const maxValues = 12;

/** What a text can be: itself, or where it is a parameter, what the callers of `frame` and of theirs pass. */
export function leavesOf(
  m: Machine,
  graph: CallGraph,
  text: readonly Part[],
  frame: Activation | undefined,
  ofObject = false,
  depth = 0,
): readonly Leaf[] {
  const parts = withoutEncoding(m, text);
  const hole = parts.find((p): p is OriginHole => p.kind === 'hole');
  const itself = [{ parts, ofObject }];
  const origin = hole?.origin ?? hole?.answers;
  if (!origin || !hole || depth >= maxCallers || envIn(m, parts).length > 0 || requestMember(hole))
    return itself;
  const passed = passedBy(m, graph, { ...hole, origin });
  if (!passed) return itself;
  const isObjects = ofObject || !isCalledIn(frame, origin.activation);
  return passed.flatMap((one) => leavesOf(m, graph, one.parts, one.caller, isObjects, depth + 1));
}

/** Whether a function runs in a chain of calls, so that who calls it is who sends the request. */
function isCalledIn(frame: Activation | undefined, { module, fn }: Activation): boolean {
  for (let a = frame; a; a = a.from?.activation) if (a.fn === fn && a.module === module) return true;
  return false;
}

interface Passed {
  readonly parts: readonly Part[];
  readonly caller: Activation | undefined;
}

const known = new WeakMap<CallGraph, Map<string, readonly Passed[] | undefined>>();

/**
 * What the callers of the parameter's function pass; undefined when some of it says no more than the hole. It is the
 * same whatever leads to the function, so it is found once.
 */
function passedBy(m: Machine, graph: CallGraph, hole: OriginHole): readonly Passed[] | undefined {
  const { origin, path = [] } = hole;
  if (!origin || origin.parameter === 'this') return undefined;
  const all = known.get(graph) ?? new Map<string, readonly Passed[] | undefined>();
  known.set(graph, all);
  const { module, fn } = origin.activation;
  const key = [functionKey(module, fn), origin.parameter, hole.answers ? 'answers' : '', ...path].join(' ');
  return findOnce(m, all, key, () => findPassed(m, graph, hole));
}

function findPassed(m: Machine, graph: CallGraph, hole: OriginHole): readonly Passed[] | undefined {
  const own = hole.origin?.activation;
  const out = new Map<string, Passed>();
  for (const { value: given, entered } of valuesPassed(m, graph, hole))
    // Of a function that is passed, what it answers.
    for (const value of hole.answers ? answersOf(m, given) : [given]) {
      if (value.kind === 'undefined' || value.kind === 'null') continue;
      const parts = toParts(m, value, undefined, entered);
      if (parts.some((p) => p.kind === 'hole' && isOf(p, own))) continue;
      out.set(parts.map((p) => (p.kind === 'text' ? p.text : `{${p.name}}`)).join(''), {
        parts,
        caller: entered.from?.activation,
      });
    }
  return out.size > 0 && out.size <= maxValues ? [...out.values()] : undefined;
}

const answersOf = (m: Machine, given: Value): readonly Value[] =>
  given.kind === 'function'
    ? callFunction(m, given, [], undefined, undefined, 'token').map(({ value }) => value)
    : [given];

const isOf = ({ origin }: OriginHole, own: Activation | undefined): boolean =>
  origin !== undefined && origin.activation.fn === own?.fn && origin.activation.module === own.module;
