import { before, upTo } from './curve.js';
import type { Density } from './density.js';
import type { Flow } from './flow.js';
import type { Profile } from './profile.js';
import { inOneLane, longestPause, mostReleased, serviceRate } from './release.js';
import type { Environment } from './quantity.js';
import type { LimiterShape, Term } from './term.js';
import { partsOf } from './term.js';

/** A flow through a limiter, as one process runs it. */
export interface Through {
  readonly flow: Flow;
  /** The least time between two runs. */
  readonly apart: number;
  /** All that a run does, without what the limiter delays. */
  readonly all: Profile;
  /** Of it what passes the limiter. */
  readonly passing: Profile;
  /** Of that what is counted. */
  readonly counted: Profile;
}

/** How fast a limiter lets one process go on. */
interface Service {
  readonly rate: number;
  readonly pause: number;
  readonly most: Density;
  /** Each request of the limiter is one that is counted as such. */
  readonly isOneEach: boolean;
  readonly busyMs: number;
}

/** Offsets of a window into a run that are looked at one by one. */
const cells = 128;
const halvings = 24;
const maxRounds = 32;

/**
 * Where the runs through a limiter are over before the next of the same flow starts, a window holds no more than what
 * is left of a run when the window begins, and what is let through of those that start in it. Infinity elsewhere.
 */
export function inWholeRuns(
  flows: readonly Through[],
  id: string,
  shape: LimiterShape,
  body: Profile,
  lane: Density,
  w: number,
  environment: Environment,
): number {
  const busyMs = body.duration.high;
  const isIdled = flows.some(({ flow }) => waitsForIdle(flow, id));
  const service: Service = {
    rate: serviceRate(isIdled ? inOneLane(shape) : shape, environment, busyMs),
    pause: longestPause(shape, environment, busyMs),
    most: (x) => mostReleased(shape, x, environment, lane),
    isOneEach: body.count.low === 1 && body.count.high === 1,
    busyMs,
  };
  const waits = longestWaits(flows, service);
  if (waits === undefined) return Infinity;
  return flows.reduce((sum, through, i) => sum + mostOf(through, waits[i] ?? Infinity, service, w), 0);
}

/** Whether a run waits until a limiter has nothing left to do. */
export const waitsForIdle = ({ term }: Flow, id: string): boolean => idles(term, id);
const idles = (term: Term, id: string): boolean =>
  term.kind === 'idle' ? term.limiter.id === id : partsOf(term).some((part) => idles(part, id));

/** How long a run of each flow may wait in all; undefined where a run may still be at work when the next one starts. */
export function longestWaits(
  flows: readonly Through[],
  { rate, pause }: Pick<Service, 'rate' | 'pause'>,
): number[] | undefined {
  if (flows.some(({ flow }) => flow.trigger.kind === 'after-completion')) return undefined;
  const lasting = (through: Through, wait: number): number =>
    through.all.duration.high + Math.max(0, through.all.span) + wait;
  let waits = flows.map(({ passing }) => passing.count.high / rate + pause);
  for (let round = 0; round < maxRounds; round++) {
    const lasts = flows.map((through, i) => lasting(through, waits[i] ?? Infinity));
    if (!lasts.every((ms, i) => ms <= (flows[i]?.apart ?? 0) && ms < Infinity)) return undefined;
    // What a run waits for: its own requests, and those of the runs of others that it meets.
    const next = flows.map((own, i) => {
      const met = flows.map((other, k) =>
        other === own ? 1 : Math.max(1, Math.ceil(((lasts[i] ?? 0) + (lasts[k] ?? 0)) / other.apart)),
      );
      const requests = flows.reduce((sum, { passing }, k) => sum + passing.count.high * (met[k] ?? 1), 0);
      return requests / rate + pause;
    });
    if (next.every((wait, i) => wait <= (waits[i] ?? 0) + 1e-6)) return waits;
    waits = next;
  }
  return undefined;
}

/** Most requests of one flow in a window, by how long the first of its runs in it has lasted when it begins. */
function mostOf(
  { apart, all, passing, counted }: Through,
  wait: number,
  service: Service,
  w: number,
): number {
  const total = counted.count.high;
  if (apart === Infinity || total === 0) return total;
  const lasts = all.duration.high + Math.max(0, all.span) + wait;
  const others = wait - passing.count.high / service.rate - service.pause;
  const isTimed = service.isOneEach && counted.count.high === passing.count.high;
  // Requests that are surely let through `x` ms after a run has begun.
  const surely = (x: number): number => {
    if (!isTimed) return 0;
    const left = x - service.pause - others - service.busyMs;
    let [low, high] = [0, Math.max(0, left)];
    for (let i = 0; i < halvings; i++) {
      const offered = (low + high) / 2;
      if (upTo(counted.latest, offered) / service.rate + offered <= left) low = offered;
      else high = offered;
    }
    const offered = upTo(counted.latest, low);
    return Math.max(0, Math.min(offered, Math.floor(service.rate * (left - low))));
  };
  const begun = (x: number): number =>
    x <= 0
      ? 0
      : isTimed
        ? Math.min(total, service.most(x), before(counted.early, x))
        : before(counted.early, x);
  const step = lasts / cells;
  let most = 0;
  for (let cell = 0; cell < cells; cell++) {
    let sum = total - surely(cell * step);
    const end = w + (cell + 1) * step;
    const runs = Math.ceil(end / apart) - 1;
    const full = Math.min(runs, Math.max(0, Math.floor((end - lasts) / apart)));
    sum += full * total;
    for (let run = full + 1; run <= runs; run++) sum += begun(end - run * apart);
    most = Math.max(most, sum);
  }
  return most;
}
