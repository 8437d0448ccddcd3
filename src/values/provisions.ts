import type { Call, Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { named } from './component-options.js';
import { described } from './object-changes.js';
import { evaluate, force } from './evaluate.js';
import { rootActivation, type Machine } from './machine.js';
import { contextKey, keyOf, memberKey, type Provision } from './provided.js';
import { eachExpression } from './sub-expressions.js';
import {
  entryOf,
  lazyValue,
  spanIn,
  textOf,
  undefinedValue,
  type Activation,
  type Lazy,
  type Value,
} from './value.js';

type ObjectExpr = Extract<Expr, { kind: 'object' }>;

/** Everything that one module provides. */
export function provisionsIn(m: Machine, module: ModuleSummary): readonly Provision[] {
  return [
    ...assignedIn(m, module),
    ...module.calls.flatMap((call) => providedBy(m, module, call)),
    ...writtenIn(m, module),
  ];
}

const one = (key: string | undefined, value: Lazy | undefined): Provision[] =>
  key === undefined || !value ? [] : [{ key, value }];

const nameOfKey = (key: Expr | undefined): string | undefined =>
  key?.kind === 'literal' && typeof key.value === 'string' ? key.value : undefined;

/** `Vue.prototype.$api = x` and `app.config.globalProperties.$api = x`. */
function assignedIn(m: Machine, module: ModuleSummary): Provision[] {
  const stores = [
    ...module.stores.map(({ target, path, value, within }) => ({ target, path, value, within })),
    ...Object.values(module.bindings).flatMap(({ value, within }) =>
      value.kind === 'assigned' ? [{ ...value, within }] : [],
    ),
  ];
  return stores.flatMap(({ target, path, value, within }) => {
    const [holder, name] = path.slice(-2).map(nameOfKey);
    const isShared =
      holder === 'globalProperties' || (holder === 'prototype' && path.length === 2 && isVue(target, module));
    if (!isShared || name === undefined) return [];
    return one(memberKey(name), { kind: 'expr', expr: value, activation: rootActivation(m, module, within) });
  });
}

const isVue = (target: Expr, module: ModuleSummary): boolean =>
  target.kind === 'global'
    ? target.name === 'Vue'
    : target.kind === 'reference' && module.bindings[target.binding]?.name === 'Vue';

/** What a call gives a framework. */
type Gives = (m: Machine, args: readonly Lazy[], call: Call, activation: Activation) => readonly Provision[];

const only = (m: Machine, lazy: Lazy | undefined): Value | undefined => lazy && force(m, lazy)[0]?.value;

const provide: Gives = (m, [key, value], _call, { module }) => {
  const given = only(m, key);
  const name = given && textOf(given);
  return [
    ...one(keyOf('vue', given), value),
    // Nuxt gives what plugins provide to all components, with a mark before the name.
    ...(name !== undefined && isNuxtPlugin(module) ? one(memberKey(`$${name}`), value) : []),
  ];
};

/** Nuxt 2 gives plugins a function for what Nuxt 3 calls `provide`. */
const inject: Gives = (m, [key, value], call, activation) => {
  const name = textOf(only(m, key) ?? undefinedValue);
  if (name === undefined || call.callee.kind !== 'reference') return [];
  return activation.module.bindings[call.callee.binding]?.value.kind === 'parameter'
    ? one(memberKey(`$${name}`), value)
    : [];
};

/** `setContext(key, value)` of Svelte. */
const setContext: Gives = (m, [key, value]) => one(keyOf('svelte', only(m, key)), value);

/** `Object.defineProperty(Vue.prototype, '$api', { get })`. */
const defineProperty: Gives = (m, [, name, descriptor], { args: [target] }, { module }) => {
  const shared = target?.value;
  if (shared?.kind !== 'member') return [];
  const holder = nameOfKey(shared.key);
  if (holder !== 'globalProperties' && !(holder === 'prototype' && isVue(shared.object, module))) return [];
  const key = textOf(only(m, name) ?? undefinedValue);
  return key === undefined ? [] : one(memberKey(key), described(m, only(m, descriptor)));
};

/** `app.use(VueAxios, axios)`: the plugin's two names for the client. */
const use: Gives = (m, [plugin, client]) => {
  const given = only(m, plugin);
  if (given?.kind !== 'external' || given.module !== 'vue-axios') return [];
  return ['axios', '$http'].flatMap((name) => one(memberKey(name), client));
};

/** `<Context.Provider value={…}>`, and `<Context value={…}>`. */
const provider: Gives = (m, [props], { callee }, activation) => {
  const given = only(m, props);
  const value = given?.kind === 'object' ? given.props.get('value') : undefined;
  if (!value) return [];
  const context = callee.kind === 'member' && nameOfKey(callee.key) === 'Provider' ? callee.object : callee;
  return evaluate(m, context, activation).flatMap((a) => one(contextKey(a.value), value));
};

const givers: Readonly<Record<string, Gives>> = { provide, inject, setContext, defineProperty, use };

/** Last names of calls that may provide something. */
export const providingNames: readonly string[] = Object.keys(givers);

function providedBy(m: Machine, module: ModuleSummary, call: Call): readonly Provision[] {
  const { callee } = call;
  const name =
    callee.kind === 'member'
      ? nameOfKey(callee.key)
      : callee.kind === 'reference'
        ? module.bindings[callee.binding]?.name
        : callee.kind === 'global'
          ? callee.name
          : undefined;
  if (name === undefined) return [];
  const gives = call.kind === 'jsx' ? provider : Object.hasOwn(givers, name) ? givers[name] : undefined;
  if (!gives || (call.kind !== 'jsx' && call.args.length < 2)) return [];
  const activation = rootActivation(m, module, call.within);
  const args = call.args.map((a) => entryOf(a, activation).value);
  return gives(m, args, call, activation);
}

const isNuxtPlugin = (module: ModuleSummary): boolean =>
  module.calls.some(({ callee }) => callee.kind === 'global' && callee.name === 'defineNuxtPlugin') ||
  module.imports.some(({ name }) => name === 'defineNuxtPlugin');

/** What objects say that frameworks read: `provide` of a component or plugin, a provider of a token, Nuxt's modules. */
function writtenIn(m: Machine, module: ModuleSummary): Provision[] {
  const found: Provision[] = [];
  const isNuxt = isNuxtPlugin(module);
  eachExpression(module, (object) => {
    if (object.kind !== 'object') return;
    const given = named(object, 'provide');
    const modules = named(object, 'modules');
    if (!given && !modules) return;
    const activation = rootActivation(m, module, functionAt(module, object.at[0]));
    if (modules && hasNuxtAxios(modules))
      found.push(...one(memberKey('$axios'), nuxtAxios(object, activation)));
    if (!given) return;
    found.push(...tokenProvider(m, object, given, activation));
    for (const [name, value] of membersOf(m, given, activation))
      found.push(...one(isNuxt ? memberKey(`$${name}`) : `vue:${name}`, value));
  });
  return found;
}

/** What an expression may provide by being written: the values where it does. */
export function writtenProvisions(object: Expr): readonly Expr[] {
  const modules = named(object, 'modules');
  if (modules && hasNuxtAxios(modules)) return [object];
  const given = named(object, 'provide');
  if (!given) return [];
  const values = ['useValue', 'useFactory'].flatMap((name) => named(object, name) ?? []);
  return named(object, 'useClass') ? [] : [given, ...values];
}

/** `modules: ['@nuxtjs/axios']` of a Nuxt config. */
const hasNuxtAxios = (modules: Expr): boolean =>
  modules.kind === 'array' &&
  modules.items.some(({ value }) =>
    value.kind === 'array' ? hasNuxtAxios(value) : nameOfKey(value) === '@nuxtjs/axios',
  );

/** The instance that the module makes, with the config's `axios` as its defaults. */
function nuxtAxios(config: ObjectExpr, activation: Activation): Lazy {
  const options = named(config, 'axios');
  const args = options ? [entryOf({ spread: false, value: options }, activation)] : [];
  const at = spanIn(activation.module, config.at);
  return lazyValue({
    kind: 'external',
    module: 'axios',
    steps: [
      { kind: 'member', name: 'create' },
      { kind: 'call', args, at, call: undefined },
    ],
    home: `${activation.module.file}#$axios`,
  });
}

/** The innermost function around a place. */
function functionAt(module: ModuleSummary, place: number): FunctionIndex {
  let [found, length] = [0, Infinity];
  module.functions.forEach(({ at: [start, end] }, fn) => {
    if (fn === 0 || place < start || place >= end || end - start >= length) return;
    [found, length] = [fn, end - start];
  });
  return found;
}

/** The members of an object, or of the one that a function gives. */
function membersOf(m: Machine, given: Expr, activation: Activation): readonly (readonly [string, Lazy])[] {
  const made = given.kind === 'function' ? activation.module.functions[given.fn]?.returns : undefined;
  const inner = given.kind === 'function' ? rootActivation(m, activation.module, given.fn) : activation;
  const objects = made ? made.map((r) => r.value) : given.kind === 'object' ? [given] : [];
  return objects.flatMap((object) =>
    evaluate(m, object, inner).flatMap(({ value }) => (value.kind === 'object' ? [...value.props] : [])),
  );
}

/** `{ provide: TOKEN, useValue: x }` of Angular and Nest. */
function tokenProvider(m: Machine, object: ObjectExpr, token: Expr, activation: Activation): Provision[] {
  const value = named(object, 'useValue');
  const factory = named(object, 'useFactory');
  const given: Expr | undefined = value ?? (factory && { kind: 'invoke', fn: factory });
  if (!given) return [];
  return evaluate(m, token, activation).flatMap((a) =>
    one(keyOf('token', a.value), { kind: 'expr', expr: given, activation }),
  );
}
