import { map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import { leadingText } from '../parts.js';
import { textOf, type Alternatives, type Value } from '../value.js';
import type { BuiltinCall } from './context.js';
import { testPattern } from './regexp.js';

/** `/^https?:/.test(text)`. */
export function testText(pattern: Extract<Value, { kind: 'regexp' }>, call: BuiltinCall): Alternatives {
  const { activation, index } = call.site;
  return map(argumentAt(call.m, call.args, 0), (value): Value => {
    const parts = value.kind === 'string' ? value.parts : undefined;
    const answer = parts && testPattern(pattern, leadingText(parts), textOf(value) !== undefined);
    return answer === undefined
      ? hole('runtime', 'test', activation.module, callOf(activation.module, index).at)
      : { kind: 'boolean', value: answer };
  });
}
