import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const often =
  'setInterval(() => { for (let i = 0; i < 600; i++) void q.add(() => getItem("all")); }, 60_000);';
const most = (code: string, imports: string): unknown => itemsRow(code, '  rate(getItem): 0\n', imports).high;
const queue = `import PQueue from 'p-queue';\n`;
const limit = `import pLimit from 'p-limit';\n`;
const bottleneck = `import Bottleneck from 'bottleneck';\n`;

// Work may have gathered while less was let through: as much as anybody likes may come at once.
describe('a limiter that code changes later, or stops, bounds nothing by what it was made with', () => {
  it.each([
    [
      'lanes of a queue',
      queue,
      `const q = new PQueue({ concurrency: 1 });\nexport const widen = () => { q.concurrency = 50; };\n${often}`,
    ],
    [
      'lanes',
      limit,
      `const q = pLimit(1);\nexport const widen = () => { q.concurrency = 50; };\n${often.replace('q.add', 'q')}`,
    ],
    [
      'settings',
      bottleneck,
      `const q = new Bottleneck({ minTime: 5000 });\nexport const widen = () => q.updateSettings({ minTime: 100 });\n${often.replace('q.add', 'q.schedule')}`,
    ],
    [
      'a reservoir',
      bottleneck,
      `const q = new Bottleneck({ reservoirRefreshAmount: 5, reservoirRefreshInterval: 60_000 });\nexport const more = () => q.incrementReservoir(50);\n${often.replace('q.add', 'q.schedule')}`,
    ],
    ['a pause', queue, `const q = new PQueue();\nq.pause();\nexport const go = () => q.start();\n${often}`],
    [
      'a later start',
      queue,
      `const q = new PQueue({ autoStart: false });\nexport const go = () => q.start();\n${often}`,
    ],
  ])('%s', (_, imports, code) => {
    expect(most(code, imports)).toBeNull();
  });

  it('another one is not meant', () => {
    const code = `const q = pLimit(1); const other = pLimit(2);
export const widen = () => { other.concurrency = 50; };
setInterval(() => { for (let i = 0; i < 5; i++) void q(() => getItem('all')); }, 60_000);`;
    expect(most(code, limit)).toBe(5);
  });
});

describe('a queue that stands still until code starts it', () => {
  const all = 'for (let i = 0; i < 40; i++) void q.add(() => getItem("all"));';

  it('is expected to be started, and sends what was given to it, once', () => {
    const row = itemsRow(`const q = new PQueue({ autoStart: false });\n${all}\nq.start();`, '', queue);
    expect([row.expected, row.high]).toEqual([40, 40]);
  });
});
