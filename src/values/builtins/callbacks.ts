import { largestTable } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { oneGuard } from '../guards.js';
import { hole } from '../holes.js';
import { identity } from '../machine.js';
import { withEntries } from '../stores.js';
import { promiseMethods } from '../promises.js';
import {
  lazyValue,
  stringValue,
  type Argument,
  type ArrayValue,
  type ExternalValue,
  type FunctionValue,
  type Lazy,
  type MethodValue,
  type Origin,
  type Value,
} from '../value.js';
import type { BuiltinCall } from './context.js';
import { roundsOf } from './fold.js';

/** A function that a builtin calls, with what it passes. */
export interface Callback {
  readonly fn: FunctionValue;
  readonly args: readonly Argument[];
  /** Tells the calls of one site apart. */
  readonly tag: string;
  /** The decision that picks this element: `call:<index>` to the element's number. */
  readonly element: string | undefined;
  /** Which argument of the call the function is. */
  readonly argument: number;
}

const arrayCallbacks: ReadonlySet<string> = new Set([
  'map',
  'forEach',
  'filter',
  'flatMap',
  'find',
  'findIndex',
  'some',
  'every',
  'findLast',
]);

const reduces: ReadonlySet<string> = new Set(['reduce', 'reduceRight']);

const pass = (...values: Lazy[]): Argument[] => values.map((value) => ({ spread: false, value }));

/** The functions that a method of an array or promise calls, and their arguments. */
export function callbacksOf(method: MethodValue, call: BuiltinCall): readonly Callback[] {
  const { receiver, name } = method;
  if (promiseMethods.has(name)) return promiseCallbacks(method, call);
  const isReduce = reduces.has(name);
  if (!arrayCallbacks.has(name) && !isReduce) return [];
  const fold =
    isReduce && receiver.kind === 'array' ? foldCallbacks(receiver, call, name === 'reduceRight') : undefined;
  if (fold) return fold;
  const elements = elementsOf(receiver, call);
  if (!elements) return [];
  // A map gives its keys where a list gives indexes.
  const isList = receiver.kind !== 'object';
  return functionsAt(call, 0).flatMap((fn) =>
    elements.map(({ value, tag }): Callback => {
      const at: Lazy =
        tag === 'other'
          ? unknownLazy(call, isList ? 'index' : 'key')
          : lazyValue(isList ? { kind: 'number', value: Number(tag) } : stringValue(tag));
      const args = isReduce ? pass(unknownLazy(call, 'accumulator'), value, at) : pass(value, at);
      return { fn, args, tag: `each:${tag}`, element: tag, argument: 0 };
    }),
  );
}

/** The rounds of a fold, each with what the one before gives. */
function foldCallbacks(list: ArrayValue, call: BuiltinCall, isRight: boolean): Callback[] | undefined {
  const known = roundsOf(list, call, isRight);
  if (!known) return undefined;
  const other = {
    args: pass(unknownLazy(call, 'accumulator'), unknownLazy(call, 'item')),
    tag: 'each:other',
  };
  const rounds = list.open ? [...known, other] : known;
  return functionsAt(call, 0).flatMap((fn) =>
    rounds.map((round): Callback => ({ fn, ...round, element: undefined, argument: 0 })),
  );
}

/** The parameters that hold what such a method would call: who calls the function around decides. */
export function openCallbacks({ name }: MethodValue, call: BuiltinCall): readonly Origin[] {
  const takesFunction = arrayCallbacks.has(name) || reduces.has(name) || promiseMethods.has(name);
  if (!takesFunction) return [];
  return [0, ...(name === 'then' ? [1] : [])].flatMap((index) =>
    argumentAt(call.m, call.args, index).flatMap(({ value }) =>
      value.kind === 'hole' && value.origin ? [value.origin] : [],
    ),
  );
}

/** A function of a package that a builtin calls: `urls.map(fetch)`, `promise.then(fetch)`. */
export interface PassedFunction {
  readonly callee: ExternalValue;
  /** One of the elements of a list, each under the decision for it. */
  readonly args: readonly Argument[];
}

const passesElement: ReadonlySet<string> = new Set(['map', 'forEach', 'flatMap']);

/** Whether a method of this name passes one value to what it is given. */
export const passesOne = (name: string): boolean => name === 'then' || passesElement.has(name);

export function passedFunctions(method: MethodValue, call: BuiltinCall): readonly PassedFunction[] {
  const { receiver, name } = method;
  if (!passesOne(name)) return [];
  const isSettled = name === 'then';
  const callees = argumentAt(call.m, call.args, 0).flatMap((a) =>
    a.value.kind === 'external' ? [a.value] : [],
  );
  const elements = callees.length === 0 || isSettled ? [] : elementsOf(receiver, call);
  if (callees.length === 0 || !elements) return [];
  const { activation, index } = call.site;
  const test = `${activation.id}:call:${index}`;
  const options = elements.map(({ value, tag }) => ({ value, guards: oneGuard(test, tag) }));
  const value: Lazy = isSettled ? lazyValue(receiver) : { kind: 'either', options };
  return callees.map((callee) => ({ callee, args: pass(value) }));
}

export function functionsAt(call: BuiltinCall, index: number): FunctionValue[] {
  return argumentAt(call.m, call.args, index).flatMap((a) => (a.value.kind === 'function' ? [a.value] : []));
}

/** Instances are the same object whenever they are asked for; other values are made anew, and would be told apart for ever. */
const instanceTag = (call: BuiltinCall, receiver: Value): string =>
  receiver.kind === 'instance' ? `:${identity(call.m, receiver)}` : '';

function promiseCallbacks(method: MethodValue, call: BuiltinCall): Callback[] {
  const settled: Lazy = method.name === 'then' ? lazyValue(method.receiver) : unknownLazy(call, 'error');
  const first = functionsAt(call, 0).map((fn): Callback => ({
    fn,
    args: pass(settled),
    tag: `${method.name}${instanceTag(call, method.receiver)}`,
    element: undefined,
    argument: 0,
  }));
  if (method.name !== 'then') return first;
  const failed = functionsAt(call, 1).map((fn): Callback => ({
    fn,
    args: pass(unknownLazy(call, 'error')),
    tag: 'rejected',
    element: undefined,
    argument: 1,
  }));
  return [...first, ...failed];
}

function elementsOf(receiver: Value, call: BuiltinCall): readonly { value: Lazy; tag: string }[] | undefined {
  const other = { value: lazyValue({ ...unknownValue(call, 'item'), name: '' }), tag: 'other' };
  if (receiver.kind === 'hole' || receiver.kind === 'external') return [other];
  if (receiver.kind === 'object' && receiver.builtin === 'Map') {
    const { props, open } = withEntries(call.m, receiver);
    const entries = [...props].map(([key, value]) => ({ value, tag: key }));
    return open ? [...entries, other] : entries;
  }
  if (receiver.kind !== 'array') return undefined;
  if (receiver.items.length > largestTable) return [other];
  const items = receiver.items.map((value, i) => ({ value, tag: String(i) }));
  return receiver.open ? [...items, other] : items;
}

function unknownValue(call: BuiltinCall, name: string): Extract<Value, { kind: 'hole' }> {
  const { activation, index } = call.site;
  return hole('runtime', name, activation.module, activation.module.calls[index]?.at ?? [0, 0]);
}

const unknownLazy = (call: BuiltinCall, name: string): Lazy => lazyValue(unknownValue(call, name));
