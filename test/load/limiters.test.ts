import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limiters } from '../../src/load/limiters/index.js';
import { mostReleased } from '../../src/load/release.js';
import { densest } from './support/execute.js';
import { optionsOf } from './support/options.js';
import { seeded } from './support/random.js';
import type { VirtualClock } from './support/virtual-clock.js';
import { installVirtualClock } from './support/virtual-clock.js';

const cap = 20;
const interval = 1000;
const taskMs = 20;

/** One real limiter: `go(task)` passes the task through it. */
type Go = (task: () => Promise<void>) => unknown;
interface Probe {
  readonly id: string;
  readonly options: readonly unknown[];
  readonly make: () => Promise<Go> | Go;
  /** The most that a sliding window of the interval was seen to hold, as a multiple of the cap: [at least, at most]. */
  readonly factor: readonly [number, number];
}

let clock: VirtualClock;
beforeAll(async () => {
  clock = installVirtualClock();
  // Loading takes real time, in which the clock must not run.
  await Promise.all([
    import('async'),
    import('async-sema'),
    import('axios'),
    import('axios-rate-limit'),
    import('fastq'),
    import('limiter'),
    import('p-all'),
    import('p-limit'),
    import('p-map'),
    import('p-queue'),
    import('p-series'),
    import('p-throttle'),
    import('p-times'),
    import('rxjs'),
  ]);
});
afterAll(() => clock.uninstall());

const window = { limit: cap, interval };
const probes: readonly Probe[] = [
  {
    id: 'p-queue',
    options: [{ interval, intervalCap: cap }],
    make: async () => {
      const { default: PQueue } = await import('p-queue');
      const queue = new PQueue({ interval, intervalCap: cap });
      return (task) => queue.add(task);
    },
    factor: [2.5, 3],
  },
  {
    id: 'p-queue',
    options: [{ interval, intervalCap: cap, strict: true }],
    make: async () => {
      const { default: PQueue } = await import('p-queue');
      const queue = new PQueue({ interval, intervalCap: cap, strict: true });
      return (task) => queue.add(task);
    },
    factor: [1, 1],
  },
  {
    id: 'p-throttle',
    options: [window],
    make: async () => {
      const { default: pThrottle } = await import('p-throttle');
      return pThrottle(window)((task: () => Promise<void>) => task());
    },
    factor: [1.9, 2],
  },
  {
    id: 'p-throttle',
    options: [{ ...window, strict: true }],
    make: async () => {
      const { default: pThrottle } = await import('p-throttle');
      return pThrottle({ ...window, strict: true })((task: () => Promise<void>) => task());
    },
    factor: [1, 1],
  },
  {
    id: 'bottleneck',
    options: [{ minTime: interval / cap }],
    make: () => bottleneckGo({ minTime: interval / cap }),
    factor: [1, 1],
  },
  {
    id: 'bottleneck',
    options: [{ reservoir: cap, reservoirRefreshAmount: cap, reservoirRefreshInterval: interval }],
    make: () =>
      bottleneckGo({ reservoir: cap, reservoirRefreshAmount: cap, reservoirRefreshInterval: interval }),
    factor: [1.9, 2],
  },
  {
    id: 'bottleneck',
    options: [
      {
        reservoir: cap,
        reservoirIncreaseAmount: 5,
        reservoirIncreaseInterval: 250,
        reservoirIncreaseMaximum: cap,
      },
    ],
    make: () =>
      bottleneckGo({
        reservoir: cap,
        reservoirIncreaseAmount: 5,
        reservoirIncreaseInterval: 250,
        reservoirIncreaseMaximum: cap,
      }),
    factor: [1.6, 2],
  },
  {
    id: 'limiter#RateLimiter',
    options: [{ tokensPerInterval: cap, interval }],
    make: async () => {
      const { RateLimiter } = await import('limiter');
      const limiter = new RateLimiter({ tokensPerInterval: cap, interval });
      return (task) => limiter.removeTokens(1).then(task);
    },
    factor: [1.6, 2],
  },
  {
    id: 'limiter#TokenBucket',
    options: [{ bucketSize: cap, tokensPerInterval: cap, interval }],
    make: async () => {
      const { TokenBucket } = await import('limiter');
      const limiter = new TokenBucket({ bucketSize: cap, tokensPerInterval: cap, interval });
      return (task) => limiter.removeTokens(1).then(task);
    },
    factor: [1.6, 2],
  },
  {
    id: 'async-sema#RateLimit',
    options: [cap, { timeUnit: interval }],
    make: async () => {
      const { RateLimit } = await import('async-sema');
      const limit = RateLimit(cap, { timeUnit: interval });
      return (task) => limit().then(task);
    },
    factor: [1, 1],
  },
  {
    id: 'async-sema#RateLimit',
    options: [cap, { timeUnit: interval, uniformDistribution: true }],
    make: async () => {
      const { RateLimit } = await import('async-sema');
      const limit = RateLimit(cap, { timeUnit: interval, uniformDistribution: true });
      return (task) => limit().then(task);
    },
    factor: [1, 1],
  },
  {
    id: 'axios-rate-limit',
    options: [undefined, { maxRequests: cap, perMilliseconds: interval }],
    make: async () => {
      const { default: axios } = await import('axios');
      const { default: rateLimit } = await import('axios-rate-limit');
      const client: AxiosInstance = rateLimit(
        axios.create({
          adapter: async (config: AxiosRequestConfig & { task?: () => Promise<void> }) => {
            await config.task?.();
            return { data: '', status: 200, statusText: '', headers: {}, config: config as never };
          },
        }),
        { maxRequests: cap, perMilliseconds: interval },
      );
      return (task) => client.get('http://host.invalid/', { task } as AxiosRequestConfig);
    },
    factor: [1.9, 2],
  },
];

