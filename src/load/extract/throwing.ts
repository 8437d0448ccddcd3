import type { At, Call, Expr, FunctionIndex, ModuleSummary, TestId } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { nested } from '../../values/inner.js';
import { partsIn } from '../../values/sub-expressions.js';
import type { Activation } from '../../values/value.js';
import { assignedLater } from './module-variables.js';
import { comesFromAnswer, deepest, enteredBy, isAfterFailure } from './presence.js';
import { siteKey } from './sinks.js';
import type { Walker } from './walker.js';
import { wordsOf } from './words.js';

type Guards = Readonly<Record<TestId, string>>;

/** Functions that are looked at in one question; where there are more, any of them may throw. */
const mostFunctions = 60;
const assertions = /^(?:assert|invariant|expect)\b/;

/** Whether code throws because of what an answer says, and not because there is none: `if (job.state !== 'done') throw …`. */
export function mayThrowWhenWell(w: Walker, activation: Activation, block?: At, depth = 0): boolean {
  if (depth > deepest) return true;
  let left = mostFunctions;
  const seen = new Set<string>();
  return throwsIn(activation, block, true, false);

  /** `isAsked`: an answer decides that it runs. `isSent`: something has been sent before it runs. */
  function throwsIn(place: Activation, at: At | undefined, isAsked: boolean, isSent: boolean): boolean {
    const { module, fn } = place;
    if (left-- <= 0) return true;
    const isInside = (inner: At): boolean => at === undefined || (inner[0] >= at[0] && inner[1] <= at[1]);
    const calls = module.calls.flatMap((call, index) =>
      call.within === fn && call.kind !== 'decorator' && isInside(call.at) ? [{ call, index }] : [],
    );
    const around = at === undefined ? {} : commonTo(calls.map(({ call }) => call));
    const own = (guards: Guards): Guards =>
      Object.fromEntries(Object.entries(guards).filter(([test, branch]) => around[test] !== branch));
    const thrown = (module.throws ?? []).some(
      ({ within, at: where, guards }) => within === fn && isInside(where) && isThrown(own(guards), where),
    );
    if (thrown) return true;
    return calls.some(({ call, index }) => {
      const decided = own(call.guards);
      if (isRejection(call, place)) return isThrown(decided, call.at);
      if (isAfterFailure(w, decided, place, depth + 1)) return false;
      const expr = { kind: 'call', call: index, at: call.at } as const;
      if (assertions.test(wordsOf(call.callee, module)) && comesFromAnswer(w, { expr, activation: place }))
        return true;
      const reached = isAsked && (Object.keys(decided).length === 0 || isAskedBy(decided, call.at));
      const isLater = isBehind(call.at);
      const maker = makerOf(call, module);
      const made = maker === undefined ? undefined : nested(w.m, place, maker);
      return (made ? [made] : enteredBy(w, { expr, activation: place })).some((target) => {
        const key = `${target.id}${reached}${isLater}`;
        if (seen.has(key)) return false;
        seen.add(key);
        return throwsIn(target, undefined, reached, isLater);
      });
    });

    function isThrown(decided: Guards, where: At): boolean {
      if (isAfterFailure(w, decided, place, depth + 1)) return false;
      return Object.keys(decided).length === 0 ? isAsked : isAskedBy(decided, where);
    }

    function isAskedBy(decided: Guards, where: At): boolean {
      return asksAnswer(w, decided, place) || (isBehind(where) && asksState(decided, place));
    }

    /** Whether something has been sent before. */
    function isBehind(where: At): boolean {
      const isBefore = ({ call, index }: (typeof calls)[number]): boolean =>
        call.at[1] <= where[0] && w.interest.sites.has(siteKey(module.file, index));
      return isSent || calls.some(isBefore);
    }
  }
}

/** `Promise.reject(error)`, and the same through the second parameter of what makes a promise. */
function isRejection({ callee }: Call, { module }: Activation): boolean {
  const called = callee.kind === 'reference' ? module.bindings[callee.binding]?.value : callee;
  return called?.kind === 'parameter'
    ? called.index === 1 && module.calls.some((call) => makerOf(call, module) === called.fn)
    : wordsOf(callee, module) === 'Promise.reject';
}

/** The function that `new Promise` runs. */
function makerOf({ kind, callee, args }: Call, module: ModuleSummary): FunctionIndex | undefined {
  const made = args[0]?.value;
  return kind === 'new' && made?.kind === 'function' && wordsOf(callee, module) === 'Promise'
    ? made.fn
    : undefined;
}

/** The blocks of a function that are tried, in their order. */
const triedBlocks = ({ module, fn }: Activation): readonly At[] =>
  module.calls
    .flatMap(({ within, frames }) =>
      within === fn
        ? frames.flatMap((frame) => (frame.kind === 'try' && frame.part === 'try' ? [frame.at] : []))
        : [],
    )
    .toSorted((a, b) => a[0] - b[0]);

/** The block of the `try` that begins at an offset. */
export const blockAt = (activation: Activation, offset: number): At | undefined =>
  triedBlocks(activation).find(([start]) => start > offset);

/** The block that a handler stands behind. */
export const blockBefore = (activation: Activation, handler: At): At | undefined =>
  triedBlocks(activation)
    .filter(([, end]) => end <= handler[0])
    .reduce<At | undefined>((last, at) => (last && last[1] > at[1] ? last : at), undefined);

function commonTo(calls: readonly Call[]): Guards {
  const [first, ...others] = calls;
  return Object.fromEntries(
    Object.entries(first?.guards ?? {}).filter(([test, branch]) =>
      others.every(({ guards }) => guards[test] === branch),
    ),
  );
}

/** Whether one of some decisions is made by what was answered. */
const asksAnswer = (w: Walker, guards: Guards, activation: Activation): boolean =>
  askedBy(guards, activation).some((expr) => comesFromAnswer(w, { expr, activation }));

/** Whether one is made by what outlives the function, which an answer, or others, may have changed. */
const asksState = (guards: Guards, { module }: Activation): boolean =>
  askedBy(guards, { module }).some((expr) => isState(expr, module));

function isState(expr: Expr, module: ModuleSummary): boolean {
  if (expr.kind === 'this') return true;
  if (expr.kind === 'call') return isState(module.calls[expr.call]?.callee ?? { kind: 'undefined' }, module);
  if (expr.kind !== 'reference') return partsIn(expr).some((part) => isState(part, module));
  const base = baseBinding(expr.binding);
  if (module.bindings[base]?.within !== 0) return false;
  const { kind } = module.bindings[base].value;
  return (
    kind === 'object' || kind === 'array' || kind === 'call' || assignedLater(module, base)?.length !== 0
  );
}

const askedBy = (guards: Guards, { module }: Pick<Activation, 'module'>): readonly Expr[] =>
  Object.keys(guards).flatMap((test) => {
    const summary = module.tests[test];
    return (summary?.kind === 'condition' ? summary.condition : summary?.discriminant) ?? [];
  });
