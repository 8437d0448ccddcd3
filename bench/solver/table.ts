/** The results as Markdown, and their place in docs/accuracy.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Rate } from './rate.js';

/** Times are milliseconds of processor time. */
export interface Scale {
  readonly catalog: string;
  readonly scopes: number;
  readonly operations: number;
  readonly demanded: number;
  readonly indexMs: number;
  readonly medianMs: number;
  readonly mostMs: number;
  readonly runs: number;
  readonly proven: number;
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;
const thousands = (n: number): string => n.toLocaleString('en-US');

export function rateTable(rates: readonly Rate[]): string {
  const lines = rates.map((r) => {
    const shares = [r.unauthorized, r.moreWrites, r.moreReads, r.moreScopes, r.asGood];
    return row([
      r.instances,
      r.algorithm,
      ...shares.map((n) => percent(n, r.total)),
      thousands(r.mostExtraWrites),
    ]);
  });
  return [
    '| demands | algorithm | leaves a call unauthorized | more excess writes | else more excess reads | else more scopes | as good | most excess writes beyond the least set |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

export function scaleTable(scales: readonly Scale[]): string {
  const lines = scales.map((s) =>
    row([
      s.catalog,
      thousands(s.scopes),
      thousands(s.operations),
      thousands(s.demanded),
      `${s.indexMs.toFixed(0)} ms`,
      `${s.medianMs.toFixed(1)} ms`,
      `${s.mostMs.toFixed(0)} ms`,
      `${s.proven}/${s.runs}`,
    ]),
  );
  return [
    '| catalog | scopes | operations | demanded | index, once | solve, median | solve, most | proven |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

const begin = '<!-- solver: begin, written by bench/solver.ts --write -->';
const end = '<!-- solver: end -->';

/** Replaces the text between the two marks. */
export function writeTables(file: string, tables: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${file}: the marks of the tables are missing`);
  writeFileSync(file, `${text.slice(0, from)}${begin}\n\n${tables.join('\n\n')}\n\n${text.slice(to)}`);
}
