import type { Call, Expr, ModuleSummary } from '../model/module-summary.js';
import { argumentAt } from './call.js';
import { evaluate, force } from './evaluate.js';
import { filledTargets } from './filled-targets.js';
import { nameOfCallee } from './holes.js';
import { callable } from './imports.js';
import { rootActivation, type Machine, type StoreEntry } from './machine.js';
import { pathOf } from './path-of.js';
import { runsOf } from './runs.js';
import {
  entryOf,
  textOf,
  type Activation,
  type Alternatives,
  type Argument,
  type ExternalValue,
  type Lazy,
  type Value,
} from './value.js';

/** The member under which stores keep what a constructor function inherits from. */
export const inheritsFrom = '@inherits';

/** An object that a call changes, and one of its members from then on. */
export interface ObjectChange {
  readonly target: Value;
  readonly entry: StoreEntry;
}

type Changes = (m: Machine, args: readonly Argument[], activation: Activation) => readonly ObjectChange[];

const only = (m: Machine, args: readonly Argument[], index: number): Value | undefined =>
  argumentAt(m, args, index)[0]?.value;

/** Functions, classes and their prototypes are one object wherever they are seen; other objects have versions. */
const isShared = (value: Value | undefined): value is Value =>
  value?.kind === 'function' || value?.kind === 'class' || value?.kind === 'instance';

/** `Object.assign(F.prototype, mixin)`. */
const assign: Changes = (m, args) => {
  const target = only(m, args, 0);
  if (!isShared(target)) return [];
  return args.slice(1).flatMap((_, i): ObjectChange[] => {
    const given = only(m, args, i + 1);
    const source = given && callable(m, given)[0]?.value;
    if (source?.kind !== 'object') return [];
    return [...source.props].map(([name, value]) => ({ target, entry: { path: [name], value } }));
  });
};

/** `util.inherits(F, Base)`. */
const inherits: Changes = (m, args) => {
  const target = only(m, args, 0);
  const base = args[1]?.value;
  return target?.kind === 'function' && base
    ? [{ target, entry: { path: [inheritsFrom], value: base } }]
    : [];
};

/** `Object.setPrototypeOf(F.prototype, Base.prototype)`. */
const setPrototypeOf: Changes = (m, args) => {
  const target = only(m, args, 0);
  const base = args[1]?.value;
  if (target?.kind !== 'instance' || !target.isRoot || target.of.kind !== 'function' || !base) return [];
  return [{ target: target.of, entry: { path: ['prototype'], value: base } }];
};

/** `Object.defineProperty(target, name, descriptor)`. */
const defineProperty: Changes = (m, args) => {
  const target = only(m, args, 0);
  const name = textOf(only(m, args, 1) ?? { kind: 'undefined' });
  const value = described(m, only(m, args, 2));
  return isShared(target) && name !== undefined && value ? [{ target, entry: { path: [name], value } }] : [];
};

/** What a property descriptor makes of a member: a value, or a function that is run for it. */
export function described(m: Machine, descriptor: Value | undefined): Lazy | undefined {
  if (descriptor?.kind !== 'object') return undefined;
  const getter = descriptor.props.get('get');
  const get = getter && force(m, getter)[0]?.value;
  if (get?.kind === 'function') return { kind: 'getter', fn: get.fn, activation: get.activation };
  return descriptor.props.get('value');
}

const changes: Readonly<Record<string, Changes>> = {
  'global:Object.assign': assign,
  'global:Object.defineProperty': defineProperty,
  'global:Object.setPrototypeOf': setPrototypeOf,
  'global:Reflect.setPrototypeOf': setPrototypeOf,
  'object-assign:': assign,
  'lodash:assign': assign,
  'lodash:assignIn': assign,
  'lodash:extend': assign,
  'underscore:extend': assign,
  'util:inherits': inherits,
  'inherits:': inherits,
};

const names: ReadonlySet<string> = new Set(
  Object.keys(changes).flatMap((key) => [key.split(/[.:]/).at(-1) ?? '', key.split(':')[0] ?? '']),
);

/** Whether a call of this last name may change what it is given. */
export const mayChange = (name: string): boolean =>
  names.has(name) || /^(?:object)?(?:assign|extend|inherits?)/i.test(name);

/** The members that calls of a module give to objects which others see too. */
export function objectChanges(m: Machine, module: ModuleSummary): readonly ObjectChange[] {
  return module.calls.flatMap((call, index) => {
    const change = changeBy(m, module, call);
    if (!change) return filledBy(m, module, call, index);
    const root = rootActivation(m, module, call.within);
    const isOpen = isGivenPrototype(
      argumentAt(
        m,
        call.args.slice(0, 1).map((a) => entryOf(a, root)),
        0,
      ),
    );
    return (isOpen ? runsOf(m, module, call.within).slice(0, mostRuns) : [root]).flatMap((activation) =>
      change(
        m,
        call.args.map((a) => entryOf(a, activation)),
        activation,
      ),
    );
  });
}

/** `mixin(Client.prototype, methods)`, and the same of a function or class that stands in the module. */
function filledBy(m: Machine, module: ModuleSummary, call: Call, index: number): readonly ObjectChange[] {
  const [target] = call.args;
  if (!target || target.spread || call.kind !== 'call' || !mayBeShared(target.value, module)) return [];
  const root = rootActivation(m, module, call.within);
  const targets = evaluate(m, target.value, root).flatMap((a) => (isShared(a.value) ? [a.value] : []));
  return targets.length > 0 ? filledTargets(m, call, index, targets, root) : [];
}

/** Told by the form alone, so that other calls cost nothing. */
function mayBeShared(target: Expr, module: ModuleSummary): boolean {
  if (target.kind === 'member') return target.key.kind === 'literal' && target.key.value === 'prototype';
  const made = target.kind === 'reference' ? module.bindings[target.binding]?.value : undefined;
  return made?.kind === 'function' || made?.kind === 'class';
}

/** More runs of a function that changes what it is given are not looked at. */
const mostRuns = 256;

/** The prototype of what callers of a function give it, which only they can tell. */
export const isGivenPrototype = (values: Alternatives): boolean =>
  values.some(({ value }) => value.kind === 'hole' && !!value.origin && value.path?.at(-1) === 'prototype');

function changeBy(m: Machine, module: ModuleSummary, call: Call): Changes | undefined {
  const { callee } = call;
  if (!mayChange(nameOfCallee(callee, module))) return undefined;
  const called = evaluate(m, callee, rootActivation(m, module, call.within))[0]?.value;
  const key = called?.kind === 'external' ? keyOf(called) : '';
  return Object.hasOwn(changes, key) ? changes[key] : undefined;
}

/** `lodash/assign` and `lodash-es` are `lodash`, `node:util` is `util`. */
function keyOf({ module, steps }: ExternalValue): string {
  const bare = module.replace(/^node:/, '').replace(/^lodash-es$/, 'lodash');
  const [, part] = /^lodash(?:-es)?\/(\w+)$/.exec(bare) ?? [];
  return part === undefined ? `${bare}:${pathOf(steps)}` : `lodash:${part}`;
}