function bottleneckGo(options: Record<string, number>): Go {
  // Loaded after the clock is installed, and only here: its timers are those that it finds.
  const Bottleneck = createRequire(import.meta.url)('bottleneck') as new (options: object) => {
    schedule: (task: () => Promise<void>) => Promise<void>;
  };
  const limiter = new Bottleneck(options);
  return (task) => limiter.schedule(task);
}

/** Arrivals that look for the worst: bursts around the ends of intervals, and seeded noise. */
function patterns(): [time: number, count: number][][] {
  const made: [number, number][][] = [
    [[0, 10 * cap]],
    [
      [0, 1],
      [interval - 40, cap - 1],
      [interval + 10, 4 * cap],
    ],
    [
      [5 * interval - 5, cap],
      [5 * interval + 5, cap],
      [6 * interval + 2, cap],
    ],
  ];
  for (let seed = 0; seed < 10; seed++) {
    const random = seeded(seed * 13 + 5);
    const pattern: [number, number][] = [];
    let time = random() * interval;
    for (let burst = 0; burst < 10; burst++) {
      time += random() < 0.45 ? random() * 60 : random() * 1.4 * interval;
      pattern.push([Math.floor(time), 1 + Math.floor(random() * cap * 1.3)]);
    }
    made.push(pattern);
  }
  return made;
}

async function releases(probe: Probe, pattern: readonly [number, number][]): Promise<number[]> {
  const times: number[] = [];
  const go = await probe.make();
  const start = clock.now();
  for (const [time, count] of pattern) {
    clock.after(time, () => {
      for (let i = 0; i < count; i++) {
        void Promise.resolve(
          go(async () => {
            times.push(clock.now() - start);
            await clock.sleep(taskMs);
          }),
        );
      }
    });
  }
  await clock.run(15 * interval);
  return times;
}

const environment = (): { low: number; high: number } => ({ low: 1, high: 1 });
const perLane = (w: number): number => Math.ceil(w / taskMs);

