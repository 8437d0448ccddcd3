import type { Expr } from '../model/module-summary.js';
import { combine, map } from './alternatives.js';
import { evaluate } from './evaluate.js';
import { holeFor } from './holes.js';
import { inText } from './in-text.js';
import type { Machine } from './machine.js';
import { normalize } from './parts.js';
import { toParts } from './to-string.js';
import type { Activation, Alternatives, Value } from './value.js';

/** The texts of a template; where the combinations of its parts are too many, one with what varies unknown stands for the rest. */
export function concatenated(
  m: Machine,
  { parts }: Extract<Expr, { kind: 'concat' }>,
  activation: Activation,
): Alternatives {
  const combined = combine<Value>(
    parts.map((p) => textual(m, p, activation)),
    (i) => holeFor('budget', parts[i] ?? { kind: 'undefined' }, activation),
  );
  return map(combined, (values) => ({
    kind: 'string' as const,
    parts: normalize(values.flatMap((v, i) => toParts(m, v, parts[i], activation))),
  }));
}

/** The values of an expression as part of a text. */
export const textual = (m: Machine, expr: Expr, activation: Activation): Alternatives =>
  inText(evaluate(m, expr, activation), () => holeFor('runtime', expr, activation));
