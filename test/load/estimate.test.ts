import { describe, expect, it } from 'vitest';
import { between, constant, product, quotient, symbol } from '../../src/load/quantity.js';
import type { Term } from '../../src/load/term.js';
import {
  alternative,
  call,
  delay,
  nothing,
  parallel,
  parallelLoop,
  sequence,
  sequentialLoop,
} from '../../src/load/term.js';
import { count, cron, estimated, everyMs, exactly, flow, limit, request, row } from './support/program.js';

const users = symbol('users.length');
const latency = { latency: { min: 80, expected: 100, max: 120 } };

describe('bursts', () => {
  it('need no latency: all users of a Promise.all in one instant', () => {
    const found = row({
      flows: [flow(cron('*/5 * * * *'), parallelLoop(users, call(0)))],
      symbols: [count('users.length')],
      assume: { 'users.length': exactly(800) },
      limits: [limit(1000, 60)],
    });
    expect(found).toMatchObject({ low: 800, expected: 800, high: 800, burst: 800, verdict: 'within' });
    expect(found.assumptions.map(({ symbol: name }) => name)).toEqual(['replicas', 'users.length']);
    expect(found.breakEven).toEqual([
      { symbol: 'replicas', value: 1 },
      { symbol: 'users.length', value: 1000 },
    ]);
  });

  it('unset is neither 0 nor 1: unknown, with the break-even', () => {
    const found = row({
      flows: [flow(cron('*/5 * * * *'), parallelLoop(users, call(0)))],
      symbols: [count('users.length')],
      limits: [limit(3000, 3600)],
    });
    expect(found).toMatchObject({ low: 0, expected: null, high: null, burst: null, verdict: 'unknown' });
    expect(found.assumptions).toContainEqual({ symbol: 'users.length', value: null });
    // Twelve runs an hour.
    expect(found.breakEven[0]).toEqual({ symbol: 'users.length', value: 250 });
    expect(found.breakEven[1]).toEqual({
      symbol: 'replicas',
      value: null,
      inequality: 'replicas * users.length <= 250',
    });
  });

  it('several unset symbols keep an inequality', () => {
    const nested = parallelLoop(users, parallelLoop(symbol('load.pages'), call(0)));
    const found = row({
      flows: [flow(cron('*/5 * * * *'), nested)],
      symbols: [count('users.length'), count('load.pages')],
      limits: [limit(1000, 60)],
    });
    expect(found.verdict).toBe('unknown');
    expect(found.breakEven).toContainEqual({
      symbol: 'users.length',
      value: null,
      inequality: 'load.pages * users.length <= 1000',
    });
  });

  it('sums are written out with their coefficients', () => {
    const found = row({
      flows: [
        flow(cron('*/5 * * * *'), parallelLoop(users, parallel(call(0), call(1)))),
        flow(cron('0 * * * *'), parallelLoop(quotient(symbol('orders.length'), constant(50)), call(2))),
      ],
      symbols: [count('users.length'), count('orders.length')],
      limits: [limit(1000, 60)],
    });
    expect(found.breakEven[0]?.inequality).toBe('ceil(orders.length / 50) + 2 * users.length <= 1000');
    expect(found.inequality).toBe('ceil(orders.length / 50) + 2 * users.length <= 1000');
  });

  /** Each of `n` events sends one request. */
  const events = (n: number) =>
    row({
      flows: Array.from({ length: n }, (_, i) =>
        flow({ kind: 'event', perMinute: symbol(`rate(f${i})`) }, call(i)),
      ),
      requests: Array.from({ length: n }, (_, i) => request({ call: i })),
      symbols: Array.from({ length: n }, (_, i) => count(`rate(f${i})`)),
      limits: [limit(1000, 60)],
    });

  it('of many symbols each tells its own term and a few others; the limit tells all once', () => {
    const found = events(40);
    expect(found.breakEven).toHaveLength(40);
    for (const { symbol: name, value, inequality } of found.breakEven) {
      expect(value).toBeNull();
      expect(inequality?.startsWith(`${name} + `)).toBe(true);
      expect(inequality?.endsWith(' + (34 more terms) <= 1000')).toBe(true);
    }
    expect(found.inequality?.split(' + ')).toHaveLength(40);
  });

  it('a report grows with its symbols, not with their square', () => {
    const size = (n: number): number => JSON.stringify(events(n)).length;
    expect(size(400) / size(100)).toBeLessThan(4.5);
  });

  it('replicas run a cron of their own', () => {
    const given = {
      flows: [flow(cron('* * * * *'), parallelLoop(constant(100), call(0)))],
      limits: [limit(250, 60)],
    };
    expect(row({ ...given, assume: { replicas: exactly(2) } })).toMatchObject({
      expected: 200,
      high: 200,
      verdict: 'within',
    });
    expect(row({ ...given, assume: { replicas: exactly(3) } })).toMatchObject({
      expected: 300,
      verdict: 'exceeds',
    });
    expect(row(given).breakEven).toEqual([{ symbol: 'replicas', value: 2 }]);
  });
});

