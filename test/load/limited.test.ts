import { describe, expect, it } from 'vitest';
import { constant, symbol } from '../../src/load/quantity.js';
import type { LimiterShape, LimiterUse, Term } from '../../src/load/term.js';
import { background, call, delay, parallelLoop, sequence, sequentialLoop } from '../../src/load/term.js';
import { count, estimated, everyMs, exactly, flow, limit, row } from './support/program.js';

const latency = { latency: { min: 80, expected: 100, max: 120 } };
const use = (
  shape: LimiterShape,
  instance: LimiterUse['instance'] = 'process',
  id = 'src/a.ts#limiter',
): LimiterUse => ({
  id,
  shape,
  instance,
});
const through = (limiter: LimiterUse, body: Term = call(0)): Term => ({ kind: 'limited', limiter, body });

const lanes = (n: number): LimiterShape => ({ kind: 'concurrency', lanes: constant(n) });
const window = (cap: number, intervalMs: number, overshoot: number): LimiterShape => ({
  kind: 'window',
  cap: constant(cap),
  intervalMs: constant(intervalMs),
  overshoot,
});
const spacing = (ms: number): LimiterShape => ({ kind: 'spacing', gapMs: constant(ms) });

describe('what is kept while somebody waits for it', () => {
  const kept = (ms: number): LimiterUse => use({ kind: 'cache', ttlMs: constant(ms), keys: constant(1) });
  const inAnHour = (every: number, body: Term) =>
    row({ flows: [flow(everyMs(every), body)], assume: latency, limits: [limit(1_000_000, 3600)] }).high;

  it('is asked for again once they wait no longer, whatever still goes on', () => {
    // Counted: 180,000 and 72,000 in an hour, with answers that take 80 to 120 ms.
    const early = sequence(background(call(0)), delay(constant(5)));
    expect(inAnHour(20, through(kept(0), early))).toBeGreaterThanOrEqual(180_000);
    expect(inAnHour(10, through(kept(50), background(call(0))))).toBeGreaterThanOrEqual(72_000);
  });

  it('is asked for once at a time by those who wait', () => {
    expect(inAnHour(20, through(kept(0)))).toBe(45_000);
  });
});

describe('concurrency', () => {
  it('gives a burst as many lanes', () => {
    // 400 tasks through 5 lanes of 100 ms: 8 s of each minute.
    const found = row({
      flows: [flow(everyMs(60_000), parallelLoop(constant(400), through(use(lanes(5)))))],
      assume: latency,
    });
    expect(found).toMatchObject({ expected: 400, burst: 5, verdict: 'within' });
    expect(found.high).toBeLessThanOrEqual(540);
  });

  it('is shared by all that go through it', () => {
    // Two flows of 10 s of work each, together: never more than 5 lanes.
    const shared = use(lanes(5));
    const flows = [1, 2].map(() => flow(everyMs(60_000), parallelLoop(constant(500), through(shared))));
    const [instant, minute] = estimated({ flows, assume: latency, limits: [limit(100, 1), limit(2000, 60)] });
    expect(minute).toMatchObject({ burst: 5 });
    expect(instant).toMatchObject({ expected: 50 });
    expect(minute?.expected).toBe(1000);
  });

  it('that keeps up delays by a bounded time, whatever else its work waits for', () => {
    // Counted with async's queue of two workers: 100 runs in a minute, of two requests each.
    const work: Term = { kind: 'sequence', steps: [call(0), call(1)] };
    const hooks = flow({ kind: 'event', perMinute: constant(100) }, through(use(lanes(2)), work));
    const found = row({ flows: [hooks], assume: { latency: { min: 40, expected: 220, max: 400 } } });
    expect(found.expected).toBe(200);
    expect(found.high).toBeGreaterThanOrEqual(201);
    expect(found.high).toBeLessThanOrEqual(220);
  });

  it('made in each run, bounds each run alone', () => {
    const own = (instance: LimiterUse['instance']) =>
      row({
        flows: [
          flow(
            { kind: 'event', perMinute: constant(600) },
            parallelLoop(constant(50), through(use(lanes(5), instance))),
          ),
        ],
        assume: { latency: exactly(1000) },
        limits: [limit(100_000, 1)],
      });
    expect(own('process').expected).toBe(5);
    expect(own('run').expected).toBeGreaterThan(100);
  });
});

