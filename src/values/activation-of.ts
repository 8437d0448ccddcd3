import type { FunctionIndex } from '../model/module-summary.js';
import { nested } from './inner.js';
import { functionKey, rootActivation, type Machine } from './machine.js';
import type { Activation } from './value.js';

/**
 * The activation of a function in which its variables live, as `activation` sees them: on the lexical chain, or of a
 * function that stands inside of one on it, which sets a variable of the chain.
 */
export function activationOf(m: Machine, activation: Activation, fn: FunctionIndex): Activation {
  const own = onChain(activation, fn);
  if (own) return own;
  const { module } = activation;
  const around = enclosing(activation, fn);
  const isRoot = !around || m.roots.get(functionKey(module, around.fn)) === around;
  return (isRoot ? undefined : nested(m, around, fn)) ?? rootActivation(m, module, fn);
}

/** The innermost activation of a function on the lexical chain. */
export function onChain(activation: Activation, fn: FunctionIndex): Activation | undefined {
  for (let a: Activation | undefined = activation; a; a = a.parent) if (a.fn === fn) return a;
  return undefined;
}

/** The innermost activation of the chain that a function stands inside of. */
export function enclosing(activation: Activation, fn: FunctionIndex): Activation | undefined {
  const { functions } = activation.module;
  for (let at = functions[fn]?.parent; at !== undefined && at !== 0; at = functions[at]?.parent) {
    const around = onChain(activation, at);
    if (around) return around;
  }
  return undefined;
}