describe('paced loops', () => {
  const paced = {
    flows: [flow(cron('* * * * *'), sequentialLoop(users, call(0)))],
    symbols: [count('users.length')],
  };

  it('hold a whole run in an aligned minute, and a part of the next one in a sliding one', () => {
    const found = row({
      ...paced,
      assume: { ...latency, 'users.length': exactly(200) },
      limits: [limit(300, 60)],
    });
    expect(found).toMatchObject({ expected: 200, verdict: 'within', burst: 1 });
    expect(found.high).toBeGreaterThan(200);
    expect(found.high).toBeLessThan(300);
  });

  it('break even where the latency caps them', () => {
    const endless: Term = sequentialLoop(users, call(0));
    const found = row({
      flows: [flow({ kind: 'once', reach: 'cluster' }, endless)],
      symbols: [count('users.length')],
      assume: { latency: exactly(100), 'users.length': exactly(100_000) },
      limits: [limit(1000, 60)],
    });
    expect(found).toMatchObject({ expected: 600, high: 600, verdict: 'within' });
    // 60 s / 1000: at 60 ms the window holds exactly 1000.
    expect(found.breakEven).toEqual([{ symbol: 'latency', value: 60 }]);
  });

  it('a lane over an unset collection is bounded by the latency alone', () => {
    const found = row({
      flows: [flow({ kind: 'once', reach: 'cluster' }, sequentialLoop(users, call(0)))],
      symbols: [count('users.length')],
      assume: { latency: exactly(100) },
      limits: [limit(1000, 60)],
    });
    expect(found).toMatchObject({ low: 0, expected: null, high: 600, verdict: 'within', breakEven: [] });
  });

  it('an endless loop needs its pause', () => {
    const loop = (gapMs: number) =>
      row({
        flows: [flow({ kind: 'after-completion', gapMs: constant(gapMs), reach: 'cluster' }, call(0))],
        assume: { latency: exactly(100) },
        limits: [limit(500, 60)],
      });
    expect(loop(2000)).toMatchObject({ expected: 29, high: 29, verdict: 'within' });
    expect(loop(0)).toMatchObject({ expected: 600, high: 600, verdict: 'exceeds' });
    expect(loop(0).breakEven).toEqual([{ symbol: 'latency', value: 120 }]);
  });

  it('overlapping runs pile up, guarded ones do not', () => {
    const body = sequentialLoop(constant(250), call(0));
    const assume = { latency: exactly(100) };
    expect(row({ flows: [flow(everyMs(10_000), body)], assume }).expected).toBe(1500);
    expect(row({ flows: [flow(everyMs(10_000, 'skip'), body)], assume }).expected).toBe(500);
  });
});

