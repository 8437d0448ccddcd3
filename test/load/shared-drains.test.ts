import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const inMinutes = (work: string): string =>
  `setInterval(async () => { const users = await getUsers(); ${work} }, 60_000);`;
const of = (worker: string, start = 'await Promise.all([worker(), worker(), worker(), worker()]);'): string =>
  inMinutes(`let next = 0; const queue = [...users]; const rest = users.values(); const asked = users[Symbol.iterator]();
  const worker = async () => { ${worker} };
  ${start}`);
const assume = '  users.length: 40\n  queue.length: 40\n';

/** Forty requests of 100 ms each minute: four at a time take one second. In the minute that begins with a run, few of the next fit. */
const isDivided = (code: string): void => {
  const { expected, high } = itemsRow(code, assume);
  expect(expected).toBeGreaterThanOrEqual(40);
  expect(high).toBeLessThanOrEqual(44);
};

describe('workers that take from one list', () => {
  it.each([
    ['by a place', 'while (next < users.length) { const user = users[next++]; await getItem(user.id); }'],
    [
      'by a place that is asked for later',
      'for (;;) { const i = next++; if (i >= users.length) return; await getItem(users[i].id); }',
    ],
    [
      'by its first element',
      'for (let user = queue.shift(); user; user = queue.shift()) await getItem(user.id);',
    ],
    ['by its last element', 'let user; while ((user = queue.pop())) await getItem(user.id);'],
    [
      'as long as it has some',
      'while (queue.length > 0) { const user = queue.pop(); await getItem(user.id); }',
    ],
    [
      'until there is none',
      'while (true) { const user = queue.shift(); if (!user) break; await getItem(user.id); }',
    ],
    ['by an iterator', 'for (const user of rest) await getItem(user.id);'],
    ['by an iterator that is asked for', 'for (const user of asked) await getItem(user.id);'],
  ])('divide it: %s', (_, worker) => {
    isDivided(of(worker));
    isDivided(of(worker, 'await Promise.all(Array.from({ length: 4 }, () => worker()));'));
  });

  it('have all of it each where it is their own', () => {
    const own = inMinutes(`await Promise.all([1, 2, 3].map(async () => {
    const queue = [...users];
    const worker = async () => { while (queue.length > 0) { queue.pop(); await getItem('a'); } };
    await worker();
  }));`);
    expect(itemsRow(own, assume).expected).toBe(120);
  });

  it('may find it empty where they wait before they take', () => {
    const late = of(
      'while (next < users.length) { await sleep(10); const user = users[next++]; await getItem(user.id); }',
    );
    expect(itemsRow(late, assume).high).toBeNull();
  });
});
