import type { ReportLoad } from '../model/report.js';
import { largestSafe, largestValue, smallestSafe } from './break-even.js';
import { flowsOf } from './dependencies.js';
import { windowLoad } from './evaluate.js';
import type { Subject } from './figures.js';
import { irrelevant, pointQuestion } from './figures.js';
import type { Flow } from './flow.js';
import { countsOf, inequalityOf, isPlainProduct, summandOf, textsOf, wholeText } from './inequality.js';
import type { Inequality, Summand } from './inequality.js';
import { loadIn } from './load.js';
import type { Quantity } from './quantity.js';
import { constant, product, symbol } from './quantity.js';
import { atExpected } from './symbols.js';
import { call } from './term.js';

type BreakEven = ReportLoad['breakEven'][number];

/** With more unset symbols than this, known ones are not joined to their inequality. */
const mostTogether = 6;

/** What a limit's symbols must keep. */
export interface Margins {
  readonly breakEven: readonly BreakEven[];
  /** What all unset symbols keep together, whole; where it is one symbol alone, its value says it. */
  readonly inequality?: string;
}

/**
 * For each symbol the last value at which no window exceeds the quota, the others at expected values; for several
 * unset ones the inequality that they must keep. The symbols that decide first come first. The inequality is told
 * whole once; each symbol tells its own part of it, so that a report grows with its symbols, not with their square.
 */
export function marginsOf(
  subject: Subject,
  symbols: { readonly all: readonly string[]; readonly unset: readonly string[] },
  quota: number,
): Margins {
  const { all } = symbols;
  const unset = new Set(symbols.unset);
  const found: { readonly entry: BreakEven; readonly slack: number }[] = [];
  const shared = unset.size > 1 ? inequality(subject, symbols.unset, quota) : undefined;
  const sharedText = shared && textsOf(shared);
  for (const name of all) {
    const isUnset = unset.has(name);
    if (unset.size - (isUnset ? 1 : 0) === 0) {
      const value = safeValue(subject, name, quota);
      if (value !== undefined)
        found.push({ entry: { symbol: name, value }, slack: slackOf(subject, name, value) });
      continue;
    }
    if (!isUnset && unset.size > mostTogether) continue;
    // All unset symbols keep the same inequality.
    const text = isUnset ? sharedText?.(name) : ownText(subject, [...symbols.unset, name], quota);
    if (text === undefined) continue;
    const slack = isUnset ? 0 : Number.MAX_VALUE;
    found.push({ entry: { symbol: name, value: null, inequality: text }, slack });
  }
  const breakEven = found
    .sort((a, b) => a.slack - b.slack || (a.entry.symbol < b.entry.symbol ? -1 : 1))
    .map(({ entry }) => entry);
  return { breakEven, ...(shared && { inequality: wholeText(shared) }) };
}

/** A known symbol, taken as unset with the others. */
function ownText(subject: Subject, unset: readonly string[], quota: number): string | undefined {
  const kept = inequality(subject, unset, quota);
  return kept && textsOf(kept)(unset.at(-1) ?? '');
}

/** How far a value is from the expected one, as a factor; unset symbols are the first to be filled in. */
function slackOf({ table }: Subject, name: string, safe: number): number {
  const value = table.get(name);
  if (value?.expected === undefined) return 0;
  return value.symbol.unit === 'milliseconds'
    ? value.expected / Math.max(safe, 1e-9)
    : safe / Math.max(value.expected, 1e-9);
}

function safeValue(subject: Subject, name: string, quota: number): number | undefined {
  const exceeds = (value: number): boolean => isExceeded(subject, quota, new Map([[name, value]]));
  return subject.table.get(name)?.symbol.unit === 'milliseconds'
    ? smallestSafe(exceeds)
    : largestSafe(exceeds);
}

function isExceeded(subject: Subject, quota: number, values: ReadonlyMap<string, number>): boolean {
  const all = new Map([...irrelevant(subject), ...values]);
  const question = { ...pointQuestion(subject, 'any', all, quota), onlyExceeds: true };
  return loadIn(subject.flows, question) > quota;
}

/** The inequality of several unset symbols; undefined when no value of theirs exceeds the quota. */
function inequality(subject: Subject, unset: readonly string[], quota: number): Inequality | undefined {
  if (!isExceeded(subject, quota, new Map(unset.map((name) => [name, largestValue])))) return undefined;
  const open = new Set(unset);
  const known = (name: string): number | undefined =>
    open.has(name) ? undefined : subject.table.get(name)?.expected;
  const quantities = flowsOf(subject.flows, subject.selects).flatMap((flow) => perWindow(flow, subject));
  const summands: Summand[] = quantities.map((quantity) => summandOf(quantity, known));
  return inequalityOf(summands, quota, largestProduct(subject, unset, quantities, quota));
}

/** Where all that is unknown is one product, the largest one that is safe whichever symbol makes it large. */
function largestProduct(
  subject: Subject,
  unset: readonly string[],
  quantities: readonly Quantity[],
  quota: number,
): number | undefined {
  const [only, ...rest] = quantities;
  if (only === undefined || rest.length > 0 || !isPlainProduct(only)) return undefined;
  const safe = unset.map((large) =>
    largestSafe((value) =>
      isExceeded(subject, quota, new Map(unset.map((name) => [name, name === large ? value : 1]))),
    ),
  );
  const bounds = safe.filter((value) => value !== undefined);
  return bounds.length === 0 ? undefined : Math.min(...bounds);
}

/** The selected requests of a flow in its worst window, as the counts in its code. */
function perWindow(flow: Flow, subject: Subject): Quantity[] {
  const { trigger, term } = flow;
  const copies = trigger.kind !== 'event' && trigger.reach === 'process' ? [symbol('replicas')] : [];
  const runs = runsPerWindow(flow, subject);
  return countsOf(term, subject.selects).map((count) => product(runs, ...copies, count));
}

function runsPerWindow(flow: Flow, { w, table }: Subject): Quantity {
  const { trigger } = flow;
  if (trigger.kind === 'event') return product(constant(w / 60_000), trigger.perMinute);
  const alone: Flow = { ...flow, trigger: { ...trigger, reach: 'cluster' }, term: call(0) };
  const environment = atExpected(table);
  const runs = windowLoad([alone], {
    reading: { environment, failing: false, selects: () => true },
    w,
    windows: 'any',
    exact: true,
  });
  return constant(Number.isFinite(runs) ? runs : 1);
}