describe('windows', () => {
  const burst = (n: number, shape: LimiterShape, everyTime = 70_000) =>
    row({
      flows: [flow(everyMs(everyTime), parallelLoop(constant(n), through(use(shape))))],
      assume: latency,
      limits: [limit(120, 60)],
    });

  it('that never fill change nothing', () => {
    expect(burst(90, window(100, 60_000, 2))).toMatchObject({ expected: 90, high: 90, verdict: 'within' });
  });

  it('that fill let the number through, and in a sliding window more', () => {
    const loose = burst(300, window(100, 60_000, 1), 600_000);
    expect(loose).toMatchObject({ expected: 100, high: 200, verdict: 'may-exceed' });
    expect(burst(300, window(100, 60_000, 0), 600_000)).toMatchObject({
      expected: 100,
      high: 100,
      verdict: 'within',
    });
  });

  it('are one for each replica', () => {
    const flows = [flow(everyMs(600_000), parallelLoop(constant(300), through(use(window(100, 60_000, 0)))))];
    expect(row({ flows, assume: { ...latency, replicas: exactly(3) } })).toMatchObject({
      expected: 300,
      high: 300,
    });
    const global = [
      flow(everyMs(600_000), parallelLoop(constant(300), through(use(window(100, 60_000, 0), 'global')))),
    ];
    expect(row({ flows: global, assume: { ...latency, replicas: exactly(3) } })).toMatchObject({
      expected: 100,
      high: 100,
    });
  });

  it('pace a loop that waits for them', () => {
    const loop = flow(everyMs(3_600_000), sequentialLoop(symbol('n'), through(use(spacing(500)))));
    const found = row({ flows: [loop], symbols: [count('n')], assume: latency, limits: [limit(120, 60)] });
    expect(found).toMatchObject({ expected: null, high: 120, verdict: 'within' });
    expect(found.breakEven.map(({ symbol: name }) => name)).toEqual(['replicas']);
  });
});

describe('runs that are over before the next', () => {
  it('hold what is left of one and what has been let through of the next', () => {
    // A bucket of 20 that fills by 5 a second is through with 600 after two minutes: an hour meets two runs, not three.
    const bucket: LimiterShape = {
      kind: 'bucket',
      size: constant(20),
      amount: constant(5),
      intervalMs: constant(1000),
      steps: false,
    };
    const flows = [flow(everyMs(1_800_000), sequentialLoop(constant(600), through(use(bucket))))];
    const found = row({ flows, assume: latency, limits: [limit(20_000, 3600)] });
    expect(found.expected).toBe(1200);
    expect(found.high).toBeGreaterThanOrEqual(1200);
    expect(found.high).toBeLessThanOrEqual(1500);
  });

  it('of several flows wait for one another', () => {
    // A counted hour of two such schedules on node-cron, through one p-throttle: 440.
    const shared = use(window(10, 1000, 1));
    const flows = [
      flow(everyMs(600_000), parallelLoop(constant(40), through(shared))),
      flow(everyMs(900_000), sequentialLoop(constant(50), through(shared))),
    ];
    const found = row({ flows, assume: latency, limits: [limit(20_000, 3600)] });
    expect(found.expected).toBe(440);
    expect(found.high).toBeGreaterThanOrEqual(440);
    expect(found.high).toBeLessThanOrEqual(530);
  });
});

describe('spacing', () => {
  const shared = use({ kind: 'all', of: [spacing(100), lanes(2)] });
  const flows = [
    flow(everyMs(60_000), parallelLoop(symbol('a'), through(shared))),
    flow(everyMs(90_000), parallelLoop(constant(150), through(shared))),
  ];
  const given = { flows, symbols: [count('a')], assume: { ...latency, a: exactly(200) } };

  it('keeps the worst minute of what comes, and its own rate', () => {
    const [hour, minute] = estimated({ ...given, limits: [limit(20_000, 3600), limit(300, 60)] });
    expect(minute).toMatchObject({ expected: 350, high: 350, burst: 1 });
    expect(hour).toMatchObject({ expected: 18_000, high: 18_000 });
  });

  it('breaks even where the burst and the rest meet the quota', () => {
    const [minute] = estimated({ ...given, limits: [limit(300, 60)] });
    expect(minute?.breakEven.find(({ symbol: name }) => name === 'a')?.value).toBe(150);
  });

  it('can never exceed a quota above its own rate', () => {
    const [minute] = estimated({ ...given, limits: [limit(600, 60)] });
    expect(minute?.breakEven).toEqual([{ symbol: 'replicas', value: 1 }]);
    expect(minute?.verdict).toBe('within');
  });
});

describe('caches', () => {
  it('let one request for each key through in their time to live', () => {
    const cache: LimiterShape = { kind: 'cache', ttlMs: constant(300_000), keys: constant(4) };
    const flows = [flow(everyMs(1000), through(use(cache)))];
    const [hour, minute] = estimated({
      flows,
      assume: latency,
      limits: [limit(1000, 3600), limit(1000, 60)],
    });
    expect(minute).toMatchObject({ expected: 4, high: 4 });
    expect(hour).toMatchObject({ expected: 48, high: 48 });
  });
});

describe('what passes and sends several requests', () => {
  it('sends all of them for each passage, and goes on after it', () => {
    // 15 jobs a minute, 10 of which may begin in one, 3 at a time; each sends one request and then four in turn.
    // Counted: 13 and 44 in a minute.
    const shape: LimiterShape = { kind: 'all', of: [lanes(3), window(10, 60_000, 1)] };
    const job: Term = { kind: 'sequence', steps: [call(0), sequentialLoop(constant(4), call(1))] };
    const flows = [flow(everyMs(60_000), parallelLoop(constant(15), through(use(shape, 'global'), job)))];
    const found = row({ flows, assume: latency });
    expect(found.expected).toBeGreaterThanOrEqual(50);
    expect(found.high).toBeGreaterThanOrEqual(57);
    expect(found.high).toBeLessThanOrEqual(5 * (20 + 3));
  });
});
