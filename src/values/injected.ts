import type { Call, ModuleSummary } from '../model/module-summary.js';
import { flatMap } from './alternatives.js';
import { angularInjections } from './angular-injection.js';
import { endpointInjections } from './builtins/rtk-query.js';
import { noteEntry } from './entry-signs.js';
import { evaluate } from './evaluate.js';
import { nameOfCallee } from './holes.js';
import { askAside, functionKey, rootActivation, type Machine } from './machine.js';
import { memberOf } from './member.js';
import { indexing, readKey } from './reads.js';
import { sure, type Activation, type Alternatives, type Value } from './value.js';

/** What a framework passes to a function that it was given, by the parameter's index. */
export interface Injection {
  /** `file#function`. */
  readonly fn: string;
  readonly parameter: (index: number) => Alternatives | undefined;
  /** Tells it from others, where what it passes is found by whoever asks (`noteEntry`). */
  readonly sign?: string;
}

/** Finds the functions that one call of the program hands to a framework. */
export type FindInjections = (m: Machine, call: Call, activation: Activation) => readonly Injection[];

/** `new Promise((resolve, reject) => …)`: two functions, whatever they are named. */
const executorInjections: FindInjections = (_m, call, { module }) => {
  const [executor] = call.args;
  if (call.kind !== 'new' || call.callee.kind !== 'global' || executor?.value.kind !== 'function') return [];
  const settles = ['resolve', 'reject'].map((name): Alternatives =>
    sure<Value>({
      kind: 'external',
      module: 'global',
      steps: ['Promise', name].map((step) => ({ kind: 'member', name: step })),
    }),
  );
  return [
    { fn: functionKey(module, executor.value.fn), parameter: (index) => settles[index], sign: 'settles' },
  ];
};

/** `app.use(plugin, options)` calls the plugin, or its `install`, with the application and the options. */
const pluginInjections: FindInjections = (m, call, activation) => {
  const [given, options] = call.args;
  if (call.callee.kind !== 'member' || !given || !options || given.spread || options.spread) return [];
  const plugins = flatMap(evaluate(m, given.value, activation), (value) => {
    const at = call.at;
    const isHolder = value.kind === 'object' || value.kind === 'namespace' || value.kind === 'class';
    return isHolder ? memberOf(m, value, 'install', activation, at) : sure(value);
  });
  return plugins.flatMap(({ value: fn }) =>
    fn.kind === 'function'
      ? [
          {
            fn: functionKey(fn.activation.module, fn.fn),
            parameter: (index: number) => (index === 1 ? evaluate(m, options.value, activation) : undefined),
            sign: 'options',
          },
        ]
      : [],
  );
};

const finders: Readonly<Record<string, FindInjections>> = {
  Promise: executorInjections,
  createApi: endpointInjections,
  injectEndpoints: endpointInjections,
  component: angularInjections,
  config: angularInjections,
  constant: angularInjections,
  controller: angularInjections,
  directive: angularInjections,
  factory: angularInjections,
  run: angularInjections,
  service: angularInjections,
  use: pluginInjections,
  value: angularInjections,
};

/** Last names of calls that may hand functions to a framework. */
export const injectingNames: readonly string[] = Object.keys(finders);

type Index = ReadonlyMap<string, Injection>;
const indexes = new WeakMap<Machine, Index>();

/** The value of a parameter that a framework fills; undefined when none does. */
export function injectedParameter(
  m: Machine,
  index: number,
  activation: Activation,
): Alternatives | undefined {
  const { module, fn, summary } = activation;
  const key = functionKey(module, fn);
  readKey(m, 'injected', key);
  const injected = indexOf(m).get(key)?.parameter(index);
  return injected ?? serviceOfAngular(summary.parameters[index]?.name ?? '');
}

/** AngularJS finds its own services by the name of a parameter. */
export function serviceOfAngular(name: string): Alternatives | undefined {
  if (name !== '$http') return undefined;
  return sure<Value>({ kind: 'external', module: 'angular', steps: [{ kind: 'member', name }] });
}

export const prepareInjections = (m: Machine): void => void indexOf(m);

/** Looked up once for a program; the steps that it takes are no request's own. */
function indexOf(m: Machine): Index {
  const known = indexes.get(m);
  if (known) return known;
  const index = new Map<string, Injection>();
  // While it is being made, it is empty.
  indexes.set(m, new Map());
  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    if (!module) continue;
    indexing(m, file, () => {
      for (const call of module.calls)
        for (const found of injectionsOf(m, module, call)) {
          index.set(found.fn, found);
          noteEntry(m, 'injected', found.fn, found.sign);
        }
    });
  }
  indexes.set(m, index);
  return index;
}

function injectionsOf(m: Machine, module: ModuleSummary, call: Call): readonly Injection[] {
  const name = nameOfCallee(call.callee, module);
  const find = Object.hasOwn(finders, name) ? finders[name] : undefined;
  if (!find) return [];
  return askAside(m, () => find(m, call, rootActivation(m, module, call.within)));
}
