import type { Problem } from './problem.js';

/**
 * Splits a problem into parts that share no need and no excess: the optimum of the whole is that of the parts
 * together, because all four steps of the objective add up. Small parts first.
 */
export function components(problem: Problem): Problem[] {
  const parent = new Map([...problem.gains.keys()].map((scope) => [scope, scope]));
  const find = (scope: number): number => {
    let root = scope;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    parent.set(scope, root);
    return root;
  };
  const providers = new Map<number, number>();
  for (const [scope, gain] of problem.gains) {
    for (const one of gain) {
      const other = providers.get(one);
      if (other === undefined) providers.set(one, scope);
      else parent.set(find(scope), find(other));
    }
  }
  const rootOf = (one: number): number => find(providers.get(one) ?? one);
  const clauses = [...problem.needs, ...problem.surplus.map((item) => item.anyOf)];
  for (const clause of clauses) {
    const [first, ...rest] = clause.flat();
    for (const one of rest) parent.set(rootOf(one), rootOf(first ?? one));
  }
  const roots = [...new Set([...problem.gains.keys()].map(find))];
  const parts = roots.map((root) => ({
    ...problem,
    gains: new Map([...problem.gains].filter(([scope]) => find(scope) === root)),
    needs: problem.needs.filter((anyOf) => rootOf(anyOf[0]?.[0] ?? -1) === root),
    surplus: problem.surplus.filter(({ anyOf }) => rootOf(anyOf[0]?.[0] ?? -1) === root),
    taken: [],
    spent: { writes: 0, reads: 0 },
  }));
  return parts.sort((a, b) => a.gains.size - b.gains.size);
}
