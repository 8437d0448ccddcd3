import { flatMap } from '../alternatives.js';
import { apply, argumentAt } from '../call.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import {
  lazyValue,
  sure,
  type Alternatives,
  type Argument,
  type FunctionValue,
  type HoleValue,
  type MethodValue,
} from '../value.js';
import type { BuiltinCall } from './context.js';
import { callMethod, hasMethod } from './index.js';

/** `f.call(self, …)`, `f.apply(self, list)` and `f.bind(self, …)`. */
export function callFunctionMethod(
  receiver: FunctionValue | MethodValue,
  name: string,
  call: BuiltinCall,
): Alternatives | undefined {
  const { m, args, site } = call;
  if (receiver.kind === 'method')
    return name === 'bind' ? sure(receiver) : borrowed(receiver.name, name, call);
  const self = argumentAt(m, args, 0);
  const bound: FunctionValue = {
    ...receiver,
    self: self[0]?.value.kind === 'undefined' ? receiver.self : self,
  };
  if (name === 'bind') return sure({ ...bound, bound: [...receiver.bound, ...args.slice(1)] });
  if (name === 'call') return apply(m, bound, undefined, args.slice(1), site.index, site.activation);
  const list = argumentAt(m, args, 1);
  return flatMap(list, (array) => {
    const passed: Argument[] =
      array.kind === 'array'
        ? array.items.map((value) => ({ spread: false, value }))
        : [{ spread: true, value: lazyValue(array) }];
    return apply(m, bound, undefined, passed, site.index, site.activation);
  });
}

/** `[].slice.call(list)`, `Array.prototype.concat.apply(list, others)`: a method that is called on another value. */
export function borrowed(method: string, how: string, call: BuiltinCall): Alternatives | undefined {
  if (how !== 'call' && how !== 'apply') return undefined;
  const { m, args, site } = call;
  const passed = how === 'call' ? args.slice(1) : args.slice(1, 2).map((a) => ({ ...a, spread: true }));
  return flatMap(argumentAt(m, args, 0), (receiver) => {
    const known = hasMethod(receiver, method) || receiver.kind === 'string';
    return (
      (known && callMethod(m, { kind: 'method', receiver, name: method }, passed, site)) ||
      sure(unknown(call))
    );
  });
}

function unknown(call: BuiltinCall): HoleValue {
  const { activation, index } = call.site;
  return hole('runtime', 'result', activation.module, callOf(activation.module, index).at);
}
