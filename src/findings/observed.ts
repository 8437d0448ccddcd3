import type { Facts } from '../model/analysis.js';
import type { Occurrence } from './finding-definition.js';

/** What the load stage observed for a finding. */
export function* observed({ load }: Facts, finding: string): Iterable<Occurrence> {
  for (const { finding: id, messageId, data, confidence, at } of load.observations)
    if (id === finding) yield { messageId, data, confidence, primary: at };
}
