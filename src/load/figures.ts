import { largestValue } from './break-even.js';
import { dependenciesOf, flowsOf } from './dependencies.js';
import type { Question } from './evaluate.js';
import type { Flow } from './flow.js';
import { letGoOn } from './in-time.js';
import { loadIn } from './load.js';
import type { Environment } from './quantity.js';
import type { SymbolTable } from './symbols.js';
import { atExpected, wholeRange } from './symbols.js';
import type { Term } from './term.js';
import { partsOf, sendsOneOf } from './term.js';
import type { Effort } from './window.js';

/** Some requests of a program, and the window in which they are counted. */
export interface Subject {
  readonly flows: readonly Flow[];
  readonly selects: (request: number) => boolean;
  /** Window length in ms. */
  readonly w: number;
  readonly table: SymbolTable;
  readonly effort?: Effort | undefined;
}

/** Of more symbols than this it isn't asked whether they matter. */
const mostAsked = 10;

/** The length of an instant, in ms. */
const instant = 1;

/** Symbols that a subject depends on, and those of them that have no expected value and that matter. */
export function symbolsFor(subject: Subject): {
  readonly all: readonly string[];
  readonly unset: readonly string[];
} {
  const all = dependenciesOf(subject.flows, subject.selects);
  const open = all.filter((name) => subject.table.get(name)?.expected === undefined);
  // With many open symbols each of them is taken to matter: telling takes as many estimates.
  return { all, unset: open.length > mostAsked ? open : open.filter((name) => matters(subject, name, open)) };
}

/** An unset symbol doesn't matter where its smallest and its largest value give the same load, whatever the others are. */
function matters(subject: Subject, name: string, open: readonly string[]): boolean {
  const { unit = 'count', least = 0 } = subject.table.get(name)?.symbol ?? {};
  // The value that sends less comes first: of the other it is then enough to know that it sends more.
  const [less, more] = unit === 'milliseconds' ? [largestValue, least] : [least, largestValue];
  return [0, largestValue].some((others) => {
    const at = (value: number, enough?: number): number => {
      const values = new Map(open.map((other) => [other, other === name ? value : others]));
      return loadIn(subject.flows, pointQuestion(subject, 'aligned', values, enough));
    };
    const fewer = at(less);
    return at(more, fewer) !== fewer;
  });
}

/** All symbols at expected values, but for those that are given. */
export function pointQuestion(
  subject: Subject,
  windows: Question['windows'],
  values: ReadonlyMap<string, number> = new Map(),
  enough?: number,
): Question {
  return { ...question(subject, atExpected(subject.table, values), windows), exact: true, enough };
}

function question(
  { selects, w, effort }: Subject,
  environment: Environment,
  windows: Question['windows'],
): Question {
  return { reading: { environment, failing: false, selects }, w, windows, exact: false, effort };
}

const orNull = (value: number): number | null =>
  Number.isFinite(value) ? Math.max(0, Math.ceil(value - 1e-9)) : null;

/** The most that any window can hold; null without a bound. */
export const highOf = (subject: Subject): number | null =>
  orNull(loadIn(subject.flows, question(subject, wholeRange(subject.table), 'any')));

/** The same when servers fail and every retry is used; undefined where nothing retries. */
export function degradedHighOf(subject: Subject): number | null | undefined {
  if (!flowsOf(subject.flows, subject.selects).some(({ term }) => retries(term, subject.selects)))
    return undefined;
  const healthy = question(subject, wholeRange(subject.table), 'any');
  return orNull(loadIn(subject.flows, { ...healthy, reading: { ...healthy.reading, failing: true } }));
}

function retries(term: Term, selects: (request: number) => boolean): boolean {
  if (term.kind === 'retry' && sendsOneOf(term, selects)) return true;
  return partsOf(term).some((part) => retries(part, selects));
}

/** What the worst window holds for sure. */
export const lowOf = (subject: Subject): number =>
  Math.floor(loadIn(subject.flows, question(subject, wholeRange(subject.table), 'sure')));

/** The worst clock-aligned window at expected values; null when one that matters is unset. */
export function expectedOf(subject: Subject, unset: readonly string[]): number | null {
  if (unset.length > 0) return null;
  const point = pointQuestion(subject, 'aligned', irrelevant(subject));
  const flows = subject.flows.map(letGoOn);
  return orNull(loadIn(flows, { ...point, reading: { ...point.reading, usual: true } }));
}

/** The most at one instant: at expected values, where they are known, else anywhere in their ranges. */
export function burstOf(subject: Subject, unset: readonly string[]): number | null {
  const now: Subject = { ...subject, w: instant };
  if (unset.length > 0) return highOf(now);
  return orNull(loadIn(now.flows, pointQuestion(now, 'any', irrelevant(subject))));
}

/** A break-even asks for them at each value that it tries. */
const irrelevances = new WeakMap<Subject, ReadonlyMap<string, number>>();

/** Values for unset symbols that make no difference. */
export function irrelevant(subject: Subject): ReadonlyMap<string, number> {
  const known = irrelevances.get(subject);
  if (known) return known;
  const values = new Map<string, number>();
  for (const name of dependenciesOf(subject.flows, subject.selects)) {
    const value = subject.table.get(name);
    if (value?.expected === undefined) values.set(name, value?.symbol.least ?? 0);
  }
  irrelevances.set(subject, values);
  return values;
}
