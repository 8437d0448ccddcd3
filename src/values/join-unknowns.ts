import { onlyHole } from './alternatives.js';
import { decisions, withoutGuard } from './guards.js';
import type { Alternative, Alternatives, Guards } from './value.js';

/**
 * `x instanceof Id ? x.value : x`: of an unknown value, both are as unknown as the value itself.
 * `test` is the decision between them.
 */
export function joinUnknowns(alternatives: Alternatives, test: string): Alternatives {
  const unknowns = alternatives.filter((a) => onlyHole(a.value)?.origin !== undefined);
  if (unknowns.length < 2) return alternatives;
  const groups = new Map<unknown, Alternative[]>();
  for (const a of alternatives) {
    const origin = onlyHole(a.value)?.origin;
    const key = origin ? `${origin.activation.id}/${origin.parameter} ${decisionsBut(test, a.guards)}` : a;
    const group = groups.get(key);
    if (group) group.push(a);
    else groups.set(key, [a]);
  }
  return groups.size === alternatives.length
    ? alternatives
    : [...groups.values()].flatMap((group) => oneUnknown(group, test) ?? group);
}

function decisionsBut(test: string, guards: Guards): string {
  return decisions(guards)
    .flatMap(({ key, branch }) => (key === test ? [] : [`${key}=${branch}`]))
    .sort()
    .join();
}

/** The value that the others are members of. */
function oneUnknown(group: readonly Alternative[], test: string): readonly Alternative[] | undefined {
  const paths = group.map((a) => (onlyHole(a.value)?.path ?? []).join('.'));
  const shortest = [...paths].sort((a, b) => a.length - b.length)[0] ?? '';
  const kept = group[paths.indexOf(shortest)];
  const isOne = paths.every((p) => shortest === '' || p === shortest || p.startsWith(`${shortest}.`));
  if (group.length < 2 || !kept || !isOne) return undefined;
  return [{ value: kept.value, guards: withoutGuard(kept.guards, test) }];
}
