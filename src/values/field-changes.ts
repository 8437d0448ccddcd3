import type { ArrayEntry, FieldChange } from '../model/module-summary.js';
import { combine, flatMap, map } from './alternatives.js';
import { assignPath, assignTo } from './assign.js';
import { whileFinding } from './circles.js';
import { arrivals } from './decide.js';
import { evaluate } from './evaluate.js';
import { oneGuard } from './guards.js';
import { hole, holeFor, nameOf } from './holes.js';
import { callable } from './imports.js';
import { classChain, constructionOf } from './inheritance.js';
import { spreadInto } from './literals.js';
import { askAside, enter, identity, type Machine } from './machine.js';
import { namesOf, readKey } from './reads.js';
import { runsOnTheWay } from './on-the-way.js';
import { runsOf } from './runs.js';
import {
  lazyValue,
  sure,
  type Activation,
  type Alternatives,
  type ClassValue,
  type InstanceValue,
  type Lazy,
  type ObjectValue,
} from './value.js';

/**
 * What a field holds once the class has changed it: `this.paths.get = x`, `Object.assign(this.paths, paths)`. Changes in
 * the constructor are made in order; those that other methods make are one possibility for each member.
 */
export function changedField(
  m: Machine,
  instance: InstanceValue,
  name: string,
  values: Alternatives,
  reader: Activation,
): Alternatives {
  readKey(m, 'field', name);
  if (!namesIn(m).has(name)) return values;
  // What `module.exports` was set to is the module.
  const held = flatMap(values, (value) => callable(m, value));
  if (!held.some((a) => a.value.kind === 'object')) return values;
  const key = `${identity(m, instance)}:changes:${name}`;
  // What a change sets may be made of the field as it was.
  const changed = (): Alternatives => {
    const made = changesOf(m, instance, name, reader);
    const after = (object: ObjectValue): Alternatives =>
      made.reduce<Alternatives<ObjectValue>>(
        (held, one) => flatMap(held, (o) => apply(m, instance, o, one)),
        sure(object),
      );
    return flatMap(held, (value) => (value.kind === 'object' ? after(value) : sure(value)));
  };
  return whileFinding(m, key, changed, () => values);
}

interface Made {
  readonly change: FieldChange;
  readonly activation: Activation;
  /** It is made whenever an instance is. */
  readonly isSure: boolean;
}

/** Base classes first, and constructors before methods. */
function changesOf(m: Machine, instance: InstanceValue, name: string, reader: Activation): readonly Made[] {
  const made = classChain(m, instance.of)
    .reverse()
    .flatMap((cls): Made[] => {
      const changes = cls.kind === 'class' ? (cls.summary.changes ?? []) : [];
      return changes.flatMap((change) =>
        change.key === name && cls.kind === 'class' ? makeIn(m, instance, cls, change, reader) : [],
      );
    });
  return [...made.filter((one) => one.isSure), ...made.filter((one) => !one.isSure)];
}

function makeIn(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  change: FieldChange,
  reader: Activation,
): Made[] {
  if (change.within !== cls.summary.constructorFn) {
    const set = { module: cls.activation.module, within: change.within, at: change.at };
    const onTheWay = runsOnTheWay(m, instance, set, reader)?.filter(
      (run) => arrivals(m, change.guards ?? {}, run).length > 0,
    );
    const runs = onTheWay ?? methodRuns(m, instance, cls, change.within);
    // What a method merges that nobody is seen to call is anything: the field as it is says more.
    const said = change.change.kind === 'merge' ? runs.filter(({ args }) => args !== undefined) : runs;
    return said.map((activation) => ({ change, activation, isSure: false }));
  }
  const activation = constructionOf(m, instance, cls);
  return activation ? [{ change, activation, isSure: !change.isConditional }] : [];
}

/** More runs than this say no more than that callers may give anything. */
const mostRuns = 8;

