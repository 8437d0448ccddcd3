import { map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import type { Alternatives, Value } from '../value.js';
import type { BuiltinCall } from './context.js';
import { testPattern } from './regexp.js';

/** `/^https?:/.test(text)`. */
export function testText(pattern: Extract<Value, { kind: 'regexp' }>, call: BuiltinCall): Alternatives {
  const { activation, index } = call.site;
  return map(argumentAt(call.m, call.args, 0), (value): Value => {
    const answer = value.kind === 'string' ? testPattern(pattern, value.parts) : undefined;
    return answer === undefined
      ? hole('runtime', 'test', activation.module, callOf(activation.module, index).at)
      : { kind: 'boolean', value: answer };
  });
}
