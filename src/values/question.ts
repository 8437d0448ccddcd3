import type { Expr, ModuleSummary, TestId } from '../model/module-summary.js';
import { activationOf } from './activation-of.js';
import { evaluate } from './evaluate.js';
import type { Machine } from './machine.js';
import { isGiven } from './typed-as-value.js';
import { textOf, type Activation, type Alternatives, type HoleValue, type Value } from './value.js';

/** A decision under the name that it has wherever the same is asked of the same value. */
export interface Question {
  readonly key: string;
  /** The test asks the opposite: its `then` is what others call `else`. */
  readonly isOpposite: boolean;
}

/**
 * The decision of a test. What is asked of a value that nobody knows is one decision wherever it is asked, in functions
 * that the value is passed to as in this one: `url(id)` and `method(id)` go together. `!id` and `id === undefined` are
 * two questions: an empty text or zero answers them differently. What code sets meanwhile may be asked about again.
 */
export function questionOf(m: Machine, test: TestId, activation: Activation): Question {
  const own = { key: `${activation.id}:${test}`, isOpposite: false };
  const summary = activation.module.tests[test];
  if (!summary) return own;
  if (summary.kind === 'switch') {
    const subject = subjectOf(m, summary.discriminant, activation);
    return subject === undefined ? own : { ...own, key: `${subject}:${activation.module.file}#${test}` };
  }
  return asked(m, summary.condition, activation) ?? own;
}

/** The decision whether the only value that something has was given. */
export function onlyPresenceOf([only, ...others]: Alternatives): string | undefined {
  return only && others.length === 0 ? presenceOf(only.value) : undefined;
}

/** The decision whether something was given that a parameter holds, or a member of one. */
export function presenceOf(value: Value): string | undefined {
  const subject = value.kind === 'hole' ? subjectOfHole(value) : undefined;
  return subject === undefined ? undefined : given(subject).key;
}

/**
 * Whether a text has to be given to the function that it comes from, and something else asks for it: who declares
 * `id: string` there means one, and who asks `id ? … : …` of its own parameter means both.
 */
export function isSurelyGiven(m: Machine, value: Value, { module, fn }: Activation): boolean {
  if (value.kind !== 'hole') return false;
  const { origin, path } = value;
  if (!origin || origin.parameter === 'this' || (path?.length ?? 0) > 0) return false;
  const { activation, parameter } = origin;
  const isAskedElsewhere = activation.fn !== fn || activation.module !== module;
  const isText = activation.summary.parameters[parameter]?.isText === true;
  // Calls of the program say themselves what they give.
  return isAskedElsewhere && isText && !isGiven(m, value);
}

/** Which parameter of a function, or member of one, a decision asks for, if its presence is what it asks for. */
export function presenceAsked(
  key: string,
  activation: Activation,
): Pick<HoleValue, 'origin' | 'path'> | undefined {
  const start = `${activation.id}:`;
  if (!key.startsWith(start) || !key.endsWith(':given')) return undefined;
  const subject = key.slice(start.length, -':given'.length);
  const [parameter = '', ...path] = subject.split('.').filter((part) => part !== '');
  return /^\d+$/.test(parameter) ? { origin: { activation, parameter: Number(parameter) }, path } : undefined;
}

function asked(m: Machine, condition: Expr, activation: Activation): Question | undefined {
  if (condition.kind === 'reference' || condition.kind === 'member') {
    const subject = subjectOf(m, condition, activation);
    // What a variable says was asked when it was set: `const isNew = !id`.
    return askedBefore(m, condition, activation) ?? (subject === undefined ? undefined : given(subject));
  }
  if (condition.kind !== 'operator') return undefined;
  const { operator, operands } = condition;
  const [left, right] = operands;
  if (!left) return undefined;
  if (operator === '!') return opposite(asked(m, left, activation));
  if (!right || !/^[!=]==?$/.test(operator)) return undefined;
  const isLoose = operator.length === 2;
  const question =
    compared(m, [left, right], isLoose, activation) ?? compared(m, [right, left], isLoose, activation);
  return operator.startsWith('!') ? opposite(question) : question;
}

function askedBefore(m: Machine, condition: Expr, activation: Activation): Question | undefined {
  const variable = condition.kind === 'reference' ? activation.module.bindings[condition.binding] : undefined;
  return variable?.value.kind === 'operator' && variable.within === activation.fn
    ? asked(m, variable.value, activation)
    : undefined;
}

const given = (subject: string): Question => ({ key: `${subject}:given`, isOpposite: false });

