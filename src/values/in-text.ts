import type { Alternatives, HoleValue, Value } from './value.js';

/**
 * The alternatives of what stands in a text. `key || false` is `false` where there is no key: no code means that word,
 * so that it is unknown there. What can only be true or false is meant as such.
 */
export function inText(values: Alternatives, unknown: () => HoleValue): Alternatives {
  if (!values.some(isBoolean) || values.every(isBoolean)) return values;
  const standsFor = values.find(({ value }) => value.kind === 'hole')?.value ?? unknown();
  return values.map((a) => (isBoolean(a) ? { ...a, value: standsFor } : a));
}

const isBoolean = ({ value }: { readonly value: Value }): boolean => value.kind === 'boolean';
