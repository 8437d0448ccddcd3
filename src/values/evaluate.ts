import { activationOf } from './activation-of.js';
import type { Expr } from '../model/module-summary.js';
import { compact, cutsSoFar, flatMap, map, under, withRest } from './alternatives.js';
import { bounded } from './bounded.js';
import { callExpression, invoke } from './call.js';
import { changedInside } from './changed-urls.js';
import { whileFinding } from './circles.js';
import { withComputedStores } from './computed-stores.js';
import { concatenated, textual } from './concatenated.js';
import { evaluateChoice } from './choice.js';
import { absorbEmpty } from './empty-stand-in.js';
import { elementOf } from './element.js';
import { withGivenMembers } from './given-members.js';
import { oneGuard } from './guards.js';
import { hole, holeFor, nameOf } from './holes.js';
import { globalNamed } from './global-named.js';
import { importedValue, importExpression } from './imports.js';
import { evaluateArray, evaluateObject } from './literals.js';
import type { Machine } from './machine.js';
import { omitKeys } from './assign.js';
import { evaluateAssigned } from './assigned.js';
import { member } from './member.js';
import { keptField, withOwnFields } from './own-fields.js';
import { evaluateOperator, plus } from './operators.js';
import { argumentsValue, parameterValue } from './parameter.js';
import { presenceOf } from './question.js';
import { endReads, readIn } from './reads.js';
import { begin, recall, remember } from './remember.js';
import { superValue, thisValue } from './this.js';
import { throughExpr } from './trails.js';
import { castTo } from './types.js';
import {
  isNullish,
  literalValue,
  sure,
  truthiness,
  undefinedValue,
  type Activation,
  type Alternatives,
  type Lazy,
  type Value,
} from './value.js';

/** Every value that an expression can have in an activation. Costs steps of the budget; never throws, never loops. */
export function evaluate(m: Machine, expr: Expr, activation: Activation): Alternatives {
  m.steps += 1;
  if (m.steps > m.limit || m.depth > m.budget.depth)
    return isSaidHere(expr) ? dispatch(m, expr, activation) : sure(holeFor('budget', expr, activation));
  readIn(m, activation);
  const current = m.reads?.current;
  m.depth += 1;
  try {
    const before = cutsSoFar();
    const found = withRest(dispatch(m, expr, activation), before, () => holeFor('budget', expr, activation));
    const values = bounded(found, expr, activation);
    return m.keepsTrails ? throughExpr(values, m, expr, activation) : values;
  } catch (error) {
    // The stack was short already when the question was asked.
    if (error instanceof RangeError) return sure(holeFor('budget', expr, activation));
    throw error;
  } finally {
    m.depth -= 1;
    endReads(m, current);
  }
}

/**
 * What is known without another step: of `options.fetch || fetch` the second, where the first takes too long. Other
 * values are not: of a text or an object that is put together, a part would stand for the whole.
 */
const isSaidHere = ({ kind }: Expr): boolean => kind === 'global';

