import type { Expr } from '../model/module-summary.js';
import { combine, map, under } from './alternatives.js';
import { evaluate } from './evaluate.js';
import { oneGuard } from './guards.js';
import { holeFor } from './holes.js';
import { inText } from './in-text.js';
import type { Machine } from './machine.js';
import { leadingText, normalize } from './parts.js';
import { onlyPresenceOf } from './question.js';
import { toParts } from './to-string.js';
import { stringValue, type Activation, type Alternatives, type Value } from './value.js';

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
  inText(expr.kind === 'and' ? addedOrNothing(m, expr, activation) : evaluate(m, expr, activation), () =>
    holeFor('runtime', expr, activation),
  );

/** `id && '/' + id`: nothing where there is no `id`. A text that brings its own separator is left out as a whole. */
function addedOrNothing(
  m: Machine,
  expr: Extract<Expr, { kind: 'and' }>,
  activation: Activation,
): Alternatives {
  const asked = evaluate(m, expr.left, activation);
  const [only] = asked;
  const key = onlyPresenceOf(asked);
  const added = evaluate(m, expr.right, activation);
  if (!only || key === undefined || !added.every(({ value }) => isSeparated(value)))
    return evaluate(m, expr, activation);
  return under(
    [...under(added, oneGuard(key, 'then')), { value: stringValue(''), guards: oneGuard(key, 'else') }],
    only.guards,
  );
}

const isSeparated = (value: Value): boolean =>
  value.kind === 'string' && /^[/?&.;#]/.test(leadingText(value.parts));
