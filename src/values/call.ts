import { afterMethod } from './after-method.js';
import {
  compact,
  cutsSoFar,
  flatMap,
  largestTable,
  maxAlternatives,
  theRest,
  tooManyAlternatives,
  withRest,
} from './alternatives.js';
import { callExternal, callMethod } from './builtins/index.js';
import { proxyCall } from './builtins/proxy.js';
import { arrivals } from './decide.js';
import { evaluate, force } from './evaluate.js';
import { oneGuard } from './guards.js';
import { hole } from './holes.js';
import { construct } from './instance.js';
import { callOf, enter, functionKey, isRecursive, type Machine } from './machine.js';
import { answerOf, callHole, declaredAs } from './call-result.js';
import { calleeOf } from './callee.js';
import { begin, recall, remember } from './remember.js';
import { withRepeats } from './repeats.js';
import { thisValue } from './this.js';
import {
  entryOf,
  placedItems,
  spanIn,
  sure,
  undefinedValue,
  type Activation,
  type Alternatives,
  type Argument,
  type FunctionValue,
  type HoleValue,
  type Lazy,
  type Value,
} from './value.js';

/** The result of one call expression in an activation. */
export function callExpression(m: Machine, index: number, activation: Activation): Alternatives {
  const key = `!${index}`;
  const known = recall(m, activation.memo, key);
  if (known === 'running') return sure(callHole(index, activation));
  if (known) return known;
  activation.memo.set(key, 'running');
  const begun = begin(m, activation.memo, key);
  const values = compact(evaluateCall(m, index, activation));
  remember(m, activation.memo, key, values, begun);
  return values;
}

function evaluateCall(m: Machine, index: number, activation: Activation): Alternatives {
  const call = callOf(activation.module, index);
  if (call.callee.kind === 'super') return thisValue(m, activation);
  if (call.kind === 'jsx') return sure(hole('runtime', 'element', activation.module, call.at));
  const args = call.args.map((a) => entryOf(a, activation));
  return flatMap(calleeOf(m, call.callee, activation), ({ value, receiver }) =>
    apply(m, value, receiver, args, index, activation),
  );
}

/** Calls a value with arguments at a call site. */
export function apply(
  m: Machine,
  callee: Value,
  receiver: Value | undefined,
  args: readonly Argument[],
  index: number,
  activation: Activation,
): Alternatives {
  const call = callOf(activation.module, index);
  const from = { call, index, activation };
  switch (callee.kind) {
    case 'function': {
      if (call.kind === 'new') return constructFunction(m, callee, args, from);
      const self = callee.self ?? receiverOf(receiver);
      return callFunction(m, callee, args, self, from, '');
    }
    case 'class':
      return sure(construct(m, callee, args, from));
    case 'object': {
      const run = proxyCall(callee, args);
      return run ? callFunction(m, run.fn, run.args, undefined, from, '') : sure(callHole(index, activation));
    }
    case 'method':
      return callMethod(m, callee, args, { index, activation }) ?? sure(callHole(index, activation));
    case 'external': {
      const known = callExternal(m, callee, args, { index, activation });
      if (known) return known;
      const kind = call.kind === 'new' ? 'new' : 'call';
      const step = {
        kind,
        args,
        at: spanIn(activation.module, call.at),
        call: { index, activation },
      } as const;
      return sure({ kind: 'external', module: callee.module, steps: [...callee.steps, step] });
    }
    case 'hole':
      return answerOf(m, callee, index, activation);
    default:
      return sure(callHole(index, activation));
  }
}

/** `new F()` of a plain function: what it returns when that is an object, else a fresh `this`. */
function constructFunction(
  m: Machine,
  fn: FunctionValue,
  args: readonly Argument[],
  from: Activation['from'],
): Alternatives {
  const instance = construct(m, fn, args, from);
  const summary = fn.activation.module.functions[fn.fn];
  if (!summary || summary.returns.length === 0) return sure(instance);
  const returned = callFunction(m, fn, args, sure(instance), from, 'new').filter(
    (a) => a.value.kind === 'object' || a.value.kind === 'instance' || a.value.kind === 'function',
  );
  return returned.length > 0 ? returned : sure(instance);
}

/** What `this` is in a method of a known object. */
export const receiverOf = (receiver: Value | undefined): Alternatives | undefined =>
  receiver && receiver.kind !== 'hole' && receiver.kind !== 'namespace' ? sure(receiver) : undefined;

/** Runs a function of the project: the values it can return in this context. */
export function callFunction(
  m: Machine,
  fn: FunctionValue,
  args: readonly Argument[],
  self: Alternatives | undefined,
  from: Activation['from'],
  tag: string,
): Alternatives {
  const { module } = fn.activation;
  const summary = module.functions[fn.fn];
  const at = summary?.at ?? [0, 0];
  const tooDeep = (from?.activation.depth ?? 0) > m.budget.callDepth;
  const key = functionKey(module, fn.fn);
  if (!summary || tooDeep || isRecursive(module, fn.fn, from))
    return sure({
      ...hole(tooDeep ? 'budget' : 'runtime', `${summary?.name ?? ''}()`, module, at),
      repeats: key,
    });
  const activation = enterFunction(m, fn, args, self, from, tag);
  const values = returnsOf(m, activation).map(({ value, guards }) => ({
    value: afterMethod(m, value, activation),
    guards,
  }));
  const typed = summary.returnType ? declaredAs(m, values, summary.returnType, activation) : values;
  const isFirst = activation.repeats === (from?.activation.repeats ?? 0);
  return isFirst ? withRepeats(typed, key) : typed;
}

