import type { Facts } from '../model/analysis.js';
import type { Operation } from '../model/catalog.js';
import type { Finding } from '../model/finding.js';
import { moveCall } from '../fix/move-call.js';
import { proposals } from '../fix/proposals.js';

/** An edit of the file that a finding stands in, for people to choose. Offsets are of its text. */
export interface Suggestion {
  readonly title: string;
  readonly edit: { readonly start: number; readonly end: number; readonly text: string };
}

/** Findings of these rules may have suggestions; what mends others stands in other files, or isn't known. */
export const suggestingRules: readonly string[] = ['deprecated-version'];

/** A newer operation in place of the one that a call names. */
export interface Move {
  readonly title: string;
  readonly from: Operation;
  readonly to: Operation;
}

/** The newer operations that a finding asks for. */
export function movesFor(facts: Facts, finding: Finding): readonly Move[] {
  if (!suggestingRules.includes(finding.rule)) return [];
  return proposals(facts, [finding], { isWhole: false }).flatMap(({ title, change }) => {
    if (change.kind !== 'move') return [];
    const operations = facts.catalogs.find((c) => c.provider === change.provider)?.operations ?? [];
    const [from, to] = [change.from, change.to].map((id) => operations.find((o) => o.id === id));
    return from && to ? [{ title, from, to }] : [];
  });
}

/** What would mend a finding in its own file, whose text is `text`. */
export const suggestionsFor = (
  moves: readonly Move[],
  finding: Finding,
  text: string,
): readonly Suggestion[] =>
  moves.flatMap(({ title, from, to }) => {
    const edit = moveCall(text, finding.primary, from, to);
    return edit ? [{ title, edit }] : [];
  });
