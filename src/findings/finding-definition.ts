import type { Facts } from '../model/analysis.js';
import type { Confidence, RelatedLocation, Severity } from '../model/finding.js';
import type { Span } from '../model/span.js';

/** One occurrence of a finding, before severity and text are added. */
export interface Occurrence {
  readonly messageId: string;
  readonly data: Readonly<Record<string, string | number>>;
  readonly confidence: Confidence;
  /** Of this occurrence, where it isn't the rule's; a severity in the config stands above both. */
  readonly severity?: Severity;
  /** Of this occurrence, where it isn't the rule's. */
  readonly scope?: 'file' | 'project';
  readonly primary: Span;
  readonly related?: readonly RelatedLocation[];
}

/** One rule: its id is the name of its file, its ESLint rule, its config key and its docs page. */
export interface FindingDefinition {
  readonly id: string;
  readonly description: string;
  /** `off` findings are made only when the config turns them on. */
  readonly severity: Severity | 'off';
  /** `project` findings speak of a whole program; they stay out of the editor's recommended set. */
  readonly scope: 'file' | 'project';
  /** Sentences by message id, with `{name}` for data. */
  readonly messages: Readonly<Record<string, string>>;
  readonly check: (facts: Facts) => Iterable<Occurrence>;
}
