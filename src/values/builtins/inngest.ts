import type { FunctionValue, Lazy, Value } from '../value.js';
import { lazyValue } from '../value.js';
import type { BuiltinCall } from './context.js';
import { functionsAt } from './callbacks.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import { listArguments } from '../call.js';

interface Handed {
  readonly fn: FunctionValue;
  readonly values: readonly Lazy[];
  readonly argument: number;
}

const tools: Value = { kind: 'external', module: 'inngest', steps: [{ kind: 'member', name: 'step' }] };

/**
 * `createFunction(options, ({ event, step }) => …)`, with the trigger between the two in older versions: the function
 * gets the tools that make steps. `step.run(id, fn, …arguments)` passes on what it is given.
 */
export function inngestCallbacks(path: string, call: BuiltinCall): Handed[] {
  if (/(?:^|\.)createFunction$/.test(path)) {
    const { activation, index } = call.site;
    const open = hole('runtime', 'context', activation.module, callOf(activation.module, index).at);
    const context: Value = {
      kind: 'object',
      props: new Map([['step', lazyValue(tools)]]),
      open,
      home: undefined,
    };
    return [1, 2].flatMap((argument) =>
      functionsAt(call, argument).map((fn) => ({ fn, values: [lazyValue(context)], argument })),
    );
  }
  if (!/^step\.(?:run|ai\.wrap)$/.test(path)) return [];
  const values = listArguments(call.m, call.args).items.slice(2);
  return functionsAt(call, 1).map((fn) => ({ fn, values, argument: 1 }));
}
