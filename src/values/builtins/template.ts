import { combine, flatMap, map } from '../alternatives.js';
import { listArguments } from '../call.js';
import { force } from '../evaluate.js';
import { stringOf } from '../parts.js';
import { toParts } from '../to-string.js';
import { sure, undefinedValue, type Alternatives, type Value } from '../value.js';
import type { BuiltinCall } from './context.js';

/** A tagged template of which the tag makes the string itself: `String.raw`. */
export function rawTemplate(call: BuiltinCall): Alternatives {
  const [strings, ...values] = listArguments(call.m, call.args).items;
  if (!strings) return sure(undefinedValue);
  return flatMap(force(call.m, strings), (list) => {
    if (list.kind !== 'array') return sure<Value>(undefinedValue);
    const pieces = list.items.flatMap((item, i) => [
      force(call.m, item),
      ...(values[i] ? [force(call.m, values[i])] : []),
    ]);
    return map(combine(pieces), (all) =>
      stringOf(all.flatMap((v) => toParts(call.m, v, undefined, call.site.activation))),
    );
  });
}
