import { UserError } from '../../model/errors.js';
import type { Report } from '../../model/report.js';
import { compareReports, needsNewScopes } from '../../report/changes/compare.js';
import { changesMarkdown } from '../../report/changes/markdown.js';
import { renderChanges } from '../../report/changes/pretty.js';
import { sortReport } from '../../report/format/sort.js';
import { commitNamed, forkPoint } from '../../vcs/tree.js';
import type { Context } from '../context.js';
import { exitCodes } from '../exit-code.js';
import { writeOutput } from '../outputs.js';
import { scanSettings, type ScanFlags } from '../scan-settings.js';
import { pageOf } from '../show/page.js';

export interface DiffFlags extends ScanFlags {
  readonly format: 'pretty' | 'markdown' | 'json';
  readonly output?: string;
  readonly failOnNewScopes?: boolean;
  readonly color?: boolean;
}

export async function runDiff(base: string, head: string, flags: DiffFlags, context: Context): Promise<void> {
  const { terminal } = context;
  const { cwd } = terminal;
  const after = commitNamed(cwd, head);
  const from = commitNamed(cwd, base);
  const before = forkPoint(cwd, from, after) ?? from;
  const engine = await context.engine();
  const reportOf = (commit: string): Report =>
    sortReport(
      engine.scan({
        ...scanSettings(flags, cwd),
        paths: ['.'],
        commit,
        minConfidence: 'medium',
      }).report,
    );
  const changes = compareReports(shown(reportOf(before)), shown(reportOf(after)));
  const write = (text: string): void => {
    if (flags.output === undefined) terminal.stdout.write(text);
    else writeOutput(cwd, flags.output, text);
  };
  if (flags.format === 'json') {
    const document = {
      schemaVersion: 1,
      base: { name: base, commit: before },
      head: { name: head, commit: after },
    };
    write(`${JSON.stringify({ ...document, ...changes }, undefined, 2)}\n`);
  } else if (flags.format === 'markdown') write(changesMarkdown(changes));
  else if (flags.output === undefined)
    pageOf(terminal, flags.color).write(({ width, theme }) => renderChanges(changes, width, theme));
  else throw new UserError('--output takes Markdown or JSON', undefined, 'Add --format markdown.');
  if (flags.failOnNewScopes === true && needsNewScopes(changes)) context.exit(exitCodes.findings);
}

/** Requests and findings that are too unsure to be shown make no change either. */
const shown = (report: Report): Report => ({
  ...report,
  requests: report.requests.filter((r) => r.confidence !== 'low'),
  findings: report.findings.filter((f) => f.confidence !== 'low'),
});
