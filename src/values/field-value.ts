import type { ClassMember, Expr, FunctionIndex } from '../model/module-summary.js';
import { flatMap, map, under } from './alternatives.js';
import { arrivals } from './decide.js';
import { evaluate } from './evaluate.js';
import { oneGuard } from './guards.js';
import { constructionOf } from './inheritance.js';
import { enter, identity, type Machine } from './machine.js';
import { runsOnTheWay } from './on-the-way.js';
import { runsIn } from './runs.js';
import { castHole } from './types.js';
import {
  sure,
  type Activation,
  type Alternatives,
  type ClassValue,
  type InstanceValue,
  type Value,
} from './value.js';

/** What an assignment or a declaration gives a field of an instance, in each of the runs that make it. */
export function fieldValue(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  field: ClassMember,
  reader: Activation,
): Alternatives {
  const { value, within, at } = field;
  if (!value || within === undefined) return [];
  const { module } = cls.activation;
  const inMethod = field.isAssigned && within !== cls.summary.constructorFn;
  const onTheWay = inMethod ? runsOnTheWay(m, instance, { module, within, at }, reader) : undefined;
  const runs = onTheWay ?? runsThatSet(m, instance, cls, within);
  const test = `${identity(m, instance)}.${field.key}:set`;
  // A method that isn't on the way may ask for the field itself: whether it was set before.
  const guards = (onTheWay || !inMethod) && field.under?.guards;
  return runs.flatMap((run, i) => {
    const ways = waysTo(m, cls, field, guards || {}, run);
    const values = flatMap(ways, () => valueSetBy(m, cls, field, value, run));
    return runs.length === 1 ? values : under(values, oneGuard(test, String(i)));
  });
}

/** Whether a declaration or an assignment gives a field anything. */
export const isGiven = ({ value }: ClassMember): boolean => value !== undefined && value.kind !== 'undefined';

/**
 * The ways to where a field is set. What nothing else sets doesn't hang on the way: of several such fields each would
 * have its own, which are more alternatives than are kept.
 */
function waysTo(
  m: Machine,
  cls: ClassValue,
  field: ClassMember,
  guards: Readonly<Record<string, string>>,
  run: Activation,
): Alternatives<true> {
  const ways = arrivals(m, guards, run);
  const isOneOfSeveral = cls.summary.members.some(
    (other) => other !== field && other.key === field.key && isGiven(other),
  );
  return isOneOfSeveral || ways.length === 0 ? ways : sure(true);
}

/** The runs of a function that sets a field: of a method that the constructor calls, those that it makes with what it was given. */
function runsThatSet(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  fn: FunctionIndex,
): readonly Activation[] {
  const { module } = cls.activation;
  const construction = constructionOf(m, instance, cls);
  if (fn === cls.summary.constructorFn) return construction ? [construction] : [];
  const { runs, isAll } = construction ? runsIn(m, construction, fn) : { runs: [], isAll: false };
  const self = sure(instance);
  return isAll
    ? runs
    : [...runs, enter(m, { module, fn, parent: cls.activation, args: undefined, self, from: undefined })];
}

function valueSetBy(
  m: Machine,
  cls: ClassValue,
  field: ClassMember,
  set: Expr,
  activation: Activation,
): Alternatives {
  const { module } = cls.activation;
  const home = `${module.file}#${cls.summary.name}.${field.key}`;
  const values = map(evaluate(m, set, activation), (value): Value => {
    const isMade =
      (value.kind === 'external' && value.steps.some((s) => s.kind !== 'member')) || value.kind === 'object';
    return isMade && value.home === undefined ? { ...value, home } : value;
  });
  if (!field.type) return values;
  const type = { ref: field.type, module };
  return flatMap(values, (value) =>
    value.kind === 'hole' ? castHole(m, value, type, activation) : sure(value),
  );
}
