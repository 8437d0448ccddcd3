import type { Expr } from '../model/module-summary.js';
import { withoutGuard } from './guards.js';
import type { Activation, Alternative, Alternatives, OriginHole, StringValue, Value } from './value.js';

/**
 * `for (const p of parts) url += '/' + p`: a text that is added to an unknown number of times is what it was before, and
 * then what nobody knows. `key` is the decision between the start and what was added.
 */
export function accumulated(
  values: Alternatives,
  expr: Extract<Expr, { kind: 'choice' }>,
  key: string,
  activation: Activation,
): Alternatives {
  const name = variableOf(expr, activation);
  if (name === undefined) return values;
  const more = values.flatMap(({ value }) => addedTo(value, name) ?? [])[0];
  if (!more) return values;
  const starts = values.filter(({ value }) => !addedTo(value, name));
  if (!starts.every(isText)) return values;
  return starts.map(({ value, guards }) => ({
    value: { kind: 'string', parts: [...value.parts, more] },
    guards: withoutGuard(guards, key),
  }));
}

const isText = (a: Alternative): a is Alternative<StringValue> => a.value.kind === 'string';

/** The variable that a choice gives a new version of. */
function variableOf(
  { options }: Extract<Expr, { kind: 'choice' }>,
  { module }: Activation,
): string | undefined {
  for (const { value } of options)
    if (value.kind === 'reference') return module.bindings[value.binding]?.name;
  return undefined;
}

/** What stands for the additions, where a text begins with the variable that is being asked for. */
function addedTo(value: Value, name: string): OriginHole | undefined {
  const [first, ...others] = value.kind === 'string' ? value.parts : [];
  const isItself = first?.kind === 'hole' && first.reason === 'mutated' && first.name === name;
  return isItself && others.length > 0 ? { ...first, reason: 'runtime' } : undefined;
}
