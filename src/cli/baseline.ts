import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode, UserError } from '../model/errors.js';
import type { Report, ReportFinding } from '../model/report.js';
import { count } from '../report/format/text.js';
import { indexText } from '../vcs/staged.js';
import { writeOutput } from './outputs.js';

/** A finding that is known. The fingerprint decides; the rest is for the people who review the file. */
type Known = Pick<ReportFinding, 'file' | 'rule' | 'message' | 'fingerprint'>;

export interface BaselineFlags {
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly staged?: boolean;
  readonly since?: string;
}

/** Refuses what would write a baseline of a part as if it were the whole. */
export function checkBaselineFlags({ baseline, updateBaseline, staged, since }: BaselineFlags): void {
  if (updateBaseline !== true) return;
  if (baseline === undefined)
    throw new UserError(
      '--update-baseline needs the file that it writes',
      undefined,
      'Run with --baseline leastscope-baseline.json --update-baseline.',
    );
  const part = staged === true ? '--staged' : since === undefined ? undefined : '--since';
  if (part !== undefined)
    throw new UserError(
      `--update-baseline and ${part} exclude each other`,
      undefined,
      `A baseline holds the findings of the whole code: run without ${part}.`,
    );
}

/**
 * The report without the findings that the baseline file knows; their number goes into the summary. What is staged is
 * held against the baseline that is staged, where Git tracks it.
 */
export function withoutKnown(report: Report, cwd: string, file: string, isStaged = false): Report {
  const staged = isStaged ? indexText(cwd, toIndexPath(cwd, file)) : undefined;
  const all = staged === undefined ? (readBaseline(cwd, file) ?? missing(file)) : parseBaseline(staged, file);
  const known = new Set(all.map(({ fingerprint }) => fingerprint));
  const findings = report.findings.filter(({ fingerprint }) => !known.has(fingerprint));
  const taken = report.findings.filter(({ fingerprint }) => known.has(fingerprint));
  const suppressed = [
    ...(report.suppressed ?? []),
    ...taken.map((finding) => ({ ...finding, by: 'baseline' as const, reason: `known in ${file}` })),
  ];
  const summary = { ...report.summary, known: taken.length };
  return { ...report, summary, findings, ...(suppressed.length > 0 && { suppressed }) };
}

/**
 * Writes the findings of a report to a baseline file and says what that changed. What is known of files outside of
 * `paths` stays, what is fixed inside goes.
 */
export function updateBaseline(report: Report, cwd: string, file: string, paths: readonly string[]): string {
  const before = readBaseline(cwd, file) ?? [];
  const isAsked = (one: Known): boolean =>
    paths.length === 0 || paths.some((p) => isWithin(cwd, p, one.file));
  const current = new Map(report.findings.map((finding) => [finding.fingerprint, toKnown(finding)]));
  const kept = before.filter((one) => !isAsked(one) && !current.has(one.fingerprint));
  const after = [...current.values(), ...kept].sort(compareKnown);
  writeOutput(cwd, file, `${JSON.stringify({ schemaVersion: 1, findings: after }, undefined, 2)}\n`);
  const old = new Set(before.map(({ fingerprint }) => fingerprint));
  const added = after.filter(({ fingerprint }) => !old.has(fingerprint)).length;
  const gone = before.length - (after.length - added);
  return `${file}: ${count(after.length, 'finding')} (${added} new, ${gone} fixed)`;
}

const toKnown = ({ file, rule, message, fingerprint }: Known): Known => ({
  file,
  rule,
  message,
  fingerprint,
});

const sortKey = (one: Known): readonly string[] => [one.file, one.rule, one.message, one.fingerprint];

function compareKnown(a: Known, b: Known): number {
  const [left, right] = [sortKey(a), sortKey(b)];
  const differs = left.findIndex((part, i) => part !== right[i]);
  if (differs < 0) return 0;
  return (left[differs] ?? '') < (right[differs] ?? '') ? -1 : 1;
}

function isWithin(cwd: string, folder: string, file: string): boolean {
  const below = path.relative(path.resolve(cwd, folder), path.resolve(cwd, file));
  return below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
}

/** The known findings of a file, undefined where there is no such file. */
function readBaseline(cwd: string, file: string): readonly Known[] | undefined {
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw broken(
      file,
      `the baseline can't be read (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  return parseBaseline(text, file);
}

const toIndexPath = (cwd: string, file: string): string =>
  path.relative(cwd, path.resolve(cwd, file)).split(path.sep).join('/');

function parseBaseline(text: string, file: string): readonly Known[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(
      file,
      `the baseline is not JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  return knownOf(value, file);
}

function knownOf(value: unknown, file: string): readonly Known[] {
  if (!isRecord(value) || value['schemaVersion'] !== 1 || !Array.isArray(value['findings']))
    throw broken(file, 'this is no baseline: { "schemaVersion": 1, "findings": [...] } is expected');
  const findings: readonly unknown[] = value['findings'];
  return findings.map((one, i) => {
    if (isKnown(one)) return one;
    throw broken(file, `findings[${i}] has no file, rule, message and fingerprint, all text`);
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isKnown = (value: unknown): value is Known =>
  isRecord(value) &&
  ['file', 'rule', 'message', 'fingerprint'].every((name) => typeof value[name] === 'string');

function missing(file: string): never {
  throw new UserError('no such baseline', { file }, 'Write it with --update-baseline, or correct the path.');
}

const broken = (file: string, what: string): UserError =>
  new UserError(
    what,
    { file },
    'Restore it from Git, or delete it and write it anew with --update-baseline.',
  );
