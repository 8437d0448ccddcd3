import { describe, expect, test } from 'vitest';
import { itemsRow } from './support/scan.js';

const events = `import { EventEmitter } from 'node:events';\n`;
const many = "for (let i = 0; i < 30; i++) await getItem('1');";

describe('a function that something else runs may get any arguments', () => {
  test.each([
    ['a timer gives what it was given', `setInterval(work, 10_000, 'big');`, '', 180],
    ['a timer gives nothing else', `setInterval(work, 10_000);`, '', 6],
    [
      'an emitter gives what is said',
      `const bus = new EventEmitter();
bus.on('work', work);
setInterval(() => bus.emit('work', process.argv[2]), 10_000);`,
      events,
      180,
    ],
    // Jobs may wait, and one after the other they are at most 600 requests of 100 ms.
    [
      'a worker gets jobs of any name',
      `const queue = new Queue('work');
new Worker('work', async ({ name }) => { if (name === 'big') { ${many} } else await getItem('1'); });
setInterval(() => queue.add(process.argv[2], {}), 10_000);`,
      `import { Queue, Worker } from 'bullmq';\n`,
      600,
    ],
    // p-queue gives `{ signal }`, whatever stands behind the function.
    [
      'a queue gives something of its own',
      `const queue = new PQueue({ concurrency: 40 });
setInterval(() => queue.add(async (given?: unknown) => { if (given) { ${many} } else await getItem('1'); }), 10_000);`,
      `import PQueue from 'p-queue';\n`,
      180,
    ],
    [
      'a client gives its callback what it received',
      `setInterval(() => request(base + '/items/1', (error: unknown, response: unknown, body: { kind: string }) => {
  if (body.kind === 'big') void work('big');
}), 10_000);`,
      `import request from 'request';\n`,
      186,
    ],
  ])('%s', (_, code, imports, most) => {
    const work = `async function work(kind: string) { if (kind === 'big') { ${many} } else await getItem('1'); }\n`;
    expect(itemsRow(work + code, '', imports).high).toBe(most);
  });
});

test('cases that fall through are all run', () => {
  const code = `const kinds = ['a', 'b', 'c'];
let at = 0;
setInterval(async () => {
  switch (kinds[at++ % 3]) {
    case 'a': await getItem('1');
    case 'b': await getItem('2');
    case 'c': await getItem('3');
  }
}, 10_000);`;
  expect(itemsRow(code).high).toBe(18);
});