const opposite = (question: Question | undefined): Question | undefined =>
  question && { ...question, isOpposite: !question.isOpposite };

/** `id === undefined`, `kind === 'a'`. */
function compared(
  m: Machine,
  [left, right]: readonly [Expr, Expr],
  isLoose: boolean,
  activation: Activation,
): Question | undefined {
  if (left.kind !== 'reference' && left.kind !== 'member') return undefined;
  const [to, ...others] = evaluate(m, right, activation);
  if (!to || others.length > 0) return undefined;
  const { kind } = to.value;
  const isNothing = kind === 'undefined' || kind === 'null';
  const text = isNothing ? kind : textOf(to.value);
  const subject = text === undefined ? undefined : subjectOf(m, left, activation);
  if (subject === undefined) return undefined;
  // `id == null` is true of undefined too.
  const how = isNothing && isLoose ? 'nothing' : kind;
  return { key: `${subject}:is:${how}:${text ?? ''}`, isOpposite: false };
}

/** What tells an unknown value from others: the parameter that it comes from, or the variable that was passed on. */
function subjectOf(m: Machine, expr: Expr, activation: Activation): string | undefined {
  const [only, ...others] = evaluate(m, expr, activation);
  if (!only || others.length > 0) return undefined;
  if (only.value.kind === 'external') return variableOf(m, expr, activation);
  return only.value.kind === 'hole'
    ? (subjectOfHole(only.value) ?? variableOf(m, expr, activation))
    : undefined;
}

function subjectOfHole({ origin, path = [], name }: HoleValue): string | undefined {
  if (!origin || origin.parameter === 'this') return undefined;
  const { activation, parameter } = origin;
  const held = path.at(-1) ?? activation.summary.parameters[parameter]?.name;
  // Elements of a list have its origin, and the names of the variables that hold them.
  const isElement = name !== held && !name.endsWith(`.${held ?? ''}`);
  return isElement || path.some((key) => isSet(activation.module, key))
    ? undefined
    : `${activation.id}:${parameter}.${path.join('.')}`;
}

/** What a collection tells of itself, which changes with it. */
const ofCollections: ReadonlySet<string> = new Set(['length', 'size', 'empty', 'isEmpty', 'count']);

/** Whether a member may be another one the next time that it is asked for. */
function isSet(module: ModuleSummary, key: string): boolean {
  const known = keysSet.get(module) ?? keysSetIn(module);
  keysSet.set(module, known);
  return known === 'any' || known.has(key) || ofCollections.has(key);
}

/** Under which keys the code of a module sets members; any, where it computes one. */
const keysSet = new WeakMap<ModuleSummary, ReadonlySet<unknown> | 'any'>();

function keysSetIn({
  stores,
  deletions = [],
  classes,
  bindings,
}: ModuleSummary): ReadonlySet<unknown> | 'any' {
  const versions = Object.values(bindings).flatMap(({ value }) => (value.kind === 'assigned' ? [value] : []));
  const steps = [...stores, ...deletions, ...versions].flatMap(({ path }) => path);
  const keys = steps.flatMap((step) => (step.kind === 'literal' ? [step.value] : []));
  if (keys.length < steps.length) return 'any';
  const fields = classes.flatMap(({ members }) => members.filter(({ isAssigned }) => isAssigned === true));
  return new Set([...keys, ...fields.map(({ key }) => key)]);
}

/** The variable that a parameter was given, or a member of it. */
function variableOf(m: Machine, expr: Expr, activation: Activation): string | undefined {
  if (expr.kind === 'member') {
    if (expr.key.kind !== 'literal' || isSet(activation.module, String(expr.key.value))) return undefined;
    const object = variableOf(m, expr.object, activation);
    return object && `${object}.${String(expr.key.value)}`;
  }
  const variable = expr.kind === 'reference' ? activation.module.bindings[expr.binding] : undefined;
  if (expr.kind !== 'reference' || !variable) return undefined;
  // What functions set may be another value the next time.
  if (expr.binding.endsWith('#any')) return undefined;
  const owner = activationOf(m, activation, variable.within);
  const { value } = variable;
  const passed = value.kind === 'parameter' ? owner.args?.[value.index] : undefined;
  const isPlain = owner.args?.every(({ spread }) => !spread) === true;
  return (
    (isPlain && passed?.value.kind === 'expr'
      ? variableOf(m, passed.value.expr, passed.value.activation)
      : undefined) ?? `${owner.id}:${expr.binding}`
  );
}