/** The runs of a method for an instance, as calls show them; one with unknown arguments where none does. */
function methodRuns(m: Machine, instance: InstanceValue, cls: ClassValue, fn: number): readonly Activation[] {
  const { module } = cls.activation;
  const runs = askAside(m, () => runsOf(m, module, fn)).filter(
    (run) => run.args !== undefined && mayBeOf(run, instance),
  );
  if (runs.length > 0 && runs.length <= mostRuns) return runs;
  const unknown = { module, fn, parent: cls.activation, args: undefined, from: undefined };
  return [enter(m, { ...unknown, self: sure(instance) })];
}

/** Whether a run may have the instance as `this`; the one that stands for any is each of them. */
const mayBeOf = ({ self }: Activation, instance: InstanceValue): boolean =>
  instance.isRoot ||
  !self?.every(({ value }) => value.kind === 'instance' && !value.isRoot && value !== instance);

function apply(
  m: Machine,
  instance: InstanceValue,
  object: ObjectValue,
  { change, activation, isSure }: Made,
): Alternatives<ObjectValue> {
  const at = `${activation.id}:${change.at[0]}`;
  const changed =
    change.change.kind === 'merge'
      ? merged(m, object, change.change.objects, activation)
      : assigned(m, object, change, `${identity(m, instance)}:set:${at}`, activation);
  return isSure ? changed : map(changed, (after) => maybe(object, after, `${identity(m, instance)}:${at}`));
}

/** `Object.assign(object, …)`. */
function merged(
  m: Machine,
  object: ObjectValue,
  objects: readonly ArrayEntry[],
  activation: Activation,
): Alternatives<ObjectValue> {
  return objects.reduce<Alternatives<ObjectValue>>(
    (held, { value, spread }) =>
      flatMap(held, (target) =>
        map(spread ? sure(holeFor('runtime', value, activation)) : evaluate(m, value, activation), (given) =>
          spreadInto(m, target, given, value, activation),
        ),
      ),
    sure(object),
  );
}

/** `object.path = value`. */
function assigned(
  m: Machine,
  object: ObjectValue,
  { change, at }: FieldChange,
  key: string,
  activation: Activation,
): Alternatives<ObjectValue> {
  if (change.kind !== 'set') return sure(object);
  const { path, value } = change;
  const within = hole('mutated', nameOf(value, activation.module), activation.module, at);
  const lazy: Lazy = {
    kind: 'once',
    key,
    value: { kind: 'expr', expr: value, activation },
    within: lazyValue(within),
  };
  const expr = { kind: 'assigned', target: { kind: 'undefined' }, path, value, at } as const;
  const keys = combine(path.map((p) => evaluate(m, p, activation)));
  const changed = flatMap(keys, (names) => assignTo(m, object, assignPath(names), lazy, expr, activation));
  return flatMap(changed, (after) => (after.kind === 'object' ? sure(after) : sure(object)));
}

/** An object of which nobody knows whether it was changed already. */
function maybe(before: ObjectValue, after: ObjectValue, test: string): ObjectValue {
  const props = [...after.props].map(([name, value]): [string, Lazy] => {
    const old = before.props.get(name);
    if (!old || old === value) return [name, value];
    const options = [
      { value: old, guards: oneGuard(test, 'before') },
      { value, guards: oneGuard(test, 'after') },
    ];
    return [name, { kind: 'either', options }];
  });
  return { ...after, props: new Map(props) };
}

const names = new WeakMap<Machine, ReadonlySet<string>>();

export const prepareFieldNames = (m: Machine): void => void namesIn(m);

/** The fields that any class of the program changes. */
function namesIn(m: Machine): ReadonlySet<string> {
  const known = names.get(m);
  if (known) return known;
  const found = namesOf(m, 'field', ({ classes }) =>
    classes.flatMap(({ changes = [] }) => changes.map(({ key }) => key)),
  );
  names.set(m, found);
  return found;
}
