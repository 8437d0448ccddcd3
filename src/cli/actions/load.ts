import type { Confidence } from '../../model/finding.js';
import { sortReport } from '../../report/format/sort.js';
import { renderAllLoad } from '../../report/pretty/load.js';
import type { Context } from '../context.js';
import { exitCodes } from '../exit-code.js';
import { scanSettings, type ScanFlags } from '../scan-settings.js';
import { pageOf } from '../show/page.js';

export interface LoadFlags extends ScanFlags {
  readonly format: 'pretty' | 'json';
  readonly minConfidence: Confidence;
  readonly color?: boolean;
}

/** Prints the load part of a report: every limit that the code reaches. */
export async function runLoad(paths: readonly string[], flags: LoadFlags, context: Context): Promise<void> {
  const { terminal } = context;
  const engine = await context.engine();
  const { report } = engine.scan({
    ...scanSettings(flags, terminal.cwd),
    paths: paths.length === 0 ? ['.'] : paths,
    minConfidence: flags.minConfidence,
  });
  const { load, schemaVersion, tool } = sortReport(report);
  if (flags.format === 'json') {
    terminal.stdout.write(`${JSON.stringify({ schemaVersion, tool, load }, undefined, 2)}\n`);
  } else {
    pageOf(terminal, flags.color).write(({ width, theme }) => renderAllLoad(load, width, theme));
  }
  if (load.some(({ verdict }) => verdict === 'exceeds')) context.exit(exitCodes.findings);
}
