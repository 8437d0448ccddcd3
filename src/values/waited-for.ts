import type { ModuleSummary } from '../model/module-summary.js';
import { asyncIterator } from '../model/symbol-names.js';
import { callExpression, enterFunction } from './call.js';
import { instanceMember } from './instance.js';
import { callOf, type Machine } from './machine.js';
import { namesOf, readKey } from './reads.js';
import { sure, type Activation, type CallSite, type FunctionValue, type InstanceValue } from './value.js';

/**
 * What waiting for the result of a call runs: the `then` of an object that has one, and for `for await` what the object
 * is asked for. `await query.select()` sends a request where the query is sent by its `then`.
 */
export function runByWaiting(m: Machine, site: CallSite): Activation[] {
  const { index, activation } = site;
  const call = callOf(activation.module, index);
  const name = nameOfRun(call, activation);
  if (name === undefined || !isNamed(m, name)) return [];
  const from = { call, index, activation };
  return callExpression(m, index, activation).flatMap(({ value }) =>
    value.kind !== 'instance'
      ? []
      : ownMethods(m, value, name, activation).map((fn) =>
          enterFunction(m, fn, [], sure(value), from, 'waited'),
        ),
  );
}

function nameOfRun(
  { awaited, isIterated }: ReturnType<typeof callOf>,
  { summary }: Activation,
): string | undefined {
  if (isIterated) return asyncIterator;
  const isWaitedFor = awaited === 'await' || (awaited === 'return' && summary.isAsync === true);
  return isWaitedFor ? 'then' : undefined;
}

/** The methods that the classes of an instance have under a name. */
export function ownMethods(
  m: Machine,
  instance: InstanceValue,
  name: string,
  activation: Activation,
): readonly FunctionValue[] {
  if (!isNamed(m, name)) return [];
  return instanceMember(m, instance, name, activation, [0, 0]).flatMap(({ value }) =>
    value.kind === 'function' ? [value] : [],
  );
}

const known = new WeakMap<Machine, ReadonlySet<string>>();

export const prepareMethodNames = (m: Machine): void => void namedIn(m);

/** Whether some class of the program has a method of the name that waiting may run. */
function isNamed(m: Machine, name: string): boolean {
  readKey(m, 'method', name);
  return namedIn(m).has(name);
}

/** Which of the names some class of the program has: most programs have none, and need not be asked. */
function namedIn(m: Machine): ReadonlySet<string> {
  const before = known.get(m);
  if (before) return before;
  const names = namesOf(m, 'method', (module) => methodNames(module).filter((name) => waitedFor.has(name)));
  known.set(m, names);
  return names;
}

/** Whether waiting may run a function of this name, at places that name nothing. */
export const isRunByWaiting = (name: string): boolean => waitedFor.has(name);

const waitedFor: ReadonlySet<string> = new Set(['then', 'catch', 'finally', asyncIterator]);

const methodNames = ({ classes, stores }: ModuleSummary): string[] => [
  ...classes.flatMap((cls) => cls.members.flatMap(({ key, fn }) => (fn === undefined ? [] : [key]))),
  ...stores.flatMap(({ path }) => {
    const last = path.at(-1);
    return last?.kind === 'literal' ? [String(last.value)] : [];
  }),
];