describe('what limits count', () => {
  const one = flow(cron('* * * * *'), parallelLoop(constant(10), sequence(call(0), call(1))));
  const requests = [
    request({ operations: ['GET /items'], paths: ['/api/items'] }),
    request({
      operations: ['GET /other'],
      paths: ['/scim/other'],
      call: 1,
      place: { file: 'src/b.ts', line: 7, column: 3 },
    }),
  ];

  it('each operation by itself, a glob and the account together', () => {
    const rows = estimated({
      flows: [one],
      requests,
      limits: [
        limit(1000, 60),
        limit(900, 60, { pathGlob: '/scim/*' }),
        limit(5000, 3600, { account: true }),
      ],
    });
    expect(
      rows.map(({ limit: id, operation, pathGlob, account, expected }) => [
        id,
        operation,
        pathGlob,
        account,
        expected,
      ]),
    ).toEqual([
      ['limit-1000-60', 'GET /items', undefined, undefined, 10],
      ['limit-1000-60', 'GET /other', undefined, undefined, 10],
      ['limit-5000-3600', undefined, undefined, 'main', 1200],
      ['limit-900-60', undefined, '/scim/*', undefined, 10],
    ]);
    expect(rows[2]?.contributors).toEqual([
      { file: 'src/a.ts', line: 1, expected: 600, how: 'calendar -> 10 at once' },
      { file: 'src/b.ts', line: 7, expected: 600, how: 'calendar -> 10 at once' },
    ]);
  });

  it('the sandbox and production apart', () => {
    const sandbox = { ...limit(250, 60), id: 'sandbox', environment: 'sandbox' as const };
    const rows = estimated({
      flows: [one],
      requests: [requests[0]!, { ...requests[1]!, environment: 'sandbox' }],
      limits: [limit(1000, 60), sandbox],
    });
    expect(rows.map(({ limit: id, operation, environment }) => [id, operation, environment])).toEqual([
      ['limit-1000-60', 'GET /items', 'production'],
      ['sandbox', 'GET /other', 'sandbox'],
    ]);
  });

  it('an ambiguous request adds to the bound of every candidate and blocks `within`', () => {
    const rows = estimated({
      flows: [one],
      requests: [requests[0]!, { ...requests[1]!, operations: ['GET /items', 'GET /third'] }],
      assume: { latency: exactly(100) },
      limits: [limit(1000, 60), limit(5000, 3600, { account: true })],
    });
    const [items, third, account] = rows;
    expect(items).toMatchObject({
      operation: 'GET /items',
      low: 10,
      expected: 10,
      high: 20,
      verdict: 'unknown',
    });
    expect(third).toMatchObject({
      operation: 'GET /third',
      low: 0,
      expected: 0,
      high: 10,
      verdict: 'unknown',
    });
    expect(account).toMatchObject({ expected: 1200, verdict: 'within' });
  });

  it('a request in no flow blocks `within`', () => {
    const limits = [limit(1000, 60)];
    expect(row({ flows: [], requests: [requests[0]!], limits })).toMatchObject({
      expected: null,
      high: null,
      verdict: 'unknown',
    });
    const attributed = {
      flows: [one],
      requests: requests.map((given) => ({ ...given, operations: ['GET /items'] })),
      limits,
    };
    expect(row(attributed).verdict).toBe('within');
    expect(row({ ...attributed, unattributed: [{ call: 1, reason: 'called from nowhere' }] })).toMatchObject({
      expected: null,
      high: null,
      verdict: 'unknown',
    });
  });

  it('an override of the account replaces the quota and says so', () => {
    const found = row({
      flows: [flow(cron('* * * * *'), parallelLoop(constant(1500), call(0)))],
      overrides: { 'limit-1000-60': { quota: 2000, reason: 'granted in March' } },
    });
    expect(found).toMatchObject({ quota: 2000, verdict: 'within' });
    expect(found.notes).toContain('quota 2000 instead of 1000: granted in March');
  });

  it('says whether the hour can bind beside the minute', () => {
    const windows = (hour: number) => ({
      ...limit(300, 60),
      windows: [
        { quota: 300, windowSeconds: 60 },
        { quota: hour, windowSeconds: 3600 },
      ],
    });
    const notes = (hour: number) =>
      estimated({ flows: [one], requests: [requests[0]!], limits: [windows(hour)] })[1]?.notes;
    expect(notes(18_000)).toContain('never exceeded while the limit of 300 in a minute holds');
    expect(notes(12_000)?.[0]).toMatch(/^binds before the limit of 300 in a minute/);
  });

  it('a looser rule beside the default is checked and named', () => {
    const module = { ...limit(2000, 60, { operations: ['GET /items'] }), id: 'module' };
    const rows = estimated({ flows: [one], requests: [requests[0]!], limits: [limit(1000, 60), module] });
    expect(rows.map(({ limit: id }) => id)).toEqual(['limit-1000-60', 'module']);
    expect(rows[1]?.notes?.[0]).toContain('also states limit-1000-60, 1000 in a minute, which is stricter');
  });
});

describe('values that are partly known', () => {
  const burst = flow(cron('* * * * *'), parallelLoop(users, call(0)));

  it('an annotation gives the bound and leaves the expected value open', () => {
    const found = row({
      flows: [burst],
      symbols: [count('users.length', { max: 500, source: 'annotation' })],
    });
    expect(found).toMatchObject({ expected: null, high: 500, burst: 500, verdict: 'within' });
    expect(found.assumptions).toContainEqual({ symbol: 'users.length', value: null, source: 'annotation' });
  });

  it('the config fills what the annotation leaves open, within its bound', () => {
    const symbols = [count('users.length', { max: 500, source: 'annotation' })];
    const found = row({
      flows: [burst],
      symbols,
      assume: { 'users.length': { min: 0, expected: 700, max: 9000 } },
    });
    expect(found).toMatchObject({ expected: 500, high: 500 });
  });

  it('keys with * fit where no exact key does', () => {
    const assume = { '*.length': exactly(20), 'users.len*': exactly(30) };
    const found = row({ flows: [burst], symbols: [count('users.length')], assume });
    expect(found.expected).toBe(30);
  });

  it('an early exit is anything up to the whole', () => {
    const some = parallelLoop(between(constant(0), users), call(0));
    const found = row({
      flows: [flow(cron('* * * * *'), some)],
      symbols: [count('users.length')],
      assume: { 'users.length': exactly(40) },
    });
    expect(found).toMatchObject({ low: 0, expected: 40, high: 40 });
  });

  it('a branch counts in the bound and not in the lower one', () => {
    const branch = parallelLoop(constant(40), alternative(call(0), nothing));
    expect(row({ flows: [flow(cron('* * * * *'), branch)] })).toMatchObject({
      low: 0,
      expected: 40,
      high: 40,
    });
  });
});

