import type { ClassMember } from '../model/class-summary.js';
import type { Expr, ModuleSummary } from '../model/module-summary.js';
import { baseBinding, evaluate } from './evaluate.js';
import { classChain } from './inheritance.js';
import type { Machine } from './machine.js';
import { outcomeOf } from './outcome.js';
import { storeKey, storedUnder } from './stores.js';
import { textOf, type Activation, type ClassValue, type Value } from './value.js';

/** So many local names a question is followed through: `const isReady = client !== null`. */
const mostHops = 4;

/**
 * Whether a test asks for what may be missing: an entry, a field that its class sets in some cases only, or what only
 * functions that run later set: what it holds then says nothing of the time before.
 */
export function mayBeUnset(m: Machine, condition: Expr, activation: Activation, hops = 0): boolean {
  if (hops > mostHops) return false;
  const of = (expr: Expr): boolean => mayBeUnset(m, expr, activation, hops + 1);
  switch (condition.kind) {
    case 'operator': {
      const [left, right] = condition.operands;
      const isCompared = /^[!=]==?$/.test(condition.operator) && right !== undefined;
      const isAsked = isCompared
        ? isNone(right) || isTypeOf(left)
        : /^(?:!|typeof)$/.test(condition.operator);
      return isAsked && left !== undefined && of(left);
    }
    case 'call': {
      const { entered } = outcomeOf(m, { module: activation.module, index: condition.call, activation });
      return entered.some((target) =>
        target.summary.returns.some(({ value }) => mayBeUnset(m, value, target, hops + 1)),
      );
    }
    case 'and':
      return of(condition.left) || of(condition.right);
    case 'default':
      return of(condition.left) && of(condition.right);
    case 'reference': {
      const { bindings } = activation.module;
      if (isSetLater(activation.module, condition.binding)) return true;
      const held = bindings[condition.binding];
      return held !== undefined && held.within === activation.fn && of(held.value);
    }
    case 'member':
      return isMemberUnset(m, condition, activation, of);
    default:
      return false;
  }
}

/** The branches that a test takes where what it compares is not set yet; none where all that it compares is there. */
export function branchesWhenUnset(
  m: Machine,
  condition: Expr,
  activation: Activation,
  hops = 0,
): readonly ('then' | 'else' | undefined)[] {
  if (hops > mostHops) return [];
  const of = (expr: Expr): ReturnType<typeof branchesWhenUnset> =>
    branchesWhenUnset(m, expr, activation, hops + 1);
  switch (condition.kind) {
    case 'operator': {
      const { operator, operands } = condition;
      if (operator === '!') return operands.flatMap(of).map((branch) => branch && opposite[branch]);
      const unset = operands.filter((operand) => mayBeUnset(m, operand, activation, hops + 1));
      if (unset.length === 0 || operands.some(isNone)) return [];
      // What is missing is equal to nothing else, nor less or more than anything.
      if (unset.length < operands.length && /^(?:===?|[<>]=?)$/.test(operator)) return ['else'];
      return /^!==?$/.test(operator) && unset.length < operands.length ? ['then'] : [undefined];
    }
    case 'call': {
      const { entered } = outcomeOf(m, { module: activation.module, index: condition.call, activation });
      return entered.flatMap((target) =>
        target.summary.returns.flatMap(({ value }) => branchesWhenUnset(m, value, target, hops + 1)),
      );
    }
    case 'and':
      return [...of(condition.left), ...of(condition.right)];
    case 'default':
      return of(condition.left).length + of(condition.right).length > 0 ? [undefined] : [];
    case 'reference': {
      const held = activation.module.bindings[condition.binding];
      return held !== undefined && held.within === activation.fn ? of(held.value) : [];
    }
    default:
      return [];
  }
}

const opposite = { then: 'else', else: 'then' } as const;

const isNone = (expr: Expr): boolean =>
  expr.kind === 'undefined' || (expr.kind === 'literal' && expr.value === null);

const isTypeOf = (expr: Expr | undefined): boolean => expr?.kind === 'operator' && expr.operator === 'typeof';

/** A variable that holds nothing until a function further in sets it. */
const isSetLater = (module: ModuleSummary, binding: string): boolean =>
  binding.endsWith('#any') && !setBefore(module).has(baseBinding(binding));

const heldAtOnce = new WeakMap<ModuleSummary, ReadonlySet<string>>();

/** The variables to which their own function gives something. */
function setBefore(module: ModuleSummary): ReadonlySet<string> {
  const known = heldAtOnce.get(module);
  if (known) return known;
  const found = new Set<string>();
  for (const [id, { value, assignedAt }] of Object.entries(module.bindings))
    if (!id.endsWith('#any') && !isNone(value) && assignedAt === undefined) found.add(baseBinding(id));
  heldAtOnce.set(module, found);
  return found;
}

function isMemberUnset(
  m: Machine,
  { object, key, optional }: Extract<Expr, { kind: 'member' }>,
  activation: Activation,
  of: (expr: Expr) => boolean,
): boolean {
  // Under an unknown key there may be nothing, whatever the entries are that there are.
  if (evaluate(m, key, activation).some(({ value }) => textOf(value) === undefined)) return true;
  if (optional && of(object)) return true;
  if (key.kind !== 'literal') return false;
  return evaluate(m, object, activation).some(({ value }) => isFieldUnset(m, value, String(key.value)));
}

function isFieldUnset(m: Machine, value: Value, key: string): boolean {
  const isStoredLater = (): boolean => {
    const stored = storedUnder(m, storeKey(value) ?? '', key);
    return stored.length > 0 && stored.every((one) => 'activation' in one && one.activation.fn !== 0);
  };
  if (value.kind === 'class') {
    const members = membersOf(value, key, true);
    return members.length > 0 ? isEachSetLater(value, members) : isStoredLater();
  }
  if (value.kind === 'object') {
    const own = value.props.get(key);
    const isEmpty = own === undefined || (own.kind === 'expr' && isNone(own.expr));
    return isEmpty && isStoredLater();
  }
  if (value.kind !== 'instance' || value.of.kind !== 'class' || value.props.has(key)) return false;
  const chain = classChain(m, value.of).flatMap((cls) => (cls.kind === 'class' ? [cls] : []));
  const fields = chain.map((cls) => ({ cls, members: membersOf(cls, key, false) }));
  return (
    fields.some(({ members }) => members.length > 0) &&
    fields.every(({ cls, members }) => members.length === 0 || isEachSetLater(cls, members))
  );
}

/** All that is put into a field. */
const membersOf = ({ summary }: ClassValue, key: string, isStatic: boolean): readonly ClassMember[] =>
  summary.members.filter(
    (x) =>
      x.key === key &&
      x.kind === 'field' &&
      (x.isStatic === true) === isStatic &&
      x.value &&
      !isNone(x.value),
  );

/** Whether methods set a field, and its class itself in some cases only. */
const isEachSetLater = ({ summary }: ClassValue, members: readonly ClassMember[]): boolean =>
  members.length > 0 &&
  members.every(
    ({ isAssigned, isConditional, within }) =>
      isConditional === true || (isAssigned === true && within !== summary.constructorFn),
  );
