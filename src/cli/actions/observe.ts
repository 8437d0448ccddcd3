import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileProblem, UserError } from '../../model/errors.js';
import type { Confidence } from '../../model/finding.js';
import type { SeenRequest } from '../../model/observed.js';
import { readRecording } from '../../observe/read-recording.js';
import { reconcile } from '../../observe/reconcile.js';
import { sortReport } from '../../report/format/sort.js';
import { count, printable } from '../../report/format/text.js';
import { observationMarkdown } from '../../report/observed/markdown.js';
import { renderObservation } from '../../report/observed/pretty.js';
import { catalogsOf } from '../catalogs.js';
import type { Context } from '../context.js';
import { writeOutput } from '../outputs.js';
import { scanSettings, type ScanFlags } from '../scan-settings.js';
import { pageOf } from '../show/page.js';
import type { Terminal } from '../terminal.js';

export interface ObserveFlags extends ScanFlags {
  readonly host?: readonly string[];
  readonly format: 'pretty' | 'markdown' | 'json';
  readonly output?: string;
  readonly minConfidence: Confidence;
  readonly color?: boolean;
}

/** A text of more than this does not fit into memory well. Bytes. */
const largestRecording = 250_000_000;

export async function runObserve(
  recordings: readonly string[],
  flags: ObserveFlags,
  context: Context,
): Promise<void> {
  const { terminal } = context;
  const { cwd, stdout, stderr } = terminal;
  if (flags.format === 'pretty' && flags.output !== undefined)
    throw new UserError('--output takes Markdown or JSON', undefined, 'Add --format markdown.');
  const seen = recordings.map((file) => ({ file, requests: requestsIn(file, terminal) }));
  const engine = await context.engine();
  const { report, analysis } = engine.scan({
    ...scanSettings(flags, cwd),
    paths: ['.'],
    minConfidence: flags.minConfidence,
  });
  const observation = reconcile({
    seen,
    report: sortReport(report),
    catalogs: analysis?.catalogs ?? catalogsOf(flags.catalog, flags.config, cwd),
    servers: analysis?.config.servers ?? {},
    hosts: new Set((flags.host ?? []).map((host) => host.toLowerCase())),
    minConfidence: flags.minConfidence,
  });
  if (observation.summary.requests === 0 && observation.summary.foreign > 0)
    stderr.write(
      'note: no host of the recordings is known to serve an API of the catalogs: --host NAME says that one does\n',
    );
  const write = (text: string): void => {
    if (flags.output === undefined) stdout.write(text);
    else writeOutput(cwd, flags.output, text);
  };
  if (flags.format === 'json')
    write(`${JSON.stringify({ schemaVersion: 1, ...observation }, undefined, 2)}\n`);
  else if (flags.format === 'markdown') write(observationMarkdown(observation));
  else
    pageOf(terminal, flags.color).write(({ width, theme }) => renderObservation(observation, width, theme));
}

function requestsIn(file: string, { cwd, stderr }: Terminal): readonly SeenRequest[] {
  const { requests, skipped } = readRecording(file, textOf(cwd, file));
  const [first] = skipped;
  if (first !== undefined)
    stderr.write(
      `note: ${printable(file)}: ${count(skipped.length, 'line')} of ${requests.length + skipped.length} ${skipped.length === 1 ? 'is' : 'are'} no request; the first is ${first}\n`,
    );
  return requests;
}

function textOf(cwd: string, file: string): string {
  const full = path.resolve(cwd, file);
  try {
    if (statSync(full).size <= largestRecording) return readFileSync(full, 'utf8');
  } catch (error) {
    throw new UserError(
      `can't be read: ${fileProblem(error)}`,
      { file },
      'Give an HTTP archive, an access log, or JSON lines.',
    );
  }
  throw new UserError('is larger than 250 MB', { file }, 'Split it, and give all parts at once.');
}