describe('what limiters let through', () => {
  it.each(probes.map((probe) => [`${probe.id} ${JSON.stringify(probe.options)}`, probe] as const))(
    '%s',
    async (_, probe) => {
      const model = limiters.find(({ id }) => id === probe.id)!;
      const shape = model.shape(optionsOf(...probe.options))!;
      let worst = 0;
      for (const pattern of patterns()) {
        const times = await releases(probe, pattern);
        for (const w of [interval / 4, interval, 2.5 * interval, 6 * interval]) {
          expect(densest(times, w), `${w} ms`).toBeLessThanOrEqual(
            mostReleased(shape, w, environment, perLane),
          );
        }
        worst = Math.max(worst, densest(times, interval));
      }
      expect(worst / cap).toBeGreaterThanOrEqual(probe.factor[0]);
      expect(worst / cap).toBeLessThanOrEqual(probe.factor[1]);
    },
    60_000,
  );
});

/** Concurrency: how many tasks of 200 items run at once. */
const lanes = 4;
const widths: Readonly<
  Record<string, { options: readonly unknown[]; run: (task: () => Promise<void>) => unknown }>
> = {
  'p-limit': {
    options: [lanes],
    run: async (task) => {
      const { default: pLimit } = await import('p-limit');
      const limit = pLimit(lanes);
      return Promise.all(items.map(() => limit(task)));
    },
  },
  'p-map': {
    options: [undefined, undefined, { concurrency: lanes }],
    run: async (task) => {
      const { default: pMap } = await import('p-map');
      return pMap(items, task, { concurrency: lanes });
    },
  },
  'p-times': {
    options: [undefined, undefined, { concurrency: lanes }],
    run: async (task) => {
      const { default: pTimes } = await import('p-times');
      return pTimes(items.length, task, { concurrency: lanes });
    },
  },
  'p-all': {
    options: [undefined, { concurrency: lanes }],
    run: async (task) => {
      const { default: pAll } = await import('p-all');
      return pAll(
        items.map(() => task),
        { concurrency: lanes },
      );
    },
  },
  'p-series': {
    options: [],
    run: async (task) => {
      const { default: pSeries } = await import('p-series');
      return pSeries(items.map(() => task));
    },
  },
  fastq: {
    options: [undefined, lanes],
    run: async (task) => {
      const { default: fastq } = await import('fastq');
      const queue = fastq((_: number, done) => void task().then(() => done(null)), lanes);
      for (const item of items) queue.push(item, () => undefined);
    },
  },
  'fastq#promise': {
    options: [null, undefined, lanes],
    run: async (task) => {
      const { default: fastq } = await import('fastq');
      const queue = fastq.promise(null, task, lanes);
      return Promise.all(items.map((item) => queue.push(item)));
    },
  },
  'async-sema#Sema': {
    options: [lanes],
    run: async (task) => {
      const { Sema } = await import('async-sema');
      const sema = new Sema(lanes);
      return Promise.all(
        items.map(async () => {
          await sema.acquire();
          await task();
          sema.release();
        }),
      );
    },
  },
  'async#queue': {
    options: [undefined, lanes],
    run: async (task) => {
      const { default: async } = await import('async');
      const queue = async.queue((_, done) => void task().then(() => done()), lanes);
      return Promise.all(items.map((item) => queue.push(item)));
    },
  },
  'async#priorityQueue': {
    options: [undefined, lanes],
    run: async (task) => {
      const { default: async } = await import('async');
      const queue = async.priorityQueue((_, done) => void task().then(() => done()), lanes);
      return Promise.all(items.map((item) => queue.push(item, 1)));
    },
  },
  'rxjs#mergeMap': {
    options: [undefined, lanes],
    run: async (task) => {
      const { from, lastValueFrom, mergeMap } = await import('rxjs');
      return lastValueFrom(from(items).pipe(mergeMap(() => from(task()), lanes)));
    },
  },
  'rxjs#concatMap': {
    options: [undefined],
    run: async (task) => {
      const { concatMap, from, lastValueFrom } = await import('rxjs');
      return lastValueFrom(from(items).pipe(concatMap(() => from(task()))));
    },
  },
  'rxjs#exhaustMap': {
    options: [undefined],
    run: async (task) => {
      const { exhaustMap, from, lastValueFrom } = await import('rxjs');
      return lastValueFrom(from(items).pipe(exhaustMap(() => from(task()))));
    },
  },
};
const items = Array.from({ length: 40 }, (_, i) => i);

