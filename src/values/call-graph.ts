import type { ModuleSummary } from '../model/module-summary.js';
import { callbacksOf } from './builtins/callbacks.js';
import { isEffects } from './builtins/packages.js';
import { packageCallbacks } from './builtins/package-callbacks.js';
import { argumentAt, enterFunction } from './call.js';
import { arrivals } from './decide.js';
import { classChain, construct, constructionOf } from './instance.js';
import {
  callOf,
  enter,
  functionKey,
  isRecursive,
  rootActivation,
  startQuestion,
  type Machine,
} from './machine.js';
import { calleeOf } from './member.js';
import { thisValue } from './this.js';
import {
  entryOf,
  type Activation,
  type ExternalValue,
  type FunctionValue,
  type Origin,
  type Value,
} from './value.js';

/** A call in an activation of the function around it. */
export interface Site {
  readonly module: ModuleSummary;
  readonly index: number;
  readonly activation: Activation;
}

/** What one call can lead to in one context. */
export interface Outcome {
  /** Functions of the project that run, each with its activation. */
  readonly entered: readonly Activation[];
  /** Functions of packages and globals that run. */
  readonly external: readonly { readonly callee: ExternalValue; readonly isNew: boolean }[];
  /** Parameters that hold the callee: who calls the function around decides. */
  readonly open: readonly Origin[];
}

const nothing: Outcome = { entered: [], external: [], open: [] };

/** Finds what a call calls. Nothing, when control can't arrive there in this context. */
export function outcomeOf(m: Machine, site: Site): Outcome {
  const call = callOf(site.module, site.index);
  if (arrivals(m, call.guards, site.activation).length === 0) return nothing;
  const from = { call, index: site.index, activation: site.activation };
  if (call.callee.kind === 'super') return { ...nothing, entered: superConstructors(m, site) };
  const args = call.args.map((a) => entryOf(a, site.activation));
  const entered: Activation[] = [];
  const external: { callee: ExternalValue; isNew: boolean }[] = [];
  const open: Origin[] = [];
  const enterValue = (
    fn: FunctionValue,
    passed: typeof args,
    receiver: Value | undefined,
    tag: string,
  ): void => {
    if (isRecursive(fn.activation.module, fn.fn, from)) return;
    const self =
      receiver && receiver.kind !== 'hole' && receiver.kind !== 'namespace'
        ? [{ value: receiver, guards: new Map<string, string>() }]
        : undefined;
    entered.push(enterFunction(m, fn, passed, self, from, tag));
  };
  for (const {
    value: { value, receiver },
  } of calleeOf(m, call.callee, site.activation)) {
    if (value.kind === 'function') {
      if (call.kind === 'new') {
        const instance = construct(m, value, args, from);
        entered.push(
          enter(m, {
            module: value.activation.module,
            fn: value.fn,
            parent: value.activation,
            args,
            self: [{ value: instance, guards: new Map() }],
            from,
          }),
        );
      } else enterValue(value, args, receiver, '');
    } else if (value.kind === 'class') entered.push(...constructors(m, construct(m, value, args, from)));
    else if (value.kind === 'method') {
      for (const callback of callbacksOf(value, { m, args, site }))
        enterValue(callback.fn, [...callback.args], undefined, callback.tag);
      if (value.receiver.kind === 'function' && value.name === 'call')
        enterValue(value.receiver, args.slice(1), argumentAt(m, args, 0)[0]?.value, '');
      if (value.receiver.kind === 'function' && value.name === 'apply')
        enterApplied(m, value.receiver, args, enterValue);
      if (value.receiver.kind === 'external' && ['call', 'apply'].includes(value.name))
        external.push({ callee: value.receiver, isNew: false });
    } else if (value.kind === 'external') {
      external.push({ callee: value, isNew: call.kind === 'new' });
      for (const callback of packageCallbacks(value, { m, args, site }))
        enterValue(callback.fn, [...callback.args], undefined, callback.tag);
      // An effect of redux-saga calls its first argument with the others.
      if (isEffects(value.module))
        for (const a of argumentAt(m, args, 0))
          if (a.value.kind === 'function') enterValue(a.value, args.slice(1), undefined, 'effect');
    } else if (value.kind === 'hole' && value.origin) open.push(value.origin);
    if (receiver?.kind === 'hole' && receiver.origin) open.push(receiver.origin);
  }
  // Alternatives of the callee that differ in their conditions only run the same function in the same context.
  return { entered: [...new Set(entered)], external: distinctBy(external, (e) => e.callee), open };
}

const distinctBy = <T>(list: readonly T[], key: (item: T) => unknown): T[] => {
  const seen = new Set<unknown>();
  return list.filter((item) => (seen.has(key(item)) ? false : seen.add(key(item))));
};

