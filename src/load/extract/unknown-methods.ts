import { functionsAt } from '../../values/builtins/callbacks.js';
import type { Value } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import type { Term } from '../term.js';
import { nothing } from '../term.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { placeOf } from './methods.js';
import { runsOnce, unknownCallbacks } from './externals.js';
import { lengthOf } from './lengths.js';
import { inBurst, setOffByEach, setOffSoFar } from './loops.js';
import { holdersOf } from './promises.js';
import type { Run } from './run.js';
import { isNothing, waited } from './run.js';
import type { Walker } from './walker.js';

const eachMethods = /^(?:map|forEach|flatMap|filter|some|every|find|each|eachAsync)$/;
/** What may keep a function, to run it whenever it likes. */
const keepers = /^(?:add|push|unshift|append|register|subscribe|listen|use|watch|observe|on[A-Z]\w*)$/;

/** A method of something unknown: one of a collection by its name, else a function that runs once, unless it may be kept. */
export function unknownMethod(w: Walker, here: CallHere, callees: readonly Value[]): Run {
  const { call, index, activation } = here;
  const { callee } = call;
  const name = callee.kind === 'member' && callee.key.kind === 'literal' ? String(callee.key.value) : '';
  const isUsed = call.awaited !== 'no' || holdersOf(activation.module, index).size > 0;
  const term = unknownMethodTerm(w, here, callees, name);
  if (isUsed || isNothing(term) || !keepers.test(name)) return waited(term);
  return unknownCallbacks(w, here, term, functionsAt({ m: w.m, args: here.args, site: here }, 0)[0]);
}

function unknownMethodTerm(w: Walker, here: CallHere, callees: readonly Value[], name: string): Term {
  const { callee } = here.call;
  const before = setOffSoFar(w);
  const site = { m: w.m, args: here.args, site: here };
  // `step.run('name', fn)`: what is run may stand behind other arguments.
  const places = runsOnce.test(name) ? here.args.map((_, i) => i) : [0];
  const functions = places.flatMap((i) => functionsAt(site, i));
  const terms = functions
    .map((fn) => functionTerm(w, here, fn, undefined, 'unknown'))
    .filter((term) => !isNothing(term));
  const [first] = terms;
  if (callee.kind !== 'member' || !eachMethods.test(name) || callees.length === 0) return first ?? nothing;
  const length = (): Quantity => lengthOf(w, callee.object, here.activation);
  setOffByEach(w, before, length);
  const [one] = functions;
  return first === undefined ? nothing : inBurst(length(), first, one && placeOf(one));
}
