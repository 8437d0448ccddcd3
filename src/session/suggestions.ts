import type { Facts } from '../model/analysis.js';
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

/**
 * What would mend a finding in its own file. `analyzed` is the finding as the analysis made it, `finding` the same where
 * it stands in `text`.
 */
export function suggestionsFor(
  facts: Facts,
  analyzed: Finding,
  finding: Finding,
  text: string,
): readonly Suggestion[] {
  if (!suggestingRules.includes(finding.rule)) return [];
  return proposals(facts, [analyzed], { isWhole: false }).flatMap(({ title, change }) => {
    if (change.kind !== 'move') return [];
    const operations = facts.catalogs.find((c) => c.provider === change.provider)?.operations ?? [];
    const [from, to] = [change.from, change.to].map((id) => operations.find((o) => o.id === id));
    const edit = from && to && moveCall(text, finding.primary, from, to);
    return edit ? [{ title, edit }] : [];
  });
}
