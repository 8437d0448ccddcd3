import {
  textOf,
  type Alternative,
  type Alternatives,
  type OriginHole,
  type StringValue,
  type Value,
} from './value.js';

/**
 * `build(node)`, which gives `build(node.parent) + '/' + node.name` or `/root`: where it would call itself once more,
 * the text begins with what it begins with elsewhere, and goes on with what nobody knows.
 */
export function withRepeats(values: Alternatives, fn: string): Alternatives {
  if (!values.some((a) => repeated(a.value, fn))) return values;
  const starts = shortest(values.flatMap(({ value }) => (begins(value, fn) ? [value] : [])));
  if (starts.length === 0) return values;
  return values.flatMap((a): Alternative[] => {
    const rest = repeated(a.value, fn);
    if (!rest) return [a];
    return starts.map((start) => ({
      value: { kind: 'string', parts: [...start.parts, rest] },
      guards: a.guards,
    }));
  });
}

/** What stands for the further calls, where a text begins with them and goes on. */
function repeated(value: Value, fn: string): OriginHole | undefined {
  const [first, ...others] = value.kind === 'string' ? value.parts : [];
  return first?.kind === 'hole' && (first as OriginHole).repeats === fn && others.length > 0
    ? first
    : undefined;
}

const begins = (value: Value, fn: string): value is StringValue =>
  value.kind === 'string' && !repeated(value, fn) && value.parts[0]?.kind === 'text';

/** Those that are wholly known, or the one that has least parts. */
function shortest(texts: readonly StringValue[]): readonly StringValue[] {
  const whole = texts.filter((text) => textOf(text) !== undefined);
  return whole.length > 0 ? whole : [...texts].sort((a, b) => a.parts.length - b.parts.length).slice(0, 1);
}
