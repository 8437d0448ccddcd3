import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { diffOf } from '../fix/diff.js';
import { planFixes } from '../fix/plan.js';
import type { FileFix } from '../fix/plan.js';
import { proposals } from '../fix/proposals.js';
import type { Proposal } from '../fix/proposals.js';
import { fileProblem, UserError } from '../model/errors.js';
import { confidenceRank } from '../model/finding.js';
import type { Confidence } from '../model/finding.js';
import { count, printable } from '../report/format/text.js';
import type { ScanResult } from './engine.js';
import type { Output } from './outputs.js';
import type { Terminal } from './terminal.js';

export interface FixFlags {
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  readonly fixUnsafe?: boolean;
  readonly staged?: boolean;
  readonly minConfidence: Confidence;
}

export function addFixOptions(command: Command): void {
  command
    .addOption(new Option('--fix', 'apply the safe fixes, after their diff, and report what is left'))
    .addOption(
      new Option('--fix-dry-run', 'print the diff of all fixes, safe and unsafe, and change nothing'),
    )
    .addOption(new Option('--fix-unsafe', 'with --fix: apply the unsafe fixes, too'));
}

export function checkFixFlags({ fix, fixDryRun, fixUnsafe, staged }: FixFlags): void {
  const refuse = (what: string, remedy: string): never => {
    throw new UserError(what, undefined, remedy);
  };
  if (fix === true && fixDryRun === true)
    refuse('--fix and --fix-dry-run exclude each other', 'Give one of them.');
  if (fixUnsafe === true && fix !== true)
    refuse('--fix-unsafe goes with --fix', 'Run with --fix --fix-unsafe, or see all with --fix-dry-run.');
  if (staged === true && (fix === true || fixDryRun === true))
    refuse(
      '--staged and fixes exclude each other',
      'Fixes change the files of the work tree: run without --staged, and stage what they change.',
    );
}

export interface Fixed {
  /** The diff, with a line for each fix. */
  readonly text: string;
  /** Files that were written. */
  readonly written: number;
}

/** Plans the fixes of a scan's findings; with `--fix` writes them, after all of them are planned. */
export function fixFindings(
  { analysis }: ScanResult,
  cwd: string,
  paths: readonly string[],
  flags: FixFlags,
): Fixed {
  if (!analysis) return { text: '', written: 0 };
  const shown = analysis.findings.filter(
    ({ confidence }) => confidenceRank[confidence] >= confidenceRank[flags.minConfidence],
  );
  const all = proposals(analysis, shown, { isWhole: isWhole(analysis.config.file, cwd, paths) });
  const textOf = (file: string): string | undefined => readText(path.resolve(cwd, file));
  const wanted = all.filter(({ isSafe }) => isSafe || flags.fixUnsafe === true);
  const fixes = planFixes(analysis, wanted, textOf);
  // The config's lists are found by name, so that the second diff fits behind the first.
  const { file: configFile } = analysis.config;
  const after = new Map(
    fixes.flatMap((fix) => (fix.file === configFile ? [[fix.file, fix.after] as const] : [])),
  );
  const left = planFixes(
    analysis,
    all.filter((one) => !wanted.includes(one)),
    (file) => after.get(file) ?? textOf(file),
  );
  if (flags.fix !== true) return { text: [...fixes, ...left].map(shownFix).join(''), written: 0 };
  for (const { file, after } of fixes) write(cwd, file, after);
  const unsafe = left.flatMap((fix) => fix.proposals).length;
  const more =
    unsafe === 0
      ? ''
      : `${count(unsafe, 'unsafe fix', 'unsafe fixes')} left: see --fix-dry-run, --fix-unsafe\n`;
  return { text: fixes.map(shownFix).join('') + more, written: fixes.length };
}

/** Whether all code below the config, or the current folder, was analyzed: only then nothing else can need a grant. */
function isWhole(config: string | undefined, cwd: string, paths: readonly string[]): boolean {
  const isAll = paths.length === 0 || paths.some((one) => path.resolve(cwd, one) === path.resolve(cwd));
  return isAll && !(config ?? '').startsWith('..');
}

const shownFix = ({ file, before, edits, proposals: made }: FileFix): string =>
  [...made.map(shownProposal), diffOf(file, before, edits)].join('\n');

/** Where the diff goes: beside a report for people; a report for programs stays alone on stdout. */
export function showFixes(text: string, outputs: readonly Output[], { stdout, stderr }: Terminal): void {
  const forPeople = outputs.every(({ reporter, file }) => file !== undefined || reporter.id === 'pretty');
  const stream = forPeople ? stdout : stderr;
  // Code of others could move a terminal's cursor; a file or pipe gets a diff that can be applied.
  const lines = stream.isTTY ? text.split('\n').map((line) => printable(line)) : text.split('\n');
  stream.write(lines.join('\n'));
}

const shownProposal = ({ rule, title, isSafe }: Proposal): string =>
  `${isSafe ? 'safe' : 'unsafe'} fix: ${printable(title)} [${rule}]`;

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function write(cwd: string, file: string, text: string): void {
  try {
    writeFileSync(path.resolve(cwd, file), text);
  } catch (error) {
    throw new UserError(
      `the fix can't be written: ${fileProblem(error)}`,
      { file },
      'Check its permissions.',
    );
  }
}
