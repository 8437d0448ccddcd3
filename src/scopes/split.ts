import type { ScopeName } from '../model/catalog.js';
import type { CallGroup, CredentialSplit, ScopeSolution, SplitPart } from '../model/scope-solution.js';
import { clusterByNeed } from './cluster.js';
import { costOf, demandedRoutes } from './objective.js';
import { compareNames } from './requirement.js';
import type { ScopeIndex } from './scope-index.js';
import { solve } from './solve.js';

export interface SplitOptions {
  /** Most credentials to propose; default 4. */
  readonly mostParts?: number;
  /** Steps for each part's search; see `SolveOptions`. */
  readonly budget?: number;
}

/**
 * Proposes how to divide one credential among its call groups (files, jobs), best first: the groups that only read
 * apart from those that write, and groups that need alike together. A proposal has at least two parts that don't
 * hold the same scopes; the same division is proposed once. Groups that demand no scope are left out.
 */
export function splitCredential(
  index: ScopeIndex,
  groups: readonly CallGroup[],
  options: SplitOptions = {},
): { readonly whole: ScopeSolution; readonly splits: readonly CredentialSplit[] } {
  const limit = options.budget === undefined ? {} : { budget: options.budget };
  const least = (operations: readonly string[]) => solve(index, operations, limit);
  const whole = least(groups.flatMap((group) => group.operations));
  const demanding = mergeLabels(groups)
    .map((group) => ({ ...group, scopes: least(group.operations).scopes }))
    .filter((group) => group.scopes.length > 0);
  const proposals: readonly [CredentialSplit['kind'], readonly (readonly CallGroup[])[]][] = [
    ['readers-apart', readersApart(index, demanding)],
    ['by-need', clusterByNeed(index, demanding, options.mostParts ?? 4)],
  ];
  const splits = proposals
    .map(([kind, parts]) =>
      toSplit(
        kind,
        parts.map((part) => toPart(index, part, whole.scopes, least)),
      ),
    )
    .filter((split) => new Set(split.parts.map((part) => part.least.scopes.join())).size > 1)
    .filter((split, i, all) => all.findIndex((other) => divisionOf(other) === divisionOf(split)) === i)
    .sort(compareSplits);
  return { whole, splits };
}

/** One group a label, in alphabetical order. */
function mergeLabels(groups: readonly CallGroup[]): CallGroup[] {
  const merged = new Map<string, readonly string[]>();
  for (const { label, operations } of groups)
    merged.set(label, [...(merged.get(label) ?? []), ...operations]);
  return [...merged]
    .map(([label, operations]) => ({ label, operations }))
    .sort((a, b) => compareNames(a.label, b.label));
}

/** A group that reads and writes is one job with one token: it stays with the writers. */
function readersApart(index: ScopeIndex, groups: readonly CallGroup[]): CallGroup[][] {
  const writes = (group: CallGroup) =>
    [...demandedRoutes(index.routes, group.operations)].some((route) => route.write);
  return [groups.filter((group) => !writes(group)), groups.filter(writes)].filter((part) => part.length > 0);
}

/** Puts every part into figures against the scopes of the undivided credential. */
function toPart(
  index: ScopeIndex,
  groups: readonly CallGroup[],
  whole: readonly ScopeName[],
  least: (operations: readonly string[]) => ScopeSolution,
): SplitPart {
  const operations = groups.flatMap((group) => group.operations);
  const solution = least(operations);
  const undivided = costOf(index.routes, whole, operations);
  return {
    labels: groups.map((group) => group.label).sort(compareNames),
    least: solution,
    saves: {
      excessWrites: undivided.excessWrites - solution.cost.excessWrites,
      excessReads: undivided.excessReads - solution.cost.excessReads,
    },
    without: whole.filter((scope) => !solution.scopes.includes(scope)),
  };
}

function toSplit(kind: CredentialSplit['kind'], parts: readonly SplitPart[]): CredentialSplit {
  const saves = {
    excessWrites: parts.reduce((sum, part) => sum + part.saves.excessWrites, 0),
    excessReads: parts.reduce((sum, part) => sum + part.saves.excessReads, 0),
  };
  return { kind, parts, saves };
}

const divisionOf = ({ parts }: CredentialSplit): string =>
  JSON.stringify(parts.map((part) => part.labels).sort());

/** Most writes saved first, then most reads, then the fewest parts. */
const compareSplits = (a: CredentialSplit, b: CredentialSplit): number =>
  b.saves.excessWrites - a.saves.excessWrites ||
  b.saves.excessReads - a.saves.excessReads ||
  a.parts.length - b.parts.length;
