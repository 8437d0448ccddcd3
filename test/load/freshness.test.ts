import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

/** Asked each second for 50 minutes or more: what is good for a minute is asked for once a minute. */
const asked = (code: string): unknown =>
  itemsRow(`${code}\nsetInterval(() => { void token(); }, 1000);`).expected;
const state = 'let value; let until = 0; let last = 0;';

describe('a time that is set with the question', () => {
  it('keeps others from asking until so much of it has passed', () => {
    expect(
      asked(`${state}
function token() {
  const now = Date.now();
  if (now - last < 30_000) return;
  last = now;
  void getItem('all');
}`),
    ).toBe(2);
    expect(
      asked(`class Poll {
  #last = 0;
  run() { if (Date.now() - this.#last >= 30_000) { this.#last = Date.now(); void getItem('all'); } }
}
const poll = new Poll();
const token = () => poll.run();`),
    ).toBe(2);
  });

  it('is none where it is set only sometimes, or was read before the answer came', () => {
    expect(
      asked(`${state}
function token() {
  const now = Date.now();
  if (now - last < 30_000) return;
  if (Math.random() > 2) last = now;
  void getItem('all');
}`),
    ).toBe(60);
    expect(
      asked(`${state}
async function token() {
  const now = Date.now();
  if (now - last < 30_000) return;
  await getItem('all');
  last = now;
}`),
    ).toBe(60);
  });
});

describe('a time until which an answer is good', () => {
  it.each(['Date.now() >= until - 5_000', 'Date.now() + 5_000 >= until', 'until - Date.now() < 5_000'])(
    'less a margin: %s',
    (stale) => {
      const row = itemsRow(`${state}
async function token() {
  if (${stale}) { value = await getItem('all'); until = Date.now() + 15_000; }
  return value;
}
setInterval(() => { void token(); }, 1000);`);
      // Every ten seconds and the time of an answer: due at the next whole second.
      expect(row.expected).toBe(6);
      expect(row.high).toBeLessThanOrEqual(7);
    },
  );

  it('is set by what is given to then, once for all who ask meanwhile', () => {
    const row = itemsRow(`${state} let pending = null;
function token() {
  if (value && Date.now() < until) return value;
  if (!pending) {
    pending = getItem('all')
      .then((got) => { value = got; until = Date.now() + 60_000; return got; })
      .finally(() => { pending = null; });
  }
  return pending;
}
setInterval(() => { void token(); }, 50);`);
    expect([row.expected, row.high]).toEqual([1, 1]);
  });
});

describe('a time that what a function gave back shares', () => {
  const throttle = `function throttle(fn: () => void, ms: number) {
  let last = 0;
  return () => { const now = Date.now(); if (now - last >= ms) { last = now; fn(); } };
}`;
  const keeping = (more = ''): string => `function keeper() {
  let kept: any;
  let until = 0;
  return {
    async get() {
      if (kept && Date.now() < until) return kept;
      kept = await getItem('all');
      until = Date.now() + 60_000;
      return kept;
    },
    ${more}
  };
}`;
  const keeper = keeping();

  it.each([
    ['a function', `${throttle}\nconst token = throttle(() => { void getItem('all'); }, 30_000);`, 2],
    ['several that it gave back', `${keeper}\nconst one = keeper();\nconst token = () => one.get();`, 1],
    [
      'each for itself',
      `${keeper}\nconst one = keeper();\nconst two = keeper();\nconst token = async () => { await one.get(); await two.get(); };`,
      2,
    ],
  ])('%s', (_, code, count) => {
    expect(asked(code)).toBe(count);
  });

  it('is none where it is made anew, or where something else sets it', () => {
    expect(
      asked(
        `${throttle}\nconst token = () => { const run = throttle(() => { void getItem('all'); }, 30_000); run(); };`,
      ),
    ).toBe(60);
    expect(
      asked(
        `${keeping('reset() { kept = undefined; until = 0; },')}\nconst one = keeper();\nsetInterval(() => one.reset(), 3000);\nconst token = () => one.get();`,
      ),
    ).toBe(60);
  });

  it('is no answer that is kept where nothing is given', () => {
    expect(
      asked(`${state}
const load = async () => { await getItem('all'); };
async function token() {
  if (value && Date.now() < until) return value;
  value = await load();
  until = Date.now() + 60_000;
  return value;
}`),
    ).toBe(60);
  });
});