function dispatch(m: Machine, expr: Expr, activation: Activation): Alternatives {
  const { module } = activation;
  switch (expr.kind) {
    case 'literal':
      return sure(literalValue(expr.value));
    case 'undefined':
      return sure(undefinedValue);
    case 'regexp':
      return sure({ kind: 'regexp', pattern: expr.pattern, flags: expr.flags });
    case 'concat':
      return concatenated(m, expr, activation);
    case 'plus':
      return flatMap(textual(m, expr.left, activation), (left) =>
        map(textual(m, expr.right, activation), (right) => plus(m, left, right, activation)),
      );
    case 'operator':
      return evaluateOperator(m, expr, activation);
    case 'reference':
      return reference(m, expr.binding, activation);
    case 'global':
      return globalNamed(m, expr.name, activation);
    case 'this':
      return withOwnFields(m, thisValue(m, activation), expr, activation);
    case 'super':
      return superValue(m, withOwnFields(m, thisValue(m, activation), expr, activation), activation);
    case 'member':
      return flatMap(evaluate(m, expr.object, activation), (object) =>
        flatMap(evaluate(m, expr.key, activation), (key) => member(m, object, key, expr, activation)),
      );
    case 'call':
      return callExpression(m, expr.call, activation);
    case 'object':
      return evaluateObject(m, expr.entries, activation, expr.isChanged);
    case 'array':
      return evaluateArray(m, expr, activation);
    case 'function':
      return sure({ kind: 'function', fn: expr.fn, activation, self: undefined, bound: [] });
    case 'class': {
      const summary = module.classes[expr.cls];
      return summary
        ? sure({ kind: 'class', cls: expr.cls, summary, activation })
        : sure(holeFor('unsupported-syntax', expr, activation));
    }
    case 'choice':
      return evaluateChoice(m, expr, activation);
    case 'default':
      return evaluateDefault(m, expr, activation);
    case 'and':
      return flatMap(evaluate(m, expr.left, activation), (left) =>
        evaluateAnd(m, left, expr.right, activation),
      );
    case 'element': {
      const element = activation.elements?.get(expr.test);
      if (element) return force(m, element);
      return elementOf(
        m,
        evaluate(m, expr.of, activation),
        `${activation.id}:${expr.test}`,
        expr,
        activation,
      );
    }
    case 'await':
      return evaluate(m, expr.value, activation);
    case 'kept':
      return keptField(m, expr, activation);
    case 'assigned':
      return evaluateAssigned(m, expr, activation);
    case 'rest':
      return map(evaluate(m, expr.of, activation), (value) =>
        omitKeys(m, value, expr.omit, expr.from, activation),
      );
    case 'import':
      return importExpression(m, expr, activation);
    case 'imported':
      return importedValue(m, expr, activation);
    case 'parameter':
      return parameterValue(m, expr.index, activationOf(m, activation, expr.fn));
    case 'arguments':
      return sure(argumentsValue(m, activationOf(m, activation, expr.fn)));
    case 'invoke':
      return flatMap(evaluate(m, expr.fn, activation), (fn) =>
        invoke(m, fn, [], undefined, activation, 'invoke'),
      );
    case 'type-cast':
      return flatMap(evaluate(m, expr.value, activation), (value) => castTo(m, value, expr.type, activation));
    case 'opaque':
      return sure(hole(expr.reason, expr.name, module, expr.at));
  }
}

/** Forces an argument or property. */
export function force(m: Machine, lazy: Lazy): Alternatives {
  if (lazy.kind === 'values') return lazy.values;
  if (lazy.kind === 'expr') return evaluate(m, lazy.expr, lazy.activation);
  if (lazy.kind === 'either') return lazy.options.flatMap((o) => under(force(m, o.value), o.guards));
  if (lazy.kind === 'once') return once(m, lazy);
  if (lazy.kind === 'overridable')
    return [
      ...force(m, lazy.value),
      ...sure<Value>({
        ...lazy.by,
        isReplacement: true,
        ...(lazy.by.isOptional || lazy.by.isOmittable ? { isOverride: true } : {}),
      }),
    ];
  const fn: Value = {
    kind: 'function',
    fn: lazy.fn,
    activation: lazy.activation,
    self: undefined,
    bound: [],
  };
  return invoke(m, fn, [], undefined, lazy.activation, `getter${lazy.fn}`);
}

const once = (m: Machine, { key, value, within }: Extract<Lazy, { kind: 'once' }>): Alternatives =>
  whileFinding(
    m,
    key,
    () => force(m, value),
    () => force(m, within),
  );

