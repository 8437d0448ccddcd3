import type { Expr, ModuleSummary } from '../../model/module-summary.js';
import { constant } from '../quantity.js';
import type { LimiterUse, Term } from '../term.js';
import type { CallHere } from './calls.js';
import type { Reader } from './reader.js';
import { isNothing } from './run.js';
import { laterIn, slotOf, type Slot } from './slots.js';

/** `tail = tail.then(work)`: what is put behind a promise that is kept begins when all that was put there before is done. */
export function inTail(reader: Reader, here: CallHere, term: Term): Term {
  const limiter = isNothing(term) ? undefined : tailOf(reader, here);
  return limiter === undefined ? term : { kind: 'limited', limiter, body: term };
}

function tailOf(reader: Reader, { index, activation }: CallHere): LimiterUse | undefined {
  const { module } = activation;
  const slot = slotOf(activation, behind(module, index));
  if (slot === undefined) return undefined;
  const put = laterIn(reader, activation, slot)?.map(({ value }) =>
    putBehind(module, activation, slot, value),
  );
  if (put?.includes(index) !== true || put.includes(undefined)) return undefined;
  return {
    id: `${module.file}#${slot.name}`,
    shape: { kind: 'concurrency', lanes: constant(1) },
    instance: 'process',
  };
}

/** What `a.then(…).catch(…)` begins with. */
function behind(module: ModuleSummary, index: number): Expr | undefined {
  const callee = module.calls[index]?.callee;
  if (callee?.kind !== 'member' || callee.key.kind !== 'literal') return undefined;
  if (!/^(?:then|catch|finally)$/.test(String(callee.key.value))) return undefined;
  return callee.object.kind === 'call' ? behind(module, callee.object.call) : callee.object;
}

/** The call that puts something behind what a slot holds, where a value is made by that. */
function putBehind(
  module: ModuleSummary,
  activation: CallHere['activation'],
  slot: Slot,
  value: Expr,
  depth = 0,
): number | undefined {
  if (depth > 4) return undefined;
  if (value.kind === 'reference') {
    const held = module.bindings[value.binding]?.value;
    return held && putBehind(module, activation, slot, held, depth + 1);
  }
  if (value.kind !== 'call') return undefined;
  const first = behind(module, value.call);
  if (first === undefined) return undefined;
  return slotOf(activation, first)?.name === slot.name
    ? value.call
    : putBehind(module, activation, slot, first, depth + 1);
}
