import { describe, expect, it } from 'vitest';
import { reportOf } from './support/scan.js';

const fetching = `const load = async (path: string) => (await fetch('https://api.example.com' + path)).json();\n`;

/** Ten a minute, each through a function that a limiter has wrapped, or runs. */
describe('what a limiter is given with its function', () => {
  it.each([
    [
      'p-throttle',
      `import pThrottle from 'p-throttle';\n`,
      `const limited = pThrottle({ limit: 2, interval: 1000 })((path: string) => load(path));`,
      `limited('/items/1')`,
    ],
    [
      'p-throttle in a helper',
      `import pThrottle from 'p-throttle';\n`,
      `const made = (limit: number) => pThrottle({ limit, interval: 1000 })(load);
const limited = made(2);`,
      `limited('/items/1')`,
    ],
    [
      'a wrapped function',
      `import Bottleneck from 'bottleneck';\n`,
      `const limited = new Bottleneck({ minTime: 100 }).wrap(load);`,
      `limited('/items/1')`,
    ],
    [
      'a scheduled function',
      `import Bottleneck from 'bottleneck';\n`,
      `const limiter = new Bottleneck({ minTime: 100 });`,
      `limiter.schedule(load, '/items/1')`,
    ],
    [
      'a scheduled function with options',
      `import Bottleneck from 'bottleneck';\n`,
      `const limiter = new Bottleneck({ minTime: 100 });`,
      `limiter.schedule({ priority: 1 }, load, '/items/1')`,
    ],
  ])('%s says which request it is', (_, imports, made, call) => {
    const code = `${fetching}${made}\nsetInterval(() => { void ${call}; }, 6000);`;
    const { requests, load } = reportOf(`${imports}${code}`);
    expect(load).toMatchObject([{ operation: 'GET /items/{id}', expected: 10, high: 10 }]);
    expect(requests.map(({ operation }) => operation)).toEqual(['GET /items/{id}']);
  });
});