export function enterFunction(
  m: Machine,
  fn: FunctionValue,
  args: readonly Argument[] | undefined,
  self: Alternatives | undefined,
  from: Activation['from'],
  tag: string,
): Activation {
  const all = fn.bound.length > 0 ? [...fn.bound, ...(args ?? [])] : args;
  return enter(m, {
    module: fn.activation.module,
    fn: fn.fn,
    parent: fn.activation,
    args: all,
    self: fn.self ?? self,
    from,
    tag,
  });
}

/** The values that an activation returns; a generator gives the array of what it yields. */
export function returnsOf(m: Machine, activation: Activation): Alternatives {
  const key = '!return';
  const known = recall(m, activation.memo, key);
  const { summary, module } = activation;
  if (known === 'running') return sure(hole('runtime', `${summary.name}()`, module, summary.at));
  if (known) return known;
  activation.memo.set(key, 'running');
  const begun = begin(m, activation.memo, key);
  const values = summary.isGenerator ? sure(yieldsOf(m, activation)) : compact(findReturns(m, activation));
  remember(m, activation.memo, key, values, begun);
  return values;
}

function findReturns(m: Machine, activation: Activation): Alternatives {
  const { summary, module } = activation;
  const { returns } = summary;
  if (returns.length === 0) return sure(undefinedValue);
  const before = cutsSoFar();
  const rest = (): Value => hole('budget', `${summary.name}()`, module, summary.at);
  // A function that gives one value for each of its returns is a table: which return it is says which way control took.
  const isTable = returns.length > tooManyAlternatives;
  const found = returns.flatMap((r, i) => {
    const ways = arrivals(m, r.guards, activation);
    const entry = { value: true, guards: oneGuard(`${activation.id}:return`, String(i)) };
    return flatMap(isTable && ways.length > 0 ? [entry] : ways, () => evaluate(m, r.value, activation));
  });
  const most = Math.max(maxAlternatives, Math.min(returns.length, largestTable));
  return found.length > most ? [...found.slice(0, most), theRest(rest())] : withRest(found, before, rest);
}

function yieldsOf(m: Machine, activation: Activation): Value {
  const { summary, module } = activation;
  const { items } = listArguments(
    m,
    summary.yields.map((entry) => entryOf(entry, activation)),
  );
  return { kind: 'array', items, open: hole('runtime', `${summary.name}()`, module, summary.at) };
}

/** Calls a value outside of a call expression: getters, callbacks. */
export function invoke(
  m: Machine,
  callee: Value,
  args: readonly Argument[],
  self: Alternatives | undefined,
  activation: Activation,
  tag: string,
  from?: Activation['from'],
): Alternatives {
  if (callee.kind !== 'function') return sure(hole('runtime', tag, activation.module, [0, 0]));
  return callFunction(m, callee, args, self, from, tag);
}

/** The arguments of a call as a list, spreads of known arrays opened; undefined from an unknown spread on. */
export function listArguments(
  m: Machine,
  args: readonly Argument[],
): { readonly items: readonly Lazy[]; readonly open: boolean; readonly rest?: HoleValue } {
  const items: Lazy[] = [];
  for (const { spread, value } of args) {
    if (!spread) {
      items.push(value);
      continue;
    }
    const values = force(m, value);
    const array = values[0]?.value;
    if (values.length === 1 && array?.kind === 'hole') return { items, open: true, rest: array };
    if (values.length !== 1 || array?.kind !== 'array') return { items, open: true };
    items.push(...placedItems(array));
    if (array.open) return { items, open: true, rest: array.open };
  }
  return { items, open: false };
}

/** The values of the argument at a position; `undefined` when it isn't given. */
export function argumentAt(m: Machine, args: readonly Argument[], index: number): Alternatives {
  const list = listArguments(m, args);
  const item = list.items[index];
  if (item) return force(m, item);
  return list.open ? alternativeAt(m, args, index, list.items.length) : sure(undefinedValue);
}

/** The argument where a list that is spread may be one of several: what each of them gives. */
function alternativeAt(m: Machine, args: readonly Argument[], index: number, before: number): Alternatives {
  const at = args.findIndex((a, i) => a.spread && i >= before && force(m, a.value).length > 1);
  const spread = at === before ? args[at] : undefined;
  if (!spread || args.slice(0, at).some((a) => a.spread)) return [];
  return flatMap(force(m, spread.value), (list) => {
    if (list.kind !== 'array' || (list.open && !list.items[index - at])) return [];
    const items = list.items.map((value) => ({ spread: false, value }));
    return argumentAt(m, [...args.slice(0, at), ...items, ...args.slice(at + 1)], index);
  });
}