/** A variable's value, found once per activation; a value that depends on itself is a hole. */
function reference(m: Machine, binding: string, activation: Activation): Alternatives {
  const summary = activation.module.bindings[binding];
  if (!summary)
    return sure(hole('unsupported-syntax', binding.split('@')[0] ?? '', activation.module, [0, 0]));
  const owner = activationOf(m, activation, summary.within);
  const counted = owner.elements?.get(binding);
  if (counted) return force(m, counted);
  const known = recall(m, owner.memo, binding);
  if (known === 'running') return sure(hole('mutated', summary.name, owner.module, [0, 0]));
  if (known) return known;
  owner.memo.set(binding, 'running');
  const begun = begin(m, owner.memo, binding);
  let values = evaluate(m, summary.value, owner);
  if (summary.type) {
    const { type } = summary;
    values = flatMap(values, (value) =>
      value.kind === 'hole' ? castTo(m, value, type, owner) : sure(value),
    );
  }
  const home = `${owner.module.file}#${baseBinding(binding)}`;
  const settled = compact(
    map(values, (value) => {
      const held = named(atHome(value, home), summary.name);
      if (held.kind === 'url') return changedInside(held, binding, owner);
      if (held.kind === 'external' && held.home === home)
        return withGivenMembers(m, held, baseBinding(binding), owner);
      // What a parameter holds was made elsewhere, and is changed here.
      return held.kind === 'object' && (held.home === home || summary.value.kind === 'parameter')
        ? withComputedStores(m, held, baseBinding(binding), owner)
        : held;
    }),
  );
  remember(m, owner.memo, binding, settled, begun);
  return settled;
}

/** The variable of a version: `name@12#3` and `name@12#any` are `name@12`. */
export const baseBinding = (binding: string): string => binding.split(/[#~]/)[0] ?? binding;

function atHome(value: Value, home: string): Value {
  if ((value.kind === 'object' || value.kind === 'external') && value.home === undefined) {
    if (value.kind === 'external' && value.steps.every((s) => s.kind === 'member')) return value;
    return { ...value, home };
  }
  return value;
}

/** An element of a collection takes the name of the variable that holds it. */
const named = (value: Value, name: string): Value =>
  value.kind === 'hole' && value.name === '' ? { ...value, name } : value;

/** What is beside something unknown is taken for what both give; only an answer to a question isn't. */
function evaluateAnd(m: Machine, left: Value, right: Expr, activation: Activation): Alternatives {
  const truth = truthiness(left);
  if (truth === false) return sure(left);
  const values = evaluate(m, right, activation);
  const isAnswer = values.some(({ value }) => value.kind === 'boolean' && value.value);
  return truth === undefined && isAnswer ? [...values, ...sure(left)] : values;
}

function evaluateDefault(
  m: Machine,
  expr: Extract<Expr, { kind: 'default' }>,
  activation: Activation,
): Alternatives {
  const own = `${activation.id}:default:${nameOf(expr.left, activation.module)}`;
  return flatMap(evaluate(m, expr.left, activation), (left) => {
    const absent =
      expr.operator === '||' ? falsy(left) : expr.operator === '??' ? isNullish(left) : isUndefined(left);
    if (absent === true || (left.kind === 'hole' && left.isUnset === true))
      return evaluate(m, expr.right, activation);
    // An object that replaces something known does so with a value.
    if (absent === false || (left.kind === 'hole' && left.isReplacement === true)) return sure(left);
    const presence = expr.operator === '||' ? presenceOf(left) : undefined;
    const key = presence ?? own;
    const given = oneGuard(key, presence ? 'then' : 'given');
    const missing = oneGuard(key, presence ? 'else' : 'missing');
    const standIns = under(evaluate(m, expr.right, activation), missing);
    if (expr.operator !== '=') return absorbEmpty([{ value: left, guards: given }], standIns, key);
    // A default in a pattern says that callers may well give nothing.
    const maybe: Value = left.kind === 'hole' ? { ...left, isOptional: true } : left;
    return [{ value: maybe, guards: given }, ...standIns];
  });
}

function falsy(value: Value): boolean | undefined {
  const truth = truthiness(value);
  return truth === undefined ? undefined : !truth;
}

function isUndefined(value: Value): boolean | undefined {
  return value.kind === 'undefined' ? true : value.kind === 'hole' ? undefined : false;
}
