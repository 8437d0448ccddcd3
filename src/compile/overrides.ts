import type { Conflict, ConflictKind, Settlement, Statement } from './format.js';

/** A decision on conflicts: on one subject, or with `*` on all of a kind that no other decision names. */
export interface Override extends Settlement {
  readonly kind: ConflictKind;
  readonly subject: string;
}

/** The decision on one subject; exact subjects go before `*`. */
export function overrideFor(
  kind: ConflictKind,
  subject: string,
  overrides: readonly Override[],
): Override | undefined {
  const ofKind = overrides.filter((override) => override.kind === kind);
  return (
    ofKind.find((override) => override.subject === subject) ??
    ofKind.find((override) => override.subject === '*')
  );
}

/** The index of the statement that counts: the first, unless a decision names the document of another. */
export function chosen(
  kind: ConflictKind,
  subject: string,
  documents: readonly string[],
  overrides: readonly Override[],
): number {
  const decision = overrideFor(kind, subject, overrides);
  return Math.max(0, documents.indexOf(decision?.as ?? ''));
}

/** A conflict with its decision, if there is one. */
export function settle(
  kind: ConflictKind,
  subject: string,
  statements: readonly Statement[],
  overrides: readonly Override[],
): Conflict {
  const decision = overrideFor(kind, subject, overrides);
  if (!decision) return { kind, subject, statements };
  const { as, reason, source } = decision;
  return { kind, subject, statements, settled: { as, reason, source } };
}

/** Decisions that settle no conflict: the docs have changed, or the subject is misspelt. */
export function unusedOverrides(
  overrides: readonly Override[],
  conflicts: readonly Conflict[],
): readonly Override[] {
  return overrides.filter(
    (override) =>
      !conflicts.some((conflict) => overrideFor(conflict.kind, conflict.subject, overrides) === override),
  );
}
