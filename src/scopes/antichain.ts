/**
 * Drops every set that is at least as strong as another: whoever holds it holds the other too. Of sets that are
 * equally strong the first stays. `close` gives everything that holding a set amounts to, the set included.
 */
export function weakestSets<T>(
  sets: readonly (readonly T[])[],
  close: (set: readonly T[]) => ReadonlySet<T>,
): (readonly T[])[] {
  const byMember = new Map<T, number[]>();
  sets.forEach((set, i) => {
    const [member] = set;
    if (member !== undefined) byMember.set(member, [...(byMember.get(member) ?? []), i]);
  });
  const empty = sets.findIndex((set) => set.length === 0);
  if (empty >= 0) return sets.slice(empty, empty + 1);
  const closed = sets.map(close);
  const holds = (i: number, j: number): boolean =>
    sets[j]?.every((member) => closed[i]?.has(member)) ?? false;
  return sets.filter((_, i) => {
    // A set that is held has its first member held, so only the sets that start with a held member are tried.
    for (const member of closed[i] ?? []) {
      for (const j of byMember.get(member) ?? [])
        if (i !== j && holds(i, j) && (j < i || !holds(j, i))) return false;
    }
    return true;
  });
}
