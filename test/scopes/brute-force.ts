// The objective by its definition, straight from the catalog and over every subset: slow, and independent of the solver.
import type { Catalog, Operation } from '../../src/model/catalog.js';

export interface Excess {
  readonly excessWrites: number;
  readonly excessReads: number;
}

export interface Optimum extends Excess {
  readonly scopes: readonly string[];
}

/** Returns the excess of a scope set; undefined when it leaves a demanded operation unauthorized. Up to 30 scopes. */
export function judgeFor(
  catalog: Catalog,
  demanded: readonly string[],
): (held: readonly string[]) => Excess | undefined {
  const bitOf = new Map(catalog.scopes.map((scope, i) => [scope.name, 1 << i]));
  const maskOf = (scopes: readonly string[]) =>
    scopes.reduce((mask, scope) => mask | (bitOf.get(scope) ?? 0), 0);
  const routes = sameShape(catalog.operations)
    .map((group) => ({
      masks: group.flatMap(scopeSets).map(maskOf),
      isDemanded: group.some((operation) => demanded.includes(operation.id)),
      isWrite: group.some(isWrite),
    }))
    .filter(({ masks }) => masks.length > 0 && !masks.includes(0));
  return (held) => {
    const authorized = maskOf([...withImplied(catalog, held)]);
    let [excessWrites, excessReads] = [0, 0];
    for (const { masks, isDemanded, isWrite } of routes) {
      const isAuthorized = masks.some((mask) => (mask & authorized) === mask);
      if (isDemanded && !isAuthorized) return undefined;
      if (isDemanded || !isAuthorized) continue;
      if (isWrite) excessWrites += 1;
      else excessReads += 1;
    }
    return { excessWrites, excessReads };
  };
}

/** The least addition to `fixed`, by trying all of them. */
export function bruteForce(
  catalog: Catalog,
  demanded: readonly string[],
  fixed: readonly string[] = [],
): Optimum {
  const judge = judgeFor(catalog, demanded);
  const names = catalog.scopes
    .map((scope) => scope.name)
    .filter((name) => !fixed.includes(name))
    .sort();
  let best: Optimum | undefined;
  for (let bits = 0; bits < 2 ** names.length; bits++) {
    const scopes = names.filter((_, i) => (bits >> i) & 1);
    const excess = judge([...fixed, ...scopes]);
    if (excess && (!best || isBetter({ scopes, ...excess }, best))) best = { scopes, ...excess };
  }
  if (!best) throw new Error('not even all scopes authorize the demand');
  return best;
}

function sameShape(operations: readonly Operation[]): Operation[][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const key = `${operation.method} ${operation.path.replaceAll('{other}', '{id}')}`;
    groups.set(key, [...(groups.get(key) ?? []), operation]);
  }
  return [...groups.values()];
}

function scopeSets(operation: Operation): string[][] {
  if (operation.security === 'undocumented') return [];
  return operation.security.map((requirement) => Object.values(requirement).flat());
}

const isWrite = ({ access, method }: Operation): boolean =>
  access ? access === 'write' : !['GET', 'HEAD', 'OPTIONS'].includes(method);

function withImplied(catalog: Catalog, held: readonly string[]): Set<string> {
  const all = new Set(held);
  for (let size = -1; size !== all.size;) {
    size = all.size;
    for (const scope of catalog.scopes) {
      if (all.has(scope.name)) for (const implied of scope.implies) all.add(implied);
    }
  }
  return all;
}

function isBetter(a: Optimum, b: Optimum): boolean {
  if (a.excessWrites !== b.excessWrites) return a.excessWrites < b.excessWrites;
  if (a.excessReads !== b.excessReads) return a.excessReads < b.excessReads;
  if (a.scopes.length !== b.scopes.length) return a.scopes.length < b.scopes.length;
  return a.scopes.join() < b.scopes.join();
}
