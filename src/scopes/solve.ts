import type { ScopeName } from '../model/catalog.js';
import type { ScopeSolution } from '../model/scope-solution.js';
import { components } from './components.js';
import { dependents } from './explain.js';
import { layOut } from './instance.js';
import type { Instance } from './instance.js';
import { demandedRoutes } from './objective.js';
import { stateProblem } from './problem.js';
import type { Problem } from './problem.js';
import { reduce, take } from './reduce.js';
import { compareNames } from './requirement.js';
import type { Routes } from './routes.js';
import type { ScopeIndex } from './scope-index.js';
import { search } from './search.js';

export interface SolveOptions {
  /** Scopes that are held anyway: the solution is what to add to them. Names that the catalog doesn't know authorize nothing. */
  readonly fixed?: Iterable<ScopeName>;
  /** Steps of the search, the same on every machine; the default takes about a second. */
  readonly budget?: number;
}

const defaultBudget = 20_000_000;

/**
 * The least scopes that authorize every demanded operation: fewest excess writes, then fewest excess reads, then
 * fewest scopes, then the first by name. With `fixed` the least addition to those, costs counted for both together.
 * Undocumented operations demand nothing; ids that the catalog doesn't list are `unsatisfied`. The result does not
 * depend on the order of anything. When the budget ends, the set still authorizes everything, but is not proven.
 */
export function solve(
  index: ScopeIndex,
  demanded: Iterable<string>,
  options: SolveOptions = {},
): ScopeSolution {
  const { routes, numbering } = index;
  const operations = [...new Set(demanded)];
  const fixed = [...new Set(options.fixed ?? [])];
  const held = fixed.flatMap((name) => numbering.number.get(name) ?? []);
  const problem = reduce(take(stateProblem(numbering, demandedRoutes(routes, operations)), held));
  const found = searchParts(problem, options.budget ?? defaultBudget);
  const added = [...problem.taken.slice(held.length), ...found.scopes].sort((a, b) => a - b);
  const scopes = added.map((scope) => numbering.names[scope] ?? '');
  const total = ({ writes, reads }: Excess) => ({
    excessWrites: problem.spent.writes + writes,
    excessReads: problem.spent.reads + reads,
  });
  return {
    scopes,
    proven: found.proven,
    because: reasons(routes, scopes, fixed, operations),
    unsatisfied: operations.filter((id) => !routes.of.has(id)).sort(compareNames),
    cost: total(found.cost),
    ...(found.proven
      ? {}
      : {
          bound: { ...total(found.bound), scopes: added.length - found.scopes.length + found.bound.scopes },
        }),
  };
}

interface Excess {
  readonly writes: number;
  readonly reads: number;
  readonly scopes: number;
}

/** Solves the independent parts of a reduced problem one after the other, within one budget. */
function searchParts(problem: Problem, budget: number) {
  const scopes: number[] = [];
  let [cost, bound]: [Excess, Excess] = [nothing, nothing];
  let proven = true;
  let left = budget;
  for (const part of components(problem)) {
    const instance = layOut(part);
    const result = search(instance, left);
    for (const scope of result.scopes) scopes.push(instance.scopes[scope] ?? -1);
    cost = sum(cost, unweigh(instance, result.cost));
    bound = sum(bound, unweigh(instance, result.bound));
    proven &&= result.proven;
    left = Math.max(0, left - result.steps);
  }
  return { scopes, cost, bound, proven };
}

const nothing: Excess = { writes: 0, reads: 0, scopes: 0 };

const sum = (a: Excess, b: Excess): Excess => ({
  writes: a.writes + b.writes,
  reads: a.reads + b.reads,
  scopes: a.scopes + b.scopes,
});

/** From one weighted sum back to what it counts. */
function unweigh({ unit }: Instance, weight: number): Excess {
  return {
    writes: Math.floor(weight / unit.write),
    reads: Math.floor((weight % unit.write) / unit.read),
    scopes: weight % unit.read,
  };
}

function reasons(
  routes: Routes,
  scopes: readonly ScopeName[],
  fixed: readonly ScopeName[],
  demanded: readonly string[],
): ScopeSolution['because'] {
  const depending = dependents(routes, [...fixed, ...scopes], demanded);
  return Object.fromEntries(scopes.map((scope) => [scope, depending.get(scope) ?? []]));
}
