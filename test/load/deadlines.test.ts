import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

/** What is said of code that runs once a minute. */
const said = (body: string, functions = ''): { expected: number | null; high: number | null } =>
  itemsRow(
    `setInterval(async () => { ${body} }, 60_000);\n${functions}`,
    '  rate(getItem): 0\n  rate(getUsers): 0\n',
  );

// What such programs were counted to send in a minute that keeps to the clock, and in any: answers take 100 ms.
describe('a loop that ends when its time has passed', () => {
  it.each([
    [
      'a deadline',
      `const end = Date.now() + 30_000; while (Date.now() < end) { const job = await getItem('1'); if (job.done) return; await sleep(2000); }`,
      15,
      16,
    ],
    [
      'a time since its start',
      `const start = Date.now(); while (Date.now() - start < 10_000) { const job = await getItem('1'); if (job.done) break; await sleep(1000); }`,
      10,
      11,
    ],
    [
      'a decision in its rounds',
      `const end = Date.now() + 10_000; while (true) { const job = await getItem('1'); if (job.done) break; if (Date.now() > end) break; await sleep(1000); }`,
      10,
      11,
    ],
    [
      'without a pause',
      `const end = Date.now() + 10_000; while (Date.now() < end) { await getItem('1'); }`,
      100,
      100,
    ],
  ])('%s', (_, body, least, most) => {
    const { expected, high } = said(body);
    expect(expected).toBeGreaterThanOrEqual(least);
    expect(expected).toBeLessThanOrEqual(least * 1.21);
    expect(high).toBeGreaterThanOrEqual(most);
  });

  it('asks at the end of each round, with a time that its caller gives', () => {
    const { expected, high } = said(
      `await waitFor('1', 8000);`,
      `async function waitFor(id: string, timeout: number, every = 1000) {
  const end = Date.now() + timeout;
  do { const job = await getItem(id); if (job.done) return; await sleep(every); } while (Date.now() < end);
}`,
    );
    expect(expected).toBeGreaterThanOrEqual(8);
    expect(high).toBeLessThanOrEqual(11);
  });

  it.each([
    [
      'is put off',
      `let end = Date.now() + 5000; while (Date.now() < end) { const job = await getItem('1'); if (job.more) end = Date.now() + 5000; await sleep(1000); }`,
    ],
    [
      'was compared with a time that stands still',
      `const now = Date.now(); const end = now + 5000; while (now < end) { const job = await getItem('1'); if (job.done) break; await sleep(1000); }`,
    ],
  ])('goes round nobody knows how often where it %s', (_, body) => {
    expect(said(body).high).toBeNull();
  });
});
