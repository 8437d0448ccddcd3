import { existsSync } from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { UserError } from '../../model/errors.js';
import type { Confidence } from '../../model/finding.js';
import { nearestName } from '../../model/nearest.js';
import type { Report } from '../../model/report.js';
import { formatPlace, printable } from '../../report/format/text.js';
import { renderReport, reporters } from '../../report/index.js';
import { repositoryPrefix } from '../../vcs/prefix.js';
import { checkWatchFlags, runWatching } from '../actions/watch.js';
import { checkBaselineFlags, updateBaseline, withoutKnown } from '../baseline.js';
import { colorLevel } from '../color.js';
import type { Context } from '../context.js';
import type { ScanOptions, ScanResult } from '../engine.js';
import { exitCodeFor, failLevels } from '../exit-code.js';
import type { ExitCode, FailOn } from '../exit-code.js';
import { addFixOptions, checkFixFlags, fixFindings, showFixes } from '../fix.js';
import { addOptionsToCome, refuseOptionsToCome } from '../not-yet.js';
import { parseOutputs, writeOutput } from '../outputs.js';
import type { Output } from '../outputs.js';
import { progressLine } from '../progress.js';
import { reportRules } from '../rules.js';
import { scanSettings, type ScanFlags } from '../scan-settings.js';
import { columnsOf } from '../terminal.js';
import type { Terminal } from '../terminal.js';
import { cacheLocationOption, catalogOption, collect, noCacheOption } from './shared-options.js';

const commandNames = [
  'scan',
  'explain',
  'diff',
  'load',
  'split',
  'observe',
  'init',
  'compile',
  'catalog',
  'completion',
];

/** What is printed of things that the run left out; the JSON report has all. */
const mostNotes = 20;

interface Flags extends ScanFlags {
  readonly format?: readonly string[];
  readonly output?: string;
  readonly staged?: boolean;
  readonly since?: string;
  readonly types?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  readonly fixUnsafe?: boolean;
  readonly failOn: FailOn;
  readonly minConfidence: Confidence;
  readonly watch?: boolean;
  readonly quiet?: boolean;
  readonly suppressed?: boolean;
  readonly color?: boolean;
  readonly progress: boolean;
}

/** `leastscope [scan] [paths...]`. */
export function addScanCommand(program: Command, context: Context): void {
  const command = program
    .command('scan', { isDefault: true })
    .description('analyze code and report scopes, findings and load (the default command)')
    .argument('[paths...]', 'files and folders; by default the current folder')
    .option('--config <file>', 'config file; by default the nearest leastscope.config.yaml')
    .addOption(catalogOption('catalog to use instead of the configured ones; repeatable'))
    .addOption(formatsOption())
    .option('--output <file>', 'write the report there instead of to stdout')
    .addOption(
      new Option('--fail-on <level>', 'findings that make the exit code 1')
        .choices(failLevels)
        .default('error'),
    )
    .addOption(
      new Option('--min-confidence <level>', 'least confidence of what is shown')
        .choices(['low', 'medium', 'high'])
        .default('medium'),
    )
    .option('--staged', 'analyze what is staged in Git, and report what that changes')
    .option('--since <ref>', 'report only what has changed since this commit')
    .option('--baseline <file>', 'findings that are known: only others are shown and fail')
    .option('--update-baseline', 'write what is found now to that file')
    .option('--suppressed', 'SARIF also holds what comments and the baseline suppress, marked as such')
    .option('--types', "ask TypeScript's checker what receivers are that the code doesn't show (slow)")
    .option('--cache', 'keep what was learned of each file for the next run (default)')
    .addOption(noCacheOption())
    .addOption(cacheLocationOption())
    .option('--watch', 'analyze again whenever a file changes')
    .option('--quiet', 'errors only')
    .option('--color', 'colours, wherever the report goes')
    .option('--no-color', 'no colours')
    .option('--no-progress', 'no progress line')
    .addHelpText(
      'after',
      `
Exit codes: 0 clean, 1 findings, 2 wrong usage, config or input, 3 a mistake of leastscope.

Examples:
  leastscope                                     the current folder
  leastscope src --format json:scopes.json       a report for programs
  leastscope --watch                             again whenever a file changes
  leastscope --baseline known.json               only what is not known yet
  leastscope --catalog ./petstore.openapi.yaml   an API of your own`,
    )
    .action(async (paths: readonly string[], flags: Flags) => {
      checkWatchFlags({ ...flags });
      const once = (): Promise<ExitCode> => runScan(paths, flags, context);
      if (flags.watch !== true) context.exit(await once());
      else {
        const outputs = parseOutputs(flags.format ?? [], flags.output);
        await runWatching(once, scanOptions(paths, flags, context.terminal), outputs, context);
      }
    });
  addFixOptions(command);
  addOptionsToCome(command);
}

