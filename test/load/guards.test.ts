import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

/** Ten requests of a second each, due each second. */
const begun = `async function slow() { for (let i = 0; i < 10; i++) { await getItem('all'); await sleep(900); } }
let running = false;
`;
const most = (code: string): unknown => itemsRow(begun + code, '  rate(getItem): 0\n').high;
const eachSecond = (body: string): string => `setInterval(async () => { ${body} }, 1000);`;

describe('runs that a flag keeps apart', () => {
  // One run after the other makes a request each second.
  it.each([
    ['in a function', eachSecond('if (running) return; running = true; await slow(); running = false;')],
    ['in a block', eachSecond('if (!running) { running = true; await slow(); running = false; }')],
    [
      'in what it calls',
      `async function tick() { if (running) return; running = true; try { await slow(); } finally { running = false; } }
setInterval(() => { void tick(); }, 1000);`,
    ],
    [
      'at the end of a promise',
      eachSecond('if (running) return; running = true; void slow().finally(() => { running = false; });'),
    ],
    [
      'of the function around',
      `function start() { let on = false; ${eachSecond('if (on) return; on = true; await slow(); on = false;')} }
start();`,
    ],
    [
      'in a field',
      `class Poller {
  private on = false;
  async tick() { if (this.on) return; this.on = true; try { await slow(); } finally { this.on = false; } }
}
const poller = new Poller();
setInterval(() => poller.tick(), 1000);`,
    ],
  ])('%s', (_, code) => {
    expect(most(code)).toBe(60);
  });

  // Ten runs at once make ten.
  it.each([
    [
      'asks for something else',
      eachSecond(`if (!running) { running = true; console.log('on'); } await slow();`),
    ],
    [
      'stands around another call',
      eachSecond('await slow(); if (running) return; running = true; running = false;'),
    ],
    [
      'is down before the work is',
      eachSecond('if (running) return; running = true; void slow(); running = false;'),
    ],
    [
      'is down when a result is returned',
      eachSecond('if (running) return; running = true; try { return slow(); } finally { running = false; }'),
    ],
    [
      'goes up late',
      eachSecond('if (running) return; await sleep(1); running = true; await slow(); running = false;'),
    ],
    [
      'is lowered by others',
      `${eachSecond('if (running) return; running = true; await slow(); running = false;')}
export function reset() { running = false; }`,
    ],
    [
      'is lowered from outside of its object',
      `class Poller {
  on = false;
  async tick() { if (this.on) return; this.on = true; await slow(); this.on = false; }
}
const poller = new Poller();
setInterval(() => poller.tick(), 1000);
setInterval(() => { poller.on = false; }, 500);`,
    ],
    [
      'is lowered after the first of several that end',
      eachSecond(
        'if (running) return; running = true; await Promise.race([slow(), sleep(5)]); running = false;',
      ),
    ],
    [
      'is around work that goes on by itself',
      `async function begin() { void slow(); }
${eachSecond('if (running) return; running = true; await begin(); running = false;')}`,
    ],
  ])('unless it %s', (_, code) => {
    expect(most(code)).toBeGreaterThanOrEqual(600);
  });
});
