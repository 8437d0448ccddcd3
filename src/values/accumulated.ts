import type { Expr } from '../model/module-summary.js';
import { onlyHole } from './alternatives.js';
import { withoutGuard } from './guards.js';
import type {
  Activation,
  Alternative,
  Alternatives,
  OriginHole,
  StringValue,
  UrlValue,
  Value,
} from './value.js';

/**
 * `for (const p of parts) url += '/' + p`: a text that is added to an unknown number of times is what it was before, and
 * then what nobody knows; so is a URL whose members are changed. `key` is the decision between the start and what was
 * added.
 */
export function accumulated(
  values: Alternatives,
  expr: Extract<Expr, { kind: 'choice' }>,
  key: string,
  activation: Activation,
): Alternatives {
  const name = variableOf(expr, activation);
  if (name === undefined) return values;
  const repeats = /:head$|^any:/.test(expr.test);
  const added = (value: Value): OriginHole | undefined => addedTo(value, name, repeats);
  const more = values.flatMap(({ value }) => added(value) ?? [])[0];
  if (!more) return values;
  const starts = values.filter(({ value }) => !added(value) && !(repeats && isItself(value)));
  if (!starts.every(isText)) return values;
  return starts.map(({ value, guards }) => ({
    value: withMore(value, more),
    guards: withoutGuard(guards, key),
  }));
}

/** The variable, which a round leaves as it is. */
const isItself = (value: Value): boolean => onlyHole(value)?.reason === 'mutated';

const isText = (a: Alternative): a is Alternative<StringValue | UrlValue> =>
  a.value.kind === 'string' || a.value.kind === 'url';

const withMore = (value: StringValue | UrlValue, more: OriginHole): Value =>
  value.kind === 'url'
    ? { kind: 'url', href: [...value.href, more] }
    : { kind: 'string', parts: [...value.parts, more] };

/** The variable that a choice gives a new version of. */
function variableOf(
  { options }: Extract<Expr, { kind: 'choice' }>,
  { module }: Activation,
): string | undefined {
  for (const { value } of options)
    if (value.kind === 'reference') return module.bindings[value.binding]?.name;
  return undefined;
}

/**
 * What stands for the additions, where a text begins with the variable that is being asked for: by its own name, or by
 * that of a parameter which it was handed to, where the variable `repeats` in what makes it.
 */
function addedTo(value: Value, name: string, repeats: boolean): OriginHole | undefined {
  if (repeats && value.kind === 'object' && value.open?.reason === 'mutated')
    return addition(value.open, name);
  const [first, ...others] = value.kind === 'string' ? value.parts : [];
  if (first?.kind !== 'hole' || first.reason !== 'mutated' || others.length === 0) return undefined;
  return repeats || first.name === name ? addition(first, name) : undefined;
}

const addition = ({ at }: Pick<OriginHole, 'at'>, name: string): OriginHole => ({
  kind: 'hole',
  reason: 'runtime',
  name,
  at,
});