/** The names are for help and shells alone: any of them may have a file behind it. */
function formatsOption(): Option {
  const option = new Option('--format <format[:file]>', 'repeatable, each further one with a file').argParser(
    collect,
  );
  option.argChoices = reporters.map((reporter) => reporter.id);
  return option;
}

async function runScan(paths: readonly string[], flags: Flags, context: Context): Promise<ExitCode> {
  refuseOptionsToCome({ ...flags });
  const { terminal } = context;
  refuseMistypedCommand(paths, terminal.cwd);
  checkBaselineFlags(flags);
  checkFixFlags(flags);
  const outputs = parseOutputs(flags.format ?? [], flags.output);
  const engine = await context.engine();
  const progress = progressLine(terminal, flags.progress && flags.quiet !== true);
  const scan = (): ScanResult => {
    try {
      return engine.scan(scanOptions(paths, flags, terminal), progress.listener);
    } finally {
      progress.clear();
    }
  };
  let result = scan();
  if (flags.fix === true || flags.fixDryRun === true) {
    const { text, written } = fixFindings(result, terminal.cwd, paths, flags);
    showFixes(text, outputs, terminal);
    if (written > 0) result = scan();
  }
  result = { ...result, report: besideBaseline(result.report, paths, flags, terminal) };
  if (flags.quiet !== true) writeNotes(result.report, terminal);
  for (const output of outputs) write(output, result, flags, terminal);
  return exitCodeFor(result.report, flags.failOn, flags.minConfidence);
}

/** The report as it is beside the baseline, where there is one; writes the baseline first where that is asked for. */
function besideBaseline(
  report: Report,
  paths: readonly string[],
  { baseline, updateBaseline: isUpdate, quiet, staged }: Flags,
  { cwd, stderr }: Terminal,
): Report {
  if (baseline === undefined) return report;
  if (isUpdate === true) {
    const said = updateBaseline(report, cwd, baseline, paths);
    if (quiet !== true) stderr.write(`${said}\n`);
  }
  return withoutKnown(report, cwd, baseline, staged);
}

/** Any word that is no command is a path: a mistyped command would be told that there is no such file. */
function refuseMistypedCommand(paths: readonly string[], cwd: string): void {
  const [word] = paths;
  if (word === undefined || existsSync(path.resolve(cwd, word))) return;
  const nearest = nearestName(word, commandNames);
  if (nearest !== undefined && nearest !== word)
    throw new UserError(`no file or command "${word}"`, undefined, `Did you mean ${nearest}?`);
}

function scanOptions(paths: readonly string[], flags: Flags, terminal: Terminal): ScanOptions {
  return {
    ...scanSettings(flags, terminal.cwd),
    paths: paths.length === 0 ? ['.'] : paths,
    minConfidence: flags.minConfidence,
    ...(flags.staged === true && { staged: true }),
    ...(flags.types === true && { types: true }),
    ...(flags.since !== undefined && { since: flags.since }),
    ...(showsTraces(flags) && { trace: true }),
  };
}

/** Whether some report shows where URLs come from. */
const showsTraces = ({ format = [], output }: Flags): boolean =>
  parseOutputs(format, output).some(({ reporter }) => reporter.id === 'sarif');

function write({ reporter, file }: Output, result: ScanResult, flags: Flags, terminal: Terminal): void {
  const { stdout, env } = terminal;
  // A file is no terminal: it gets colours only where they are asked for.
  const stream = file === undefined ? stdout : { ...stdout, isTTY: false, columns: undefined };
  const text = renderReport(reporter, result.report, {
    color: file === undefined || flags.color === true ? colorLevel(flags.color, stream, env) : 0,
    columns: columnsOf(stream, env),
    minConfidence: flags.minConfidence,
    quiet: flags.quiet ?? false,
    suppressed: flags.suppressed ?? false,
    sources: result.sources,
    folder: () => repositoryPrefix(terminal.cwd),
    rules: reportRules,
  });
  if (file === undefined) stdout.write(text);
  else writeOutput(terminal.cwd, file, text);
}

function writeNotes({ notes }: Report, { stderr }: Terminal): void {
  for (const note of notes.slice(0, mostNotes)) {
    const at =
      note.file === null
        ? ''
        : `${note.line === null ? printable(note.file) : formatPlace({ file: note.file, line: note.line })}: `;
    stderr.write(`note: ${at}${printable(note.message)}\n`);
  }
  const hidden = notes.length - mostNotes;
  if (hidden > 0) stderr.write(`note: and ${hidden} more; --format json has all\n`);
}
