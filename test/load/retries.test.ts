import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOf } from '../../src/load/quantity.js';
import { retries } from '../../src/load/retries/index.js';
import { optionsOf } from './support/options.js';
import type { VirtualClock } from './support/virtual-clock.js';
import { installVirtualClock } from './support/virtual-clock.js';

interface Answer {
  readonly status: number;
  readonly retryAfter?: string;
}

let clock: VirtualClock;
let server: Server;
let answer: Answer = { status: 503 };
const log: number[] = [];
const url = 'http://api.invalid/x';
const networkFetch = globalThis.fetch;

const headersOf = ({ retryAfter }: Answer): Record<string, string> =>
  retryAfter === undefined ? {} : { 'retry-after': retryAfter };

beforeAll(async () => {
  // `got` only speaks through real sockets; all others are answered in the process.
  server = createServer((request, response) => {
    log.push(clock.now());
    request.resume();
    response.writeHead(answer.status, headersOf(answer)).end('x');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  globalThis.fetch = () => {
    log.push(clock.now());
    return Promise.resolve(new Response('x', { status: answer.status, headers: headersOf(answer) }));
  };
  clock = installVirtualClock(40);
  await Promise.all([
    import('async'),
    import('axios'),
    import('axios-retry'),
    import('exponential-backoff'),
    import('got'),
    import('ky'),
    import('p-retry'),
    import('undici'),
  ]);
});
afterAll(async () => {
  clock.uninstall();
  globalThis.fetch = networkFetch;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Times of the requests of one logical call against a server that always gives the same answer. */
async function requests(send: () => Promise<unknown>, given: Answer): Promise<number[]> {
  answer = given;
  log.length = 0;
  const start = clock.now();
  let done = false;
  void send().then(
    () => (done = true),
    () => (done = true),
  );
  while (!done) await clock.run(60_000);
  return log.map((time) => time - start);
}

const throwing = async (method: string): Promise<void> => {
  const response = await fetch(url, { method });
  await response.text();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
};

const senders: Readonly<Record<string, (method: string) => Promise<unknown>>> = {
  'axios-retry': async (method) => {
    const { default: axios } = await import('axios');
    const { default: axiosRetry } = await import('axios-retry');
    const client = axios.create({ adapter: 'fetch' });
    axiosRetry(client);
    return client.request({ url, method });
  },
  got: async (method) => {
    const { got } = await import('got');
    return got(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      method: method as 'GET',
    }).text();
  },
  ky: async (method) => {
    const { default: ky } = await import('ky');
    return ky(url, { method }).text();
  },
  'undici#RetryAgent': async (method) => {
    const { MockAgent, RetryAgent, request } = await import('undici');
    const agent = new MockAgent();
    agent.disableNetConnect();
    const reply = (): {
      statusCode: number;
      data: string;
      responseOptions: { headers: Record<string, string> };
    } => {
      log.push(clock.now());
      return { statusCode: answer.status, data: 'x', responseOptions: { headers: headersOf(answer) } };
    };
    agent.get('http://api.invalid').intercept({ path: '/x', method }).reply(reply).persist();
    const response = await request(url, { dispatcher: new RetryAgent(agent), method: method as 'GET' });
    return response.body.text();
  },
  'p-retry': async (method) => {
    const { default: pRetry } = await import('p-retry');
    return pRetry(() => throwing(method));
  },
  'async-retry': async (method) => {
    const asyncRetry = createRequire(import.meta.url)('async-retry') as (
      task: () => Promise<void>,
    ) => Promise<void>;
    return asyncRetry(() => throwing(method));
  },
  'exponential-backoff': async (method) => {
    const { backOff } = await import('exponential-backoff');
    return backOff(() => throwing(method));
  },
  'async#retry': async (method) => {
    const { default: async } = await import('async');
    return async.retry(async () => throwing(method));
  },
};

describe.each(retries.map((model) => [model.id, model] as const))('%s', (id, model) => {
  const policy = model.policy(optionsOf());
  const environment = (): { low: number; high: number } => ({ low: 1, high: 1 });
  const attempts = countOf(policy.attempts, environment).high;
  const send = (method: string) => () => senders[id]!(method);
  const retriesStatus = (status: number): boolean =>
    policy.statuses === 'all' || policy.statuses.includes(status);

  it('makes as many requests as stated, no sooner than stated', async () => {
    const times = await requests(send('GET'), { status: 503 });
    expect(times).toHaveLength(attempts);
    for (let i = 1; i < times.length; i++) {
      const wait = countOf(policy.waitsMs[i - 1] ?? policy.waitsMs.at(-1)!, environment).low;
      const gap = times[i]! - times[i - 1]!;
      expect(gap, `wait ${i}`).toBeGreaterThanOrEqual(wait * 0.9);
      // Random stretching at most doubles a wait; timers of undici are coarse.
      expect(gap, `wait ${i}`).toBeLessThanOrEqual(wait * 2 + 1100);
    }
  });

  it.each([429, 500, 400])('answers %d', async (status) => {
    const times = await requests(send('GET'), { status });
    expect(times).toHaveLength(retriesStatus(status) ? attempts : 1);
  });

  it('POST', async () => {
    const times = await requests(send('POST'), { status: 503 });
    const retried = policy.methods === 'all' || policy.methods.includes('POST');
    expect(times).toHaveLength(retried ? attempts : 1);
  });

  it('Retry-After: 60', async () => {
    const times = await requests(send('GET'), { status: 429, retryAfter: '60' });
    const first = (times[1] ?? Infinity) - (times[0] ?? 0);
    if (policy.retryAfter === 'honoured') expect(first).toBeGreaterThanOrEqual(60_000);
    else if (policy.retryAfter === 'ignored') expect(first).toBeLessThan(10_000);
    else expect(Math.abs(first - policy.retryAfter.cappedMs)).toBeLessThan(5000);
  });
});

it('states the versions that are installed here', () => {
  const require = createRequire(import.meta.url);
  for (const { library, version } of retries) {
    const folder = require.resolve.paths(library)!.find((path) => {
      try {
        return require(`${path}/${library}/package.json`) !== undefined;
      } catch {
        return false;
      }
    });
    expect((require(`${folder}/${library}/package.json`) as { version: string }).version, library).toBe(
      version,
    );
  }
});
