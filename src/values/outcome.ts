import type { ModuleSummary } from '../model/module-summary.js';
import { isOfBuiltin } from './answer-members.js';
import { callbacksOf, openCallbacks, passedFunctions } from './builtins/callbacks.js';
import { isEffects } from './builtins/packages.js';
import { collectionCallbacks } from './builtins/lodash.js';
import { packageCallbacks } from './builtins/package-callbacks.js';
import { proxyCall, proxyCallbacks } from './builtins/proxy.js';
import { argumentAt, enterFunction, receiverOf } from './call.js';
import { noGuards, type Guards } from './guards.js';
import { hole } from './holes.js';
import { construct } from './instance.js';
import { classChain, constructionOf, hasConstructor } from './inheritance.js';
import { callOf, enter, functionKey, isRecursive, type Machine } from './machine.js';
import { calleeOf } from './callee.js';
import { runsAlike } from './made-alike.js';
import { forgetArrivals, mayArrive } from './may-arrive.js';
import { passedBy } from './passed.js';
import { noteKey, readAnswer, readKey } from './reads.js';
import { begin, recall, remember } from './remember.js';
import { thisValue } from './this.js';
import { runByWaiting } from './waited-for.js';
import {
  entryOf,
  lazyValue,
  placedItems,
  type Activation,
  type Argument,
  type ExternalValue,
  type FunctionValue,
  type HoleValue,
  type Origin,
  type Value,
} from './value.js';

/** A call in an activation of the function around it. */
export interface Site {
  readonly module: ModuleSummary;
  readonly index: number;
  readonly activation: Activation;
}

/** Which call a site is, whatever its context. */
export const callKey = ({ module, index }: Omit<Site, 'activation'>): string => `${module.file}/${index}`;

/** A function of a package or a global that a call runs, and the decisions under which it runs that one. */
export interface ExternalCallee {
  readonly callee: ExternalValue;
  readonly isNew: boolean;
  readonly guards: Guards;
}

/** What one call can lead to in one context. */
export interface Outcome {
  /** Functions of the project that run, each with its activation. */
  readonly entered: readonly Activation[];
  /** Functions of packages and globals that run. */
  readonly external: readonly ExternalCallee[];
  /** Parameters that hold the callee: who calls the function around decides. */
  readonly open: readonly Origin[];
  /** The functions that keep the callee, with how many of their calls were known. */
  readonly keepers?: ReadonlyMap<string, number>;
}

const nothing: Outcome = { entered: [], external: [], open: [] };

const outcomes = new WeakMap<Activation, Map<number, Outcome>>();

export function forgetOutcomes(activation: Activation): void {
  outcomes.delete(activation);
  forgetArrivals(activation);
}

/** The runs of one function that a call makes. */
export const runsMade = (
  m: Machine,
  site: Site,
  { module, fn }: Pick<Activation, 'module' | 'fn'>,
): readonly Activation[] =>
  outcomeOf(m, site).entered.filter((run) => run.fn === fn && run.module === module);

/** Finds what a call calls. Nothing, when control can't arrive there in this context. */
export function outcomeOf(m: Machine, site: Site): Outcome {
  const found = outcomes.get(site.activation) ?? new Map<number, Outcome>();
  outcomes.set(site.activation, found);
  const known = recall(m, found, site.index);
  if (known && isUpToDate(m, known)) return known;
  const begun = begin(m, found, site.index);
  const outcome = findOutcome(m, site);
  remember(m, found, site.index, outcome, begun);
  return outcome;
}

/** What is being found rests on what a call calls, which was found before. */
export function readOutcome(m: Machine, { activation, index }: Site): void {
  const found = outcomes.get(activation);
  if (found) readAnswer(m, found, index);
}

/** Calls of a function are taken as what its parameters are for so many of them. */
const mostGiven = 48;

/**
 * Tells what one call gives a function that keeps it for others (`use(layer)` for `run()`), and what the site, which
 * calls something that was kept, runs then. All of it: another site may have told of the same call before.
 */
export function enteredWith(m: Machine, site: Site, given: Activation): readonly Activation[] {
  const key = functionKey(given.module, given.fn);
  const all = m.given.get(key) ?? [];
  if (!all.includes(given) && all.length < mostGiven) m.given.set(key, [...all, given]);
  noteKey(m, 'given', key, given.from?.activation.module.file);
  return outcomeOf(m, site).entered;
}

/** What the callers of a function gave that keeps it for others. */
function kept(m: Machine, held: HoleValue): { readonly by: string; readonly fns: readonly FunctionValue[] } {
  const { activation } = held.origin ?? {};
  const by = activation ? functionKey(activation.module, activation.fn) : '';
  readKey(m, 'given', by);
  const values = (m.given.get(by) ?? []).flatMap((given) => passedBy(m, held, given));
  return { by, fns: values.flatMap(({ value }) => (value.kind === 'function' ? [value] : [])) };
}

const isUpToDate = (m: Machine, { keepers }: Outcome): boolean =>
  !keepers || [...keepers].every(([by, count]) => (m.given.get(by)?.length ?? 0) === count);

