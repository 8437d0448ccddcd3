import { flatMap } from '../../values/alternatives.js';
import { argumentAt } from '../../values/call.js';
import { force } from '../../values/evaluate.js';
import { memberOf } from '../../values/member.js';
import type { Activation, Alternatives, Argument, FunctionValue, Lazy, Value } from '../../values/value.js';
import { lazyValue, sure, textOf, undefinedValue } from '../../values/value.js';
import type { CodeOptions } from '../options.js';
import { constant } from '../quantity.js';
import { lengthOf } from './lengths.js';
import { mappedIn } from './mapped.js';
import { durationIn, numberIn, numberOf } from './numbers.js';
import { startReading, type Reader } from './reader.js';

/** The arguments of a call as the tables of schedules, limiters and retries read them. */
export function codeOptions(reader: Reader, args: readonly Argument[], activation: Activation): CodeOptions {
  const at = (argument: number, path: readonly string[]): readonly Value[] => {
    startReading(reader.m);
    let values: Alternatives = argumentAt(reader.m, args, argument);
    for (const key of path)
      values = flatMap(
        values,
        (value) =>
          assigned(reader, value, key) ?? memberOf(reader.m, value, key, activation, activation.summary.at),
      );
    return values.map(({ value }) => value);
  };
  const texts = (argument: number, path: readonly string[]): string | undefined => {
    const found = at(argument, path).map(wordOf);
    const [first] = found;
    return first !== undefined && found.every((text) => text === first) ? first : undefined;
  };
  const written = (argument: number, path: readonly string[]) => {
    const given = args[argument]?.value;
    if (given?.kind !== 'expr') return undefined;
    let { expr } = given;
    for (const key of path) {
      if (expr.kind !== 'object') return undefined;
      const entry = expr.entries.find(
        (e) => e.kind === 'property' && e.key.kind === 'literal' && String(e.key.value) === key,
      );
      if (entry?.kind !== 'property') return undefined;
      expr = entry.value;
    }
    return { kind: 'expr' as const, expr, activation: given.activation };
  };
  const number: CodeOptions['number'] = (argument, ...path) => {
    const known = numberIn(at(argument, path));
    if (known) return known;
    const lazy = written(argument, path);
    return lazy && numberOf(reader, lazy.expr, lazy.activation);
  };
  return {
    count: args.length,
    number,
    flag: (argument, ...path) => {
      const found = at(argument, path).map((value) => (value.kind === 'boolean' ? value.value : undefined));
      const [first] = found;
      return first !== undefined && found.every((flag) => flag === first) ? first : undefined;
    },
    text: (argument, ...path) => texts(argument, path),
    has: (argument, ...path) => at(argument, path).some((value) => value.kind !== 'undefined'),
    duration: (argument, ...path) => {
      const [value] = at(argument, path);
      const lazy = written(argument, path);
      return lazy ? durationIn(reader, lazy) : value && durationIn(reader, lazyValue(value));
    },
    functions: (argument, ...path) =>
      at(argument, path).filter((value): value is FunctionValue => value.kind === 'function'),
    values: (argument, ...path) => at(argument, path),
    length: (argument, ...path) => {
      const [list, ...others] = at(argument, path);
      if (list?.kind === 'array' && !list.open && others.length === 0) return constant(list.items.length);
      const lazy = written(argument, path);
      return lazy && lengthOf(reader, lazy.expr, lazy.activation);
    },
    elements: (argument, ...path) => {
      const element = (value: Lazy): CodeOptions =>
        codeOptions(reader, [{ spread: false, value }], activation);
      const found = at(argument, path).flatMap((value) =>
        value.kind === 'array' ? value.items.map(element) : [],
      );
      const lazy = found.length > 0 ? undefined : written(argument, path);
      const mapped = lazy && mappedIn(reader, lazy.expr, lazy.activation);
      return mapped ? mapped.given.map((value) => element(lazyValue(value))) : found;
    },
  };
}

/** What was assigned to a field of something that a package made: `rule.minute = 30`. What wasn't is missing. */
function assigned(reader: Reader, value: Value, key: string): Alternatives | undefined {
  if (value.kind !== 'external' || !value.steps.some(({ kind }) => kind === 'new')) return undefined;
  const last = value.steps.findLast(
    (step) => step.kind === 'assign' && step.path.length === 1 && step.path[0] === key,
  );
  return last?.kind === 'assign' ? force(reader.m, last.value) : sure(undefinedValue);
}

/** A text, or the last name of something that comes from a package: `CronExpression.EVERY_HOUR`. */
function wordOf(value: Value): string | undefined {
  if (value.kind !== 'external') return value.kind === 'string' ? textOf(value) : undefined;
  const last = value.steps.at(-1);
  return last?.kind === 'member' && value.steps.every(({ kind }) => kind === 'member')
    ? last.name
    : undefined;
}