function enterApplied(
  m: Machine,
  fn: FunctionValue,
  args: Parameters<typeof argumentAt>[1],
  enterValue: (
    fn: FunctionValue,
    passed: ReturnType<typeof entryOf>[],
    receiver: Value | undefined,
    tag: string,
  ) => void,
): void {
  const array = argumentAt(m, args, 1)[0]?.value;
  const passed = array?.kind === 'array' ? array.items.map((value) => ({ spread: false, value })) : [];
  enterValue(fn, passed, argumentAt(m, args, 0)[0]?.value, '');
}

function constructors(m: Machine, instance: ReturnType<typeof construct>): Activation[] {
  const own = classChain(m, instance.of).find(
    (c) => c.kind === 'class' && c.summary.constructorFn !== undefined,
  );
  const activation = own?.kind === 'class' ? constructionOf(m, instance, own) : undefined;
  return activation ? [activation] : [];
}

/** `super(…)` runs the nearest constructor above. */
function superConstructors(m: Machine, site: Site): Activation[] {
  const self = thisValue(m, site.activation)[0]?.value;
  if (self?.kind !== 'instance') return [];
  const chain = classChain(m, self.of);
  const at = chain.findIndex(
    (c) =>
      c.kind === 'class' &&
      c.activation.module === site.module &&
      c.summary.constructorFn === site.activation.fn,
  );
  const base = chain.slice(at + 1).find((c) => c.kind === 'class' && c.summary.constructorFn !== undefined);
  const activation = base?.kind === 'class' ? constructionOf(m, self, base) : undefined;
  return activation ? [activation] : [];
}

export interface CallGraph {
  /** The calls that run a function, by `file#function`. */
  readonly callers: ReadonlyMap<string, readonly Site[]>;
  /** The calls that leave the project. */
  readonly external: readonly {
    readonly site: Site;
    readonly callee: ExternalValue;
    readonly isNew: boolean;
  }[];
}

/** How many levels of callers decide what a call of a parameter calls. */
const maxLevels = 5;

/** All calls of the program, with what they lead to. Calls of parameters are found through the callers that pass functions. */
export function buildCallGraph(m: Machine): CallGraph {
  const callers = new Map<string, Site[]>();
  const external: { site: Site; callee: ExternalValue; isNew: boolean }[] = [];
  const waiting = new Map<string, { module: ModuleSummary; index: number; depth: number }[]>();
  const seen = new Set<string>();

  const note = (site: Site, level: number): void => {
    const key = `${site.module.file}/${site.index}@${site.activation.id}`;
    if (seen.has(key)) return;
    seen.add(key);
    startQuestion(m);
    const outcome = outcomeOf(m, site);
    for (const e of outcome.external) external.push({ site, ...e });
    for (const origin of outcome.open) {
      const fn = functionKey(origin.activation.module, origin.activation.fn);
      const entry = { module: site.module, index: site.index, depth: level };
      waiting.set(fn, [...(waiting.get(fn) ?? []), entry]);
      if (level < maxLevels) for (const caller of callers.get(fn) ?? []) follow(entry, fn, caller, level + 1);
    }
    for (const target of outcome.entered) addCaller(target, site, level);
  };

  const addCaller = (target: Activation, site: Site, level: number): void => {
    const fn = functionKey(target.module, target.fn);
    const known = callers.get(fn) ?? [];
    if (
      !known.some(
        (s) => s.index === site.index && s.module === site.module && s.activation === site.activation,
      )
    )
      callers.set(fn, [...known, site]);
    if (level >= maxLevels) return;
    for (const entry of waiting.get(fn) ?? []) follow(entry, fn, site, level + 1);
  };

  /** A call that waits for its function's callers, seen from one of them. */
  const follow = (
    entry: { module: ModuleSummary; index: number },
    fn: string,
    caller: Site,
    level: number,
  ): void => {
    const within = callOf(entry.module, entry.index).within;
    for (const target of outcomeOf(m, caller).entered) {
      if (target.module !== entry.module || functionKey(target.module, target.fn) !== fn) continue;
      const activation = nested(m, target, within);
      if (activation) note({ module: entry.module, index: entry.index, activation }, level);
    }
  };

  for (const file of m.program.files) {
    const module = m.program.modules.get(file);
    module?.calls.forEach((call, index) =>
      note({ module, index, activation: rootActivation(m, module, call.within) }, 0),
    );
  }
  return { callers, external };
}

/** The activation of `fn`, which stands in `outer`'s function (or is it), seen from inside `outer`. */
export function nested(m: Machine, outer: Activation, fn: number): Activation | undefined {
  if (outer.fn === fn) return outer;
  const parent = outer.module.functions[fn]?.parent;
  if (parent === undefined) return undefined;
  const around = nested(m, outer, parent);
  return (
    around &&
    enter(m, {
      module: outer.module,
      fn,
      parent: around,
      args: undefined,
      self: undefined,
      from: around.from,
      tag: 'nested',
    })
  );
}