function findOutcome(m: Machine, site: Site): Outcome {
  const call = callOf(site.module, site.index);
  if (!mayArrive(m, call, site.activation)) return nothing;
  const from = { call, index: site.index, activation: site.activation };
  if (call.callee.kind === 'super') return { ...nothing, entered: superConstructors(m, site) };
  const args = call.args.map((a) => entryOf(a, site.activation));
  const entered: Activation[] = [];
  const external: ExternalCallee[] = [];
  const open: Origin[] = [];
  const keepers = new Map<string, number>();
  const enterValue = (
    fn: FunctionValue,
    passed: typeof args,
    receiver: Value | undefined,
    tag: string,
  ): void => {
    if (isRecursive(fn.activation.module, fn.fn, from)) return;
    entered.push(enterFunction(m, fn, passed, receiverOf(receiver), from, tag));
  };
  for (const {
    value: { value, receiver, key },
    guards,
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
            self: [{ value: instance, guards: noGuards }],
            from,
          }),
        );
      } else enterValue(value, args, receiver, '');
    } else if (value.kind === 'object') {
      const run = call.kind === 'call' ? proxyCall(value, args) : undefined;
      if (run) enterValue(run.fn, [...run.args], undefined, '');
    } else if (value.kind === 'class') entered.push(...constructors(m, construct(m, value, args, from)));
    else if (value.kind === 'method') {
      for (const callback of callbacksOf(value, { m, args, site }))
        enterValue(callback.fn, [...callback.args], undefined, callback.tag);
      for (const { callee } of passedFunctions(value, { m, args, site }))
        external.push({ callee, isNew: false, guards });
      open.push(...openCallbacks(value, { m, args, site }));
      // What a rest parameter holds is for its callers to say.
      if (value.receiver.kind === 'array' && value.receiver.open?.origin)
        open.push(value.receiver.open.origin);
      if (value.receiver.kind === 'function' && value.name === 'call')
        enterValue(withoutSelf(value.receiver, args), args.slice(1), argumentAt(m, args, 0)[0]?.value, '');
      if (value.receiver.kind === 'function' && value.name === 'apply')
        enterApplied(m, withoutSelf(value.receiver, args), args, enterValue);
      if (value.receiver.kind === 'function' && value.name === 'bind' && args.length > 1)
        enterValue(value.receiver, boundArguments(args, site), argumentAt(m, args, 0)[0]?.value, 'bound');
      if (value.receiver.kind === 'external' && ['call', 'apply'].includes(value.name))
        external.push({ callee: value.receiver, isNew: false, guards });
    } else if (value.kind === 'external') {
      external.push({ callee: value, isNew: call.kind === 'new', guards });
      if (call.kind === 'new' && isProxy(value))
        for (const callback of proxyCallbacks({ m, args, site }))
          enterValue(callback.fn, [...callback.args], undefined, callback.tag);
      for (const callback of [
        ...packageCallbacks(value, { m, args, site }),
        ...collectionCallbacks(value, { m, args, site }),
      ])
        enterValue(callback.fn, [...callback.args], undefined, callback.tag);
      // An effect of redux-saga calls its first argument with the others.
      if (isEffects(value.module))
        for (const a of argumentAt(m, args, 0))
          if (a.value.kind === 'function') enterValue(a.value, args.slice(1), undefined, 'effect');
    } else if (value.kind === 'hole') {
      // `client.wrap(client.get)(path)`, `client.api(path).get()`: who says what `client` is says what its answer calls.
      const origin = value.origin ?? (isOfBuiltin(call.callee) ? undefined : value.answers);
      if (origin) open.push(origin);
      if (value.origin) {
        const { by, fns } = kept(m, value);
        keepers.set(by, m.given.get(by)?.length ?? 0);
        for (const fn of fns) enterValue(fn, args, undefined, 'kept');
      }
    }
    if (receiver?.kind === 'hole' && receiver.origin) open.push(receiver.origin);
    if (value.kind === 'hole' && key?.kind === 'hole' && key.origin) open.push(key.origin);
  }
  entered.push(...runByWaiting(m, site));
  // Alternatives of the callee that differ in their conditions only run the same function in the same context.
  return {
    entered: runsAlike(m, [...new Set(entered)]),
    external: distinctBy(external, (e) => e.callee),
    open,
    ...(keepers.size > 0 ? { keepers } : {}),
  };
}

const isProxy = ({ module, steps: [first, ...others] }: ExternalValue): boolean =>
  module === 'global' && first?.kind === 'member' && first.name === 'Proxy' && others.length === 0;

const distinctBy = <T>(list: readonly T[], key: (item: T) => unknown): T[] => {
  const seen = new Set<unknown>();
  return list.filter((item) => (seen.has(key(item)) ? false : seen.add(key(item))));
};

/** `Base.prototype.send.call(this, …)`: the method runs with the first argument as `this`, not with the prototype. */
const withoutSelf = (fn: FunctionValue, args: readonly Argument[]): FunctionValue =>
  args.length > 0 ? { ...fn, self: undefined } : fn;

/** What `bind` fixes; whoever calls the bound function gives the others. */
function boundArguments(args: readonly Argument[], { module, index }: Site): Argument[] {
  const others = hole('runtime', 'arguments', module, callOf(module, index).at);
  return [...args.slice(1), { spread: true, value: lazyValue(others) }];
}

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
  const passed = array?.kind === 'array' ? placedItems(array).map((value) => ({ spread: false, value })) : [];
  if (array?.kind === 'array' && array.open) passed.push({ spread: true, value: lazyValue(array.open) });
  enterValue(fn, passed, argumentAt(m, args, 0)[0]?.value, '');
}

function constructors(m: Machine, instance: ReturnType<typeof construct>): Activation[] {
  const own = classChain(m, instance.of).find(hasConstructor);
  const activation = own && constructionOf(m, instance, own);
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
  const base = chain.slice(at + 1).find(hasConstructor);
  const activation = base && constructionOf(m, self, base);
  return activation ? [activation] : [];
}
