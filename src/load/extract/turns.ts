import type { Call, Expr, ModuleSummary } from '../../model/module-summary.js';
import { baseBinding } from '../../values/evaluate.js';
import { ofFunction, partsIn } from '../../values/sub-expressions.js';
import { isStart } from './slots.js';

/**
 * `if (active >= 4) await new Promise((resolve) => waiting.push(resolve))`, and `waiting.shift()?.()` where work is done:
 * who waits goes on for one that has ended, so that no more of them go on together than came together.
 */
export function goesOnOneByOne(module: ModuleSummary, { at, guards }: Call): boolean {
  if (Object.keys(guards).length === 0) return false;
  const push = module.calls.find(
    ({ callee, at: inner }) => at[0] < inner[0] && inner[1] <= at[1] && memberOf(callee)?.name === 'push',
  );
  const list = push && memberOf(push.callee)?.object;
  return list !== undefined && isTakenOneByOne(module, list);
}

/** Whether elements leave a list one at a time, and nothing else is done with it. */
function isTakenOneByOne(module: ModuleSummary, list: Expr): boolean {
  const isList = (expr: Expr): boolean => isSame(expr, list);
  const takes = module.calls.filter(({ callee }) => {
    const member = memberOf(callee);
    return member !== undefined && /^(?:shift|pop)$/.test(member.name) && isList(member.object);
  });
  const isPlain = (expr: Expr): boolean => {
    const member = memberOf(expr);
    if (isList(expr)) return false;
    const isOwn = member !== undefined && own.test(member.name) && isList(member.object);
    return isOwn || partsIn(expr).every(isPlain);
  };
  const inLoop = takes.some(({ frames }) => frames.some(({ kind }) => kind === 'loop'));
  return (
    takes.length > 0 &&
    !inLoop &&
    putInto(module, list).every(isFromItself(isList)) &&
    elsewhere(module, list).every(isPlain)
  );
}

const own = /^(?:push|shift|pop|length)$/;

/** A list with one element more or less; lists are made where nothing waits yet. */
const isFromItself =
  (isList: (expr: Expr) => boolean) =>
  (expr: Expr): boolean =>
    expr.kind === 'choice' || isList(expr) || partsIn(expr).some(isFromItself(isList));

/** What functions put in the place of a list. */
const putInto = (module: ModuleSummary, list: Expr): readonly Expr[] =>
  list.kind === 'reference'
    ? Object.entries(module.bindings).flatMap(([id, { value }]) =>
        baseBinding(id) === baseBinding(list.binding) && id !== baseBinding(id) ? [value] : [],
      )
    : module.classes.flatMap(({ members }) =>
        members.flatMap(({ kind, key, value, within }) =>
          kind === 'field' && key === memberOf(list)?.name && value && !isStart(module, within ?? 0)
            ? [value]
            : [],
        ),
      );

/** All that a module says but for what a list is. */
const elsewhere = (module: ModuleSummary, list: Expr): readonly Expr[] => [
  ...Object.entries(module.bindings).flatMap(([id, { value }]) =>
    list.kind === 'reference' && baseBinding(id) === baseBinding(list.binding) ? [] : [value],
  ),
  ...module.exports.flatMap((e) => ('value' in e ? [e.value] : [])),
  ...module.calls.flatMap(({ callee, args }) => [callee, ...args.map(({ value }) => value)]),
  ...module.functions.flatMap(ofFunction),
];

const memberOf = (expr: Expr): { readonly object: Expr; readonly name: string } | undefined =>
  expr.kind === 'member' && expr.key.kind === 'literal'
    ? { object: expr.object, name: String(expr.key.value) }
    : undefined;

function isSame(a: Expr, b: Expr): boolean {
  if (a.kind === 'reference' && b.kind === 'reference')
    return baseBinding(a.binding) === baseBinding(b.binding);
  const [of, other] = [memberOf(a), memberOf(b)];
  return of?.object.kind === 'this' && other?.object.kind === 'this' && of.name === other.name;
}
