import { duration } from '../model/duration.js';
import type { LoadObservation } from '../model/load-observation.js';
import type { ReportLoad } from '../model/report.js';
import type { Span } from '../model/span.js';
import type { Calendar } from './calendar/calendar.js';
import { dayMs, timesOfDay } from './calendar/calendar.js';
import { restsOnDefaults } from './defaults.js';
import { decisiveFlows, flowsOf } from './dependencies.js';
import type { Subject } from './figures.js';
import { expectedOf } from './figures.js';
import type { Flow, LoadProgram } from './flow.js';
import type { Row } from './rows.js';
import type { SymbolTable } from './symbols.js';
import { requestsOf } from './term.js';
import type { Trigger } from './trigger.js';

export interface AlignedInput {
  readonly program: LoadProgram;
  readonly table: SymbolTable;
  readonly rows: readonly Row[];
  /** What is said of each row. */
  readonly reports: readonly ReportLoad[];
  readonly spanOf: (call: number) => Span | undefined;
}

type ClockFlow = Flow & { readonly trigger: Extract<Trigger, { kind: 'calendar' }> };

const isClock = (flow: Flow): flow is ClockFlow => flow.trigger.kind === 'calendar';

/** More schedules than this are not moved about: asking takes long. */
const mostSchedules = 8;
/** So many times of day are tried for each schedule. */
const mostTries = 12;
const mostRows = 16;
const minuteMs = 60_000;

/** Schedules that are due at the same instants, and keep to a limit when some of them are moved. */
export function alignedSchedules(input: AlignedInput): LoadObservation[] {
  const { program, rows, reports, table } = input;
  const told = new Set<string>();
  const out: LoadObservation[] = [];
  let asked = 0;
  for (const [i, row] of rows.entries()) {
    const report = reports[i];
    if (report === undefined || report.expected === null || report.expected <= row.quota) continue;
    const selects = (request: number): boolean => row.sure.has(request);
    const flows = decisiveFlows(program.flows, selects);
    const together = dueTogether(flowsOf(flows, selects).filter(isClock));
    const key = together.map(({ how, at }) => `${how} ${at?.file} ${at?.start}`).join('|');
    if (together.length < 2 || together.length > mostSchedules || told.has(key) || asked >= mostRows)
      continue;
    asked++;
    const w = row.window.windowSeconds * 1000;
    const subject: Subject = { flows, selects, w, table, effort: { left: 20_000 } };
    const spread = spreadOut(subject, together, row.quota);
    if (spread === undefined) continue;
    told.add(key);
    const [first] = together;
    const at = first?.at ?? placeOf(first, input);
    if (at === undefined) continue;
    out.push({
      finding: 'schedules-aligned',
      messageId: 'aligned',
      confidence: restsOnDefaults(report) ? 'medium' : 'high',
      at,
      data: {
        count: together.length,
        expected: report.expected,
        window: duration(row.window.windowSeconds),
        what: row.operation ?? row.pathGlob ?? row.account,
        limit: row.limit.id,
        quota: row.quota,
        spread: spread.load,
        moves: spread.moves,
      },
    });
  }
  return out;
}

function placeOf(flow: Flow | undefined, { spanOf }: AlignedInput): Span | undefined {
  const [call] = flow === undefined ? [] : requestsOf(flow.term);
  return call === undefined ? undefined : spanOf(call);
}

/** The schedules that share a time of day with another one. */
function dueTogether(flows: readonly ClockFlow[]): readonly ClockFlow[] {
  const times = flows.map(({ trigger }) => new Set(timesOfDay(trigger.calendar)));
  const zone = (flow: ClockFlow | undefined): string => flow?.trigger.calendar.timeZone ?? '';
  return flows.filter((flow, i) =>
    times.some(
      (other, k) =>
        k !== i && zone(flows[k]) === zone(flow) && [...(times[i] ?? [])].some((time) => other.has(time)),
    ),
  );
}

/** The load when schedules are moved one after the other to where they add least; undefined where that doesn't help. */
function spreadOut(
  subject: Subject,
  together: readonly ClockFlow[],
  quota: number,
): { readonly load: number; readonly moves: string } | undefined {
  const loadWith = (flows: readonly Flow[]): number => expectedOf({ ...subject, flows }, []) ?? Infinity;
  const own = new Map(together.map((flow) => [flow, loadWith([flow])]));
  if ([...own.values()].some((load) => load > quota)) return undefined;
  const [first, ...others] = [...together].sort((a, b) => (own.get(b) ?? 0) - (own.get(a) ?? 0));
  let placed: readonly Flow[] = [...subject.flows.filter((flow) => !together.includes(flow as ClockFlow))];
  if (first) placed = [...placed, first];
  let load = loadWith(placed);
  const moves: string[] = [];
  for (const flow of others) {
    if (load > quota) return undefined;
    let best = { laterMs: 0, load: loadWith([...placed, flow]) };
    for (const laterMs of shifts(flow.trigger.calendar, subject.w)) {
      if (best.load <= quota) break;
      const moved = loadWith([...placed, later(flow, laterMs)]);
      if (moved < best.load) best = { laterMs, load: moved };
    }
    placed = [...placed, later(flow, best.laterMs)];
    load = best.load;
    if (best.laterMs > 0) moves.push(`${flow.how} ${best.laterMs / minuteMs} min later`);
  }
  return load <= quota && moves.length > 0 ? { load, moves: moves.join(', ') } : undefined;
}

const later = (flow: ClockFlow, laterMs: number): Flow =>
  laterMs === 0
    ? flow
    : { ...flow, trigger: { ...flow.trigger, calendar: { ...flow.trigger.calendar, laterMs } } };

/** Whole windows, and at least minutes, up to the time until it is due again. */
function shifts(calendar: Calendar, w: number): readonly number[] {
  const times = timesOfDay(calendar);
  const gaps = times.map((time, i) => (times[i + 1] ?? (times[0] ?? 0) + dayMs) - time);
  const step = Math.max(minuteMs, w);
  const count = Math.min(mostTries, Math.ceil(Math.min(...gaps) / step) - 1);
  return Array.from({ length: Math.max(0, count) }, (_, k) => (k + 1) * step);
}
