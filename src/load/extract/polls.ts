import type { At, Call, Expr, ModuleSummary, TestId } from '../../model/module-summary.js';
import { partsIn } from '../../values/sub-expressions.js';

/** What tells a failure from an answer: what is tried again because of it is not asked again while all is well. */
const failures =
  /\b(?:ok|success\w*|errors?|isError|headers|statusCode|retryable)\b|\bstatus\s*(?:[<>]=?|[!=]==?)\s*(?:\d|\w+\.)/i;

/**
 * Whether a loop goes on because of what an answer says, and not because there is none:
 * `if (job.state === 'done') return job` in its rounds, or in its head.
 */
export const isPolled = (module: ModuleSummary, { at }: { readonly at: At }): boolean =>
  Object.keys(module.tests).some(
    (test) => isIn(placeOf(module, test), at) && asksAnswer(module, test) && leaves(module, test, at),
  );

/** Whether a call is only made because of what an answer says. */
export const isAskedAgain = (module: ModuleSummary, { guards }: Call): boolean =>
  Object.keys(guards).some((test) => asksAnswer(module, test));

const isIn = (inner: At | undefined, [from, to]: At): boolean =>
  inner !== undefined && inner[0] >= from && inner[1] <= to;

function placeOf({ tests }: ModuleSummary, id: TestId): At | undefined {
  const test = tests[id];
  return test?.kind === 'condition' && 'at' in test.condition ? test.condition.at : undefined;
}

/** Whether a decision ends a round: what comes after it runs on one of its branches only, and stands in neither. */
function leaves({ calls }: ModuleSummary, test: TestId, at: At): boolean {
  const isBranch = ({ frames }: Call): boolean =>
    frames.some((frame) => frame.kind === 'branch' && frame.test === test);
  const inside = calls.filter((call) => isIn(call.at, at));
  return inside.some((call) => call.guards[test] !== undefined && !isBranch(call)) || !inside.some(isBranch);
}

function asksAnswer(module: ModuleSummary, id: TestId): boolean {
  const test = module.tests[id];
  return test?.kind === 'condition' && !failures.test(test.text) && mentions(module, test.condition, 0);
}

/** Whether an expression looks into an answer. */
function mentions(module: ModuleSummary, expr: Expr, depth: number): boolean {
  if (depth > 6) return false;
  if (isPartOfAnswer(module, expr, 0)) return true;
  if (expr.kind === 'call')
    return module.calls[expr.call]?.args.some(({ value }) => isPartOfAnswer(module, value, 0)) ?? false;
  return partsIn(expr).some((part) => mentions(module, part, depth + 1));
}

/** A member of what a call gave, by whatever name. */
const isPartOfAnswer = (module: ModuleSummary, expr: Expr, depth: number): boolean =>
  leadsTo(
    module,
    expr,
    (one, at) =>
      one.kind === 'member' &&
      (leadsTo(module, one.object, isAnswer, 0) || isPartOfAnswer(module, one.object, at + 1)),
    depth,
  );

const isAnswer = ({ kind }: Expr): boolean => kind === 'await';

/** Whether an expression, or what the variables in its place hold, is of a kind. */
function leadsTo(
  module: ModuleSummary,
  expr: Expr,
  isIt: (expr: Expr, depth: number) => boolean,
  depth: number,
): boolean {
  if (depth > 6) return false;
  if (isIt(expr, depth)) return true;
  const further = (one: Expr): boolean => leadsTo(module, one, isIt, depth + 1);
  switch (expr.kind) {
    case 'reference': {
      const value = module.bindings[expr.binding]?.value;
      return value !== undefined && further(value);
    }
    case 'choice':
      return expr.options.some(({ value }) => further(value));
    case 'type-cast':
      return further(expr.value);
    default:
      return false;
  }
}
