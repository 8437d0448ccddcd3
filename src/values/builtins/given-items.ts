import type { Expr } from '../../model/module-summary.js';
import { combine, map, maxAlternatives } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { isAboutPresence } from '../empty-stand-in.js';
import { force } from '../evaluate.js';
import { oneGuard } from '../guards.js';
import type { Machine } from '../machine.js';
import { pathOf } from '../path-of.js';
import { onlyPresenceOf } from '../question.js';
import {
  lazyValue,
  sure,
  textOf,
  truthiness,
  type Alternative,
  type Alternatives,
  type Lazy,
} from '../value.js';
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

/** A part of a list, or nothing where it is left out. */
type Ways = Alternatives<Lazy | undefined>;

/**
 * A list of what is given: each part that some decisions leave out, with and without it, and so what callers need not
 * give at its end, as of `['/items', id]` the second. What stands before that is meant to be there.
 */
export function whereGiven(m: Machine, items: readonly Lazy[]): Alternatives<readonly Lazy[]> {
  const parts = items.map((item) => decided(item, force(m, item)));
  const optional = items.slice(firstOptional(m, items)).map((item) => presence(m, item));
  const ends = optional.length <= mostOptional ? optional.length : 0;
  for (const [i, key] of ends > 0 ? optional.entries() : []) {
    const at = items.length - ends + i;
    const item = items[at];
    if (item && key !== undefined)
      parts[at] = [
        { value: item, guards: oneGuard(key, 'then') },
        { value: undefined, guards: oneGuard(key, 'else') },
      ];
  }
  const count = parts.reduce((product, { length }) => product * length, 1);
  if (count > maxAlternatives) return sure(items);
  return map(combine(parts), (ways) => ways.filter((way) => way !== undefined));
}

function decided(item: Lazy, values: Alternatives): Ways {
  const isOut = ({ value }: Alternative): boolean => truthiness(value) === false;
  return values.some(isOut) && !values.every(isOut)
    ? values.map((a) => ({ value: isOut(a) ? undefined : lazyValue(a.value), guards: a.guards }))
    : sure(item);
}

const presence = (m: Machine, item: Lazy): string | undefined => onlyPresenceOf(force(m, item));

/** Where the parts begin that callers need not give; they follow something that is known. */
function firstOptional(m: Machine, items: readonly Lazy[]): number {
  const first = items.findLastIndex((item) => presence(m, item) === undefined) + 1;
  const isPath = items.slice(0, first).some((item) => force(m, item).every(({ value }) => textOf(value)));
  return isPath ? first : items.length;
}
