import type { Call } from '../model/module-summary.js';
import { returnsOf } from './call.js';
import { evaluate, force } from './evaluate.js';
import { serviceOfAngular, type Injection } from './injected.js';
import { construct } from './instance.js';
import { enter, functionKey, type Machine } from './machine.js';
import { pathOf } from './path-of.js';
import { noteKey, readKey } from './reads.js';
import { storedUnder, storeKey } from './stores.js';
import {
  sure,
  textOf,
  type Activation,
  type Alternatives,
  type ClassValue,
  type FunctionValue,
  type Value,
} from './value.js';

type Provider = () => Alternatives;

/** What AngularJS modules provide, by name; two providers of one name leave it open. */
const registries = new WeakMap<Machine, Map<string, Provider[]>>();

/** `module.factory(name, function)` and its kin: what they provide, and the functions that get others' services. */
export function angularInjections(m: Machine, call: Call, activation: Activation): readonly Injection[] {
  if (call.callee.kind !== 'member' || call.callee.key.kind !== 'literal') return [];
  const kind = String(call.callee.key.value);
  if (!evaluate(m, call.callee.object, activation).some(({ value }) => isModule(value))) return [];
  const [first, second] = call.args;
  const given = kind === 'run' || kind === 'config' ? first : second;
  if (!given) return [];
  const made = evaluate(m, given.value, activation);
  const name = first && textOf(evaluate(m, first.value, activation)[0]?.value ?? { kind: 'undefined' });
  if (kind === 'constant' || kind === 'value') {
    provide(m, name, () => made);
    return [];
  }
  return made.flatMap(({ value }) => {
    const { target, names } = annotated(m, kind === 'component' ? controllerOf(m, value) : value);
    if (!target) return [];
    if (kind === 'factory')
      provide(m, name, () => (target.kind === 'function' ? returnsOf(m, entered(m, target)) : []));
    if (kind === 'service') provide(m, name, () => sure(construct(m, target, undefined, undefined)));
    return injectionInto(m, target, names);
  });
}

/** `angular.module(…)`, calls chained to it, and a variable of another script of the page. */
function isModule(value: Value): boolean {
  if (value.kind !== 'external') return false;
  const path = pathOf(value.steps);
  if (value.module === 'angular') return /^(?:angular\.)?module\(\)/.test(path);
  return (
    value.module === 'global' && /^(?:angular\.module\(\)|(?:app|\w*[mM]odule)(?:$|\.\w+\(\)))/.test(path)
  );
}

const entered = (m: Machine, fn: FunctionValue): Activation =>
  enter(m, {
    module: fn.activation.module,
    fn: fn.fn,
    parent: fn.activation,
    args: undefined,
    self: undefined,
    from: undefined,
    tag: 'injected',
  });

function provide(m: Machine, name: string | undefined, provider: Provider): void {
  if (name === undefined) return;
  const registry = registries.get(m) ?? new Map<string, Provider[]>();
  registries.set(m, registry);
  registry.set(name, [...(registry.get(name) ?? []), provider]);
  noteKey(m, 'services', name);
}

function controllerOf(m: Machine, definition: Value): Value | undefined {
  const lazy = definition.kind === 'object' ? definition.props.get('controller') : undefined;
  return lazy && force(m, lazy)[0]?.value;
}

interface Annotated {
  readonly target: FunctionValue | ClassValue | undefined;
  /** The names that stand before the function in an array. */
  readonly names: readonly string[] | undefined;
}

/** `function ($http) { … }`, a class, or `['$http', function (h) { … }]`. */
function annotated(m: Machine, value: Value | undefined): Annotated {
  if (value?.kind === 'function' || value?.kind === 'class') return { target: value, names: undefined };
  const last = value?.kind === 'array' ? value.items.at(-1) : undefined;
  const target = last && force(m, last)[0]?.value;
  if (value?.kind !== 'array' || (target?.kind !== 'function' && target?.kind !== 'class'))
    return { target: undefined, names: undefined };
  return { target, names: textsOf(m, value) };
}

const textsOf = (m: Machine, value: Value): string[] =>
  value.kind === 'array'
    ? value.items.map((item) => textOf(force(m, item)[0]?.value ?? { kind: 'undefined' }) ?? '')
    : [];

function injectionInto(
  m: Machine,
  target: FunctionValue | ClassValue,
  names: readonly string[] | undefined,
): Injection[] {
  const { module } = target.activation;
  const fn = target.kind === 'function' ? target.fn : target.summary.constructorFn;
  const summary = fn === undefined ? undefined : module.functions[fn];
  if (fn === undefined || !summary) return [];
  const parameter = (index: number): Alternatives | undefined => {
    const stored = storedUnder(m, storeKey(target) ?? '', '$inject')[0];
    const all =
      names ?? (stored ? textsOf(m, force(m, stored)[0]?.value ?? { kind: 'undefined' }) : undefined);
    const name = all?.[index] ?? summary.parameters[index]?.name ?? '';
    readKey(m, 'services', name);
    const [provider, ...others] = registries.get(m)?.get(name) ?? [];
    return serviceOfAngular(name) ?? (provider && others.length === 0 ? provider() : undefined);
  };
  return [{ fn: functionKey(module, fn), parameter }];
}