describe('what starts with the process', () => {
  it('the run at the start and the first of the timer are not in one minute', () => {
    const found = row({
      flows: [flow(everyMs(300_000, 'overlap', true), parallelLoop(constant(50), call(0)))],
    });
    expect(found).toMatchObject({ expected: 50, high: 50, low: 50 });
  });

  it('a timer of a minute has one run in each', () => {
    expect(row({ flows: [flow(everyMs(60_000), call(0))] })).toMatchObject({ low: 1, expected: 1, high: 1 });
    expect(row({ flows: [flow(everyMs(5000), call(0))] })).toMatchObject({ expected: 12, high: 12 });
  });
});

describe('events', () => {
  const hook = symbol('rate(POST /hook)');
  const events = flow({ kind: 'event', perMinute: hook }, sequence(call(0), parallel(call(0), call(0))));
  const symbols = [{ name: 'rate(POST /hook)', unit: 'per-minute' as const, least: 0 }];

  it('have no rate of their own', () => {
    const found = row({ flows: [events], symbols });
    expect(found).toMatchObject({ low: 0, expected: null, high: null, verdict: 'unknown' });
    expect(found.breakEven).toContainEqual({ symbol: 'rate(POST /hook)', value: 333 });
  });

  it('with a rate they count a minute and an hour', () => {
    const assume = { latency: exactly(100), 'rate(POST /hook)': exactly(20) };
    const rows = estimated({
      flows: [events],
      symbols,
      assume,
      limits: [limit(1000, 60), limit(5000, 3600, { account: true })],
    });
    expect(rows.map(({ expected, high }) => [expected, high])).toEqual([
      [60, 60],
      [3600, 3600],
    ]);
  });
});

describe('failing servers', () => {
  const retried: Term = { kind: 'retry', attempts: constant(4), waitsMs: [constant(0)], body: call(0) };

  it('are reported apart', () => {
    const found = row({
      flows: [flow(cron('* * * * *'), parallelLoop(constant(300), retried))],
      assume: { latency: exactly(100) },
    });
    expect(found).toMatchObject({ expected: 300, high: 300, degraded: { high: 1200 }, verdict: 'within' });
  });

  it('nested retries multiply', () => {
    const outer: Term = {
      kind: 'retry',
      attempts: constant(11),
      waitsMs: [constant(0)],
      body: { ...retried, attempts: constant(3) },
    };
    const found = row({ flows: [flow(cron('* * * * *'), outer)], assume: { latency: exactly(10) } });
    expect(found.degraded).toEqual({ high: 33 });
  });

  it('nothing is said where nothing retries', () => {
    expect(row({ flows: [flow(cron('* * * * *'), call(0))] }).degraded).toBeUndefined();
  });
});

describe('the verdict', () => {
  it('rests on the expected value, then on the bound', () => {
    const at = (quota: number) =>
      row({
        flows: [flow(cron('* * * * *'), parallelLoop(users, call(0)))],
        symbols: [count('users.length')],
        assume: { 'users.length': { min: 10, expected: 100, max: 400 } },
        limits: [limit(quota, 60)],
      }).verdict;
    expect([at(99), at(100), at(399), at(400)]).toEqual(['exceeds', 'may-exceed', 'may-exceed', 'within']);
  });

  it('without a bound it may be exceeded', () => {
    const found = row({
      flows: [flow(cron('* * * * *'), parallelLoop(users, call(0)))],
      symbols: [count('users.length', { expected: 10, source: 'code' })],
    });
    expect(found).toMatchObject({ expected: 10, high: null, verdict: 'may-exceed' });
  });
});

describe('millions', () => {
  it('are counted without being listed', () => {
    const found = row({
      flows: [
        flow(cron('0 0 * * *'), sequentialLoop(constant(500_000), sequence(call(0), delay(constant(10))))),
      ],
      assume: latency,
      limits: [limit(100_000, 3600)],
    });
    expect(found.expected).toBe(Math.ceil(3_600_000 / 110));
  });

  it('in bursts, loops and lanes', () => {
    const million = constant(1_000_000);
    const lanes: Term = { kind: 'lanes', lanes: constant(8), count: million, body: call(0) };
    const terms = [
      parallelLoop(million, call(0)),
      sequentialLoop(million, parallel(call(0), call(0))),
      lanes,
      sequentialLoop(product(million, constant(1)), alternative(call(0), nothing)),
    ];
    const expected = terms.map(
      (term) => row({ flows: [flow(cron('0 0 1 1 *'), term)], assume: { latency: exactly(100) } }).expected,
    );
    expect(expected).toEqual([1_000_000, 1200, 4800, 600]);
  });
});
