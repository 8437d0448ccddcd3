import type { At, Call, TestId } from '../../model/module-summary.js';
import type { Activation } from '../../values/value.js';
import { comesFromAnswer, deepest, enteredBy, isAfterFailure } from './presence.js';
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
  return throwsIn(activation, block, true);

  function throwsIn(place: Activation, at: At | undefined, isAsked: boolean): boolean {
    const { module, fn } = place;
    if (left-- <= 0) return true;
    const isInside = (inner: At): boolean => at === undefined || (inner[0] >= at[0] && inner[1] <= at[1]);
    const calls = module.calls.flatMap((call, index) =>
      call.within === fn && call.kind !== 'decorator' && isInside(call.at) ? [{ call, index }] : [],
    );
    const around = at === undefined ? {} : commonTo(calls.map(({ call }) => call));
    const own = (guards: Guards): Guards =>
      Object.fromEntries(Object.entries(guards).filter(([test, branch]) => around[test] !== branch));
    const thrown = (module.throws ?? []).some(({ within, at: where, guards }) => {
      const made = own(guards);
      if (within !== fn || !isInside(where) || isAfterFailure(w, made, place, depth + 1)) return false;
      return Object.keys(made).length === 0 ? isAsked : asksAnswer(w, made, place);
    });
    if (thrown) return true;
    return calls.some(({ call, index }) => {
      const made = own(call.guards);
      if (isAfterFailure(w, made, place, depth + 1)) return false;
      const expr = { kind: 'call', call: index, at: call.at } as const;
      if (assertions.test(wordsOf(call.callee, module)) && comesFromAnswer(w, { expr, activation: place }))
        return true;
      const reached = isAsked && (Object.keys(made).length === 0 || asksAnswer(w, made, place));
      return enteredBy(w, { expr, activation: place }).some((target) => {
        const key = `${target.id}${reached}`;
        if (seen.has(key)) return false;
        seen.add(key);
        return throwsIn(target, undefined, reached);
      });
    });
  }
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
  Object.keys(guards).some((test) => {
    const summary = activation.module.tests[test];
    const expr = summary?.kind === 'condition' ? summary.condition : summary?.discriminant;
    return expr !== undefined && comesFromAnswer(w, { expr, activation });
  });
