import { noGuards, type Alternative, type Alternatives, type Guards } from './value.js';

/** More alternatives than this are cut; the caller marks what it keeps as not exhaustive. */
export const maxAlternatives = 64;

/** Both sets of decisions together, or undefined when they contradict each other. */
export function mergeGuards(a: Guards, b: Guards): Guards | undefined {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let merged: Map<string, string> | undefined;
  for (const [key, branch] of small) {
    const other = large.get(key);
    if (other === undefined) (merged ??= new Map(large)).set(key, branch);
    else if (other !== branch) return undefined;
  }
  return merged ?? large;
}

export function withGuard(guards: Guards, key: string, branch: string): Guards | undefined {
  const known = guards.get(key);
  if (known !== undefined) return known === branch ? guards : undefined;
  return new Map(guards).set(key, branch);
}

/** Adds decisions to every alternative; contradicting ones fall away. */
export function under<V>(alternatives: Alternatives<V>, guards: Guards): Alternatives<V> {
  if (guards.size === 0) return alternatives;
  const out: Alternative<V>[] = [];
  for (const { value, guards: own } of alternatives) {
    const merged = mergeGuards(own, guards);
    if (merged) out.push({ value, guards: merged });
  }
  return out;
}

/** Applies a step that may itself have several outcomes, keeping decisions consistent. */
export function flatMap<A, B>(alternatives: Alternatives<A>, f: (value: A) => Alternatives<B>): Alternatives<B> {
  const out: Alternative<B>[] = [];
  for (const { value, guards } of alternatives) {
    for (const next of f(value)) {
      const merged = mergeGuards(guards, next.guards);
      if (merged) out.push({ value: next.value, guards: merged });
      if (out.length >= maxAlternatives) return out;
    }
  }
  return out;
}

export const map = <A, B>(alternatives: Alternatives<A>, f: (value: A) => B): Alternatives<B> =>
  alternatives.map(({ value, guards }) => ({ value: f(value), guards }));

/** All combinations of one alternative of each, that don't contradict each other. */
export function combine<V>(lists: readonly Alternatives<V>[]): Alternatives<readonly V[]> {
  let out: Alternatives<readonly V[]> = [{ value: [], guards: noGuards }];
  for (const list of lists) out = flatMap(out, (prefix) => list.map(({ value, guards }) => ({ value: [...prefix, value], guards })));
  return out;
}
