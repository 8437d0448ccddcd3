import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

/** The expected minute and the bound of what runs once a minute. */
const said = (body: string, functions = ''): readonly [number | null, number | null] => {
  const { expected, high } = itemsRow(
    `setInterval(async () => { ${body} }, 60_000);\n${functions}`,
    '  rate(getItem): 0\n',
  );
  return [expected, high];
};

const isDone = `const isDone = (state: string) => state === 'done';`;
const poll = `async function poll(id: string, attempts = 4): Promise<any> {
  const job = await getItem(id);
  if (job.state === 'done' || attempts <= 0) return job;
  await sleep(1000);
  return poll(id, attempts - 1);
}`;

// What such programs were counted to send against a server that answers, and never says what they wait for.
describe('what an answer is asked for again', () => {
  it.each([
    [
      'until it says so',
      `for (let n = 0, attempts = 7; n < attempts; n++) { const job = await getItem('1'); if (job.status === 'ready') return; await sleep(200); }`,
      '',
      [7, 8],
    ],
    [
      'until a function says so',
      `for (let retries = 0; retries < 7; retries++) { const job = await getItem('1'); if (isDone(job.state)) break; await sleep(200); }`,
      isDone,
      [7, 8],
    ],
    ['by a function that calls itself', `await poll('1');`, poll, [5, 6]],
  ])('%s', (_, body, functions, [aligned, sliding]) => {
    const [expected, high] = said(body, functions);
    expect(expected).toBeGreaterThanOrEqual(aligned ?? 0);
    expect(high).toBeGreaterThanOrEqual(sliding ?? 0);
  });

  it('keeps the pauses between its rounds', () => {
    const body = `for (let n = 0; n < 50; n++) { const job = await getItem('1'); if (job.state === 'done') return; await sleep(900); }`;
    const [, high] = said(body);
    expect(high).toBeLessThanOrEqual(52);
  });

  it.each([
    [
      'a status',
      `for (let attempt = 0; attempt < 4; attempt++) { const r = await fetch(base + '/items/1'); if (r.ok) return; if (r.status === 404) throw new Error('none'); await sleep(200); }`,
    ],
    [
      'what was thrown',
      `for (let attempt = 0; attempt < 4; attempt++) { try { const item = await getItem('1'); if (item.id) console.log(item.id); return; } catch (e: any) { if (e.code === 'X') throw e; await sleep(200); } }`,
    ],
    [
      'no answer at all',
      `let item: any; let attempts = 0; while (!item && attempts < 3) { try { item = await getItem('1'); } catch { attempts++; await sleep(500); } }`,
    ],
  ])('is no failure that is tried again: %s', (_, body) => {
    expect(said(body)).toEqual([1, 1]);
  });
});

describe('a pause of which only a part is known', () => {
  it('may be shorter', () => {
    // A connection that is opened again after 1, 2, 4 … 30 s, and after 1 s once it was open: 55 in a minute.
    const code = `class Feed {
  attempt = 0;
  async connect() { await getItem('1'); this.attempt = 0; this.onClose(); }
  onClose() { const wait = Math.min(30_000, 1000 * 2 ** this.attempt++); setTimeout(() => this.connect(), wait); }
}
new Feed().connect();`;
    expect(itemsRow(code).high).toBeGreaterThanOrEqual(55);
  });
});
