/** The summary as Markdown, and its place in docs/accuracy.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { TruthPackage } from './package-list.js';
import type { Score } from './score.js';

export interface Row {
  readonly entry: TruthPackage;
  readonly score?: Score;
  readonly seconds?: number;
  readonly skipped?: string;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)}%`;

/** One line for each package, then all together. */
export function table(rows: readonly Row[]): string {
  const head = [
    '| package | how it sends | methods called | requests recorded | found | recall | reported | confirmed | not run | precision |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|',
  ];
  const total = { sending: 0, pairs: 0, found: 0, resolved: 0, confirmed: 0, notRun: 0 };
  const lines = rows.map(({ entry, score, skipped }) => {
    const name = `${entry.name} ${entry.version}`;
    if (!score) return `| ${name} | ${entry.style} | ${skipped?.split('\n')[0]?.slice(0, 80) ?? ''} ||||||||`;
    for (const key of ['sending', 'pairs', 'found', 'resolved', 'confirmed', 'notRun'] as const)
      total[key] += score[key];
    return `| ${name} | ${entry.style} | ${score.sending} | ${score.pairs} | ${score.found} | ${percent(score.found, score.pairs)} | ${score.resolved} | ${score.confirmed} | ${score.notRun} | ${percent(score.confirmed, score.resolved - score.notRun)} |`;
  });
  const sum = `| **all** | | ${total.sending} | ${total.pairs} | ${total.found} | **${percent(total.found, total.pairs)}** | ${total.resolved} | ${total.confirmed} | ${total.notRun} | **${percent(total.confirmed, total.resolved - total.notRun)}** |`;
  return [...head, ...lines, sum].join('\n');
}

const begin = '<!-- table: begin, written by bench/truth/run.ts --write -->';
const end = '<!-- table: end -->';

/** Replaces the text between the two marks. */
export function writeAccuracy(file: string, rows: readonly Row[]): void {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`${file}: the marks of the table are missing`);
  writeFileSync(file, `${text.slice(0, from)}${begin}\n${table(rows)}\n${text.slice(to)}`);
}
