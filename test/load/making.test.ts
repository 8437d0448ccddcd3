import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const queue = `import PQueue from 'p-queue';\n`;
const limit = `import pLimit from 'p-limit';\n`;
const users = '  users.length: 300\n';

/** Each lets through what it was made for: of several, all that they let through together may come at once. */
describe('limiters of which there are several', () => {
  // Each of 300 keys has a queue that lets 2 a minute through: 600 of 900 come at once.
  const keyed = (find: string): string => `const queues = new Map();
function queueFor(key: string) { ${find} }
setInterval(async () => {
  const users = await getUsers();
  for (const user of users) for (let i = 0; i < 3; i++) void queueFor(user.id).add(() => getItem(user.id));
}, 300_000);`;
  const make = 'new PQueue({ interval: 60_000, intervalCap: 2 })';

  it.each([
    ['a map', `if (!queues.has(key)) queues.set(key, ${make}); return queues.get(key);`],
    [
      'what is found',
      `const known = queues.get(key); if (known) return known; const made = ${make}; queues.set(key, made); return made;`,
    ],
  ])('one for each key in %s', (_, find) => {
    const { high, expected } = itemsRow(keyed(find), users, queue);
    expect(high ?? Infinity).toBeGreaterThanOrEqual(600);
    expect(expected ?? Infinity).toBeGreaterThanOrEqual(600);
  });

  it('one for each of what a run goes through', () => {
    const code = `async function sync(user) {
  const queue = new PQueue({ interval: 10_000, intervalCap: 1 });
  await queue.addAll([1, 2, 3].map((n) => () => getItem(user.id + n)));
}
setInterval(async () => { const users = await getUsers(); await Promise.all(users.map(sync)); }, 1_800_000);`;
    expect(itemsRow(code, users, queue).high ?? Infinity).toBeGreaterThanOrEqual(900);
  });

  it('one lane for each key holds nobody else back', () => {
    const code = `const lanes = {};
const laneOf = (key: string) => (lanes[key] ??= pLimit(1));
setInterval(async () => {
  const users = await getUsers();
  await Promise.all(users.map((user) => laneOf(user.id)(async () => { await getItem(user.id); await sleep(5000); })));
}, 1_800_000);`;
    expect(itemsRow(code, users, limit).high ?? Infinity).toBeGreaterThanOrEqual(300);
  });

  it('one for each object', () => {
    const code = `class Client {
  limiter;
  constructor(name: string) { this.limiter = new PQueue({ interval: 60_000, intervalCap: 10, strict: true }); this.name = name; }
  item(n: number) { return this.limiter.add(() => getItem(this.name + n)); }
}
const one = new Client('a');
const other = new Client('b');
setInterval(() => { for (let i = 0; i < 30; i++) { void one.item(i); void other.item(i); } }, 600_000);`;
    expect(itemsRow(code, '', queue)).toMatchObject({ expected: 20, high: 20 });
  });

  it('one for each call of what makes it', () => {
    const code = `async function drain(name: string) {
  const queue = new PQueue({ interval: 60_000, intervalCap: 1, strict: true });
  for (let i = 0; i < 5; i++) void queue.add(() => getItem(name + i));
  await queue.onIdle();
}
setInterval(async () => { await Promise.all([drain('a'), drain('b'), drain('c')]); }, 1_800_000);`;
    expect(itemsRow(code, '', queue).high ?? Infinity).toBeGreaterThanOrEqual(3);
  });
});
