import type { Confidence, Severity } from '../model/finding.js';
import type { Report } from '../model/report.js';

/** As chalk counts: none, 16 colours, 256, millions. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** A finding that leastscope can make, as reports describe it. */
export interface ReportRule {
  readonly id: string;
  /** One sentence. */
  readonly description: string;
  readonly severity: Severity | 'off';
  /** What to do about it, as Markdown. */
  readonly help: string;
}

/** What a report may look like, decided by the command. */
export interface RenderContext {
  readonly color: ColorLevel;
  /** Width of the terminal, or of the page. */
  readonly columns: number;
  /** What people are shown; machine formats may hold more. */
  readonly minConfidence: Confidence;
  /** People see errors only. */
  readonly quiet: boolean;
  /** Formats that can say so also hold what comments and the baseline suppress. */
  readonly suppressed?: boolean;
  /** The text of a file of the report, for code frames. */
  readonly sources: (file: string) => string | undefined;
  /** The working directory as the repository names it: empty at its root, else with a slash at its end. */
  readonly folder: () => string;
  /** Every finding that can be made, by id. */
  readonly rules: () => readonly ReportRule[];
}

/** One output format. `render` is pure: it reads no file, no clock and no terminal, and its report comes sorted. */
export interface Reporter {
  readonly id: string;
  readonly description: string;
  /** The whole output, ending in a line break unless it is empty. */
  render(report: Report, context: RenderContext): string;
}