async function widthOf(run: (task: () => Promise<void>) => unknown): Promise<number> {
  let [running, most] = [0, 0];
  void run(async () => {
    most = Math.max(most, ++running);
    await clock.sleep(taskMs);
    running--;
  });
  await clock.run(items.length * taskMs * 2);
  return most;
}

describe('how many run at once', () => {
  it.each(Object.keys(widths))('%s', async (id) => {
    const probe = widths[id]!;
    const shape = limiters.find((model) => model.id === id)!.shape(optionsOf(...probe.options))!;
    expect(shape.kind).toBe('concurrency');
    const stated = mostReleased(shape, 1, environment, () => 1);
    expect(await widthOf(probe.run)).toBe(stated);
  });

  it('async.*Limit and async.*Series', async () => {
    const { default: async } = await import('async');
    const known = async as unknown as Record<string, (...args: unknown[]) => unknown>;
    const all = limiters.filter((model) => model.library === 'async' && model.passages[0]?.kind === 'each');
    expect(all.length).toBeGreaterThan(20);
    for (const { exported, shape } of all) {
      const limited = exported.endsWith('Limit');
      const collection = exported.startsWith('times') ? items.length : items;
      const found = shape(optionsOf(collection, limited ? lanes : undefined))!;
      const width = await widthOf((task) => {
        const each = async (): Promise<boolean> => (await task(), exported.startsWith('every'));
        // Searches and sorts end early or take another order; what counts is how many run at once.
        return limited ? known[exported]!(collection, lanes, each) : known[exported]!(collection, each);
      });
      expect(width, exported).toBe(mostReleased(found, 1, environment, () => 1));
    }
  });

  it('async.series, parallel and parallelLimit', async () => {
    const { default: async } = await import('async');
    const known = async as unknown as Record<string, (...args: unknown[]) => unknown>;
    const all = limiters.filter((model) => model.library === 'async' && model.passages[0]?.kind === 'tasks');
    expect(all.length).toBe(3);
    for (const { exported, shape } of all) {
      const isLimited = exported.endsWith('Limit');
      const found = shape(optionsOf(undefined, isLimited ? lanes : undefined));
      const width = await widthOf((task) => {
        const tasks = items.map(() => async () => task());
        return isLimited ? known[exported]!(tasks, lanes) : known[exported]!(tasks);
      });
      const stated = found === undefined ? items.length : mostReleased(found, 1, environment, () => 1);
      expect(width, exported).toBe(stated);
    }
  });

  it('without a number, p-map and mergeMap start all at once', async () => {
    for (const id of ['p-map', 'rxjs#mergeMap']) {
      expect(
        limiters.find((model) => model.id === id)!.shape(optionsOf(undefined, undefined)),
      ).toBeUndefined();
    }
    const { default: pMap } = await import('p-map');
    expect(await widthOf((task) => pMap(items, task))).toBe(items.length);
  });
});

it('every limiter has a probe', () => {
  const probed = new Set([...probes.map(({ id }) => id), ...Object.keys(widths)]);
  const rest = limiters.filter(({ id, library }) => !probed.has(id) && library !== 'async');
  expect(rest).toEqual([]);
});

it('states the versions that are installed here', () => {
  const require = createRequire(import.meta.url);
  for (const { library, version } of limiters) {
    expect(installedVersion(require, library), library).toBe(version);
  }
});

function installedVersion(require: NodeJS.Require, library: string): string {
  const folders = require.resolve.paths(library) ?? [];
  for (const folder of folders) {
    try {
      return (require(`${folder}/${library}/package.json`) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return 'not installed';
}
