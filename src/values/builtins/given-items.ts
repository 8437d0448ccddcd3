import type { Expr } from '../../model/module-summary.js';
import { under } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { isAboutPresence } from '../empty-stand-in.js';
import { force } from '../evaluate.js';
import { oneGuard } from '../guards.js';
import type { Machine } from '../machine.js';
import { pathOf } from '../path-of.js';
import { presenceOf } from '../question.js';
import { sure, textOf, type Alternatives, type Lazy } from '../value.js';
import type { BuiltinCall } from './context.js';

/** Whether a filter keeps what is there: `filter(Boolean)`, `filter((x) => x != null)`. */
export const keepsGiven = (call: BuiltinCall): boolean =>
  argumentAt(call.m, call.args, 0).every(({ value }) => {
    if (value.kind === 'external') return value.module === 'global' && pathOf(value.steps) === 'Boolean';
    const fn = value.kind === 'function' ? value.activation.module.functions[value.fn] : undefined;
    const [item] = fn?.parameters ?? [];
    const [only, ...others] = fn?.returns ?? [];
    if (!item || !only || others.length > 0) return false;
    const subject: Expr = { kind: 'reference', binding: item.binding, at: item.at };
    return isAboutPresence(only.value, subject);
  });

/** Parts that need not be given are told apart by whether they are when so few are. */
const mostOptional = 2;

/**
 * A list of what is given, with and without what callers need not give at its end: of `['/items', id]` the second.
 * What stands before that is meant to be there.
 */
export function whereGiven(m: Machine, items: readonly Lazy[]): Alternatives<readonly Lazy[]> {
  const keys: string[] = [];
  for (const item of items.toReversed()) {
    const [only, ...others] = force(m, item);
    const key = only && others.length === 0 ? presenceOf(only.value) : undefined;
    if (key === undefined) break;
    keys.unshift(key);
  }
  const first = items.length - keys.length;
  const isPath = items.slice(0, first).some((item) => force(m, item).every(({ value }) => textOf(value)));
  if (!isPath || keys.length > mostOptional) return sure(items);
  return keys.reduce<Alternatives<readonly Lazy[]>>(
    (ways, key, i) =>
      ways.flatMap(({ value, guards }) => [
        ...under(
          [{ value: [...value, ...items.slice(first + i, first + i + 1)], guards }],
          oneGuard(key, 'then'),
        ),
        ...under([{ value, guards }], oneGuard(key, 'else')),
      ]),
    sure(items.slice(0, first)),
  );
}
