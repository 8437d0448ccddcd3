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

const fiveOf = (round: string): string =>
  `for (let attempt = 0; attempt < 5; attempt++) { ${round} await sleep(200); }`;
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
    [
      'until its body is well',
      `for (let attempt = 0; attempt < 7; attempt++) { const job = await getItem('1'); if (job.ok && !job.error) return job; await sleep(200); }`,
      '',
      [7, 8],
    ],
  ])('%s', (_, body, functions, [aligned, sliding]) => {
    const [expected, high] = said(body, functions);
    expect(expected).toBeGreaterThanOrEqual(aligned ?? 0);
    expect(high).toBeGreaterThanOrEqual(sliding ?? 0);
  });

  const check = `async function check(id: string) { const job = await getItem(id); if (job.status !== 'done') throw new Error('pending'); return job; }`;
  // Five rounds a minute, of which each was counted.
  it.each([
    [
      'a member of an enum',
      fiveOf(`if ((await getItem('1')).status === S.Done) return;`),
      `enum S { Done = 'done' }`,
    ],
    [
      'a name like those of failures',
      fiveOf(`const job = await getItem('1'); if (job.status === States.success) return;`),
      `const States = { success: 's' };`,
    ],
    [
      'a switch',
      fiveOf(`const job = await getItem('1'); switch (job.status) { case 'done': return; default: }`),
      '',
    ],
    [
      'a function that asks',
      fiveOf(`if (await isReady('1')) return;`),
      `async function isReady(id: string) { return (await getItem(id)).status === 'ready'; }`,
    ],
    [
      'a function that gives a part',
      fiveOf(`const result = await lookup('1'); if (result) return result;`),
      `async function lookup(id: string) { return (await getItem(id)).result ?? null; }`,
    ],
    [
      'a status that is no refusal',
      fiveOf(`const res = await fetch(base + '/items/1'); if (res.status === 200) return;`),
      '',
    ],
    [
      'what it throws itself',
      fiveOf(
        `try { const job = await getItem('1'); if (job.status !== 'done') throw new Error('pending'); return; } catch {}`,
      ),
      '',
    ],
    ['what another function throws', fiveOf(`try { return await check('1'); } catch {}`), check],
    [
      'an assertion',
      fiveOf(`try { assert.equal((await getItem('1')).status, 'done'); return; } catch {}`),
      `declare const assert: any;`,
    ],
    [
      'a function that retries what throws',
      `await withRetry(() => check('1'));`,
      `${check}\nasync function withRetry(fn: () => Promise<unknown>, attempts = 5) { for (let i = 0; i < attempts; i++) { try { return await fn(); } catch { await sleep(200); } } }`,
    ],
    [
      'a function that retries by itself',
      `await withRetry(() => check('1'));`,
      `${check}\nasync function withRetry(fn: () => Promise<unknown>, attempts = 4): Promise<unknown> { try { return await fn(); } catch (e) { if (attempts <= 0) throw e; await sleep(200); return withRetry(fn, attempts - 1); } }`,
    ],
    [
      'a call of itself in another case',
      `await poll('1', 4);`,
      `async function poll(id: string, retries: number): Promise<any> { const job = await getItem(id); switch (job.status) { case 'done': return job; default: if (retries <= 0) return; await sleep(200); return poll(id, retries - 1); } }`,
    ],
    [
      'a package that retries',
      `await pRetry(() => check('1'), { retries: 4, minTimeout: 200, factor: 1 });`,
      `${check}\nimport pRetry from 'p-retry';`,
    ],
    [
      'what is thrown because of a flag',
      fiveOf(`try { await getItem('1'); if (!ready) throw new Error('pending'); return; } catch {}`),
      `let ready = false; process.on('SIGUSR1', () => { ready = true; });`,
    ],
    [
      'what is thrown because of a field that keeps the answer',
      `await new Job().run();`,
      `class Job { job: any; async load() { this.job = await getItem('1'); } async run() { ${fiveOf(`try { await this.load(); if (this.job.status !== 'done') throw new Error('pending'); return; } catch {}`)} } }`,
    ],
    [
      'a promise that is rejected',
      fiveOf(`try { await check(); return; } catch {}`),
      `async function check() { const job = await getItem('1'); return job.status === 'done' ? job : Promise.reject(new Error('pending')); }`,
    ],
    [
      'a promise that rejects itself',
      fiveOf(`try { await check(); return; } catch {}`),
      `const check = () => new Promise(async (resolve, reject) => { const job = await getItem('1'); if (job.status !== 'done') reject(new Error('pending')); else resolve(job); });`,
    ],
    [
      'a variable with the name of a failure',
      `let n = 0; while (n < 5) { const hasErrors = (await getItem('1')).list.length === 0; if (!hasErrors) return; n++; await sleep(200); }`,
      '',
    ],
    [
      'a text with the name of a failure',
      `let error = ''; let n = 0; do { error = (await getItem('1')).state === 'done' ? '' : 'pending'; n++; await sleep(200); } while (error && n < 5);`,
      '',
    ],
    [
      'a counter beside it',
      `let tries = 0; let ready = false; while (!ready && tries++ < 5) { ready = (await getItem('1')).ready; await sleep(200); }`,
      '',
    ],
    [
      'a counter at its end',
      `let tries = 0; let job: any; do { job = await getItem('1'); await sleep(200); tries++; } while (job.state !== 'done' && tries < 5);`,
      '',
    ],
    [
      'a counter in its rounds',
      `let tries = 0; let job: any; do { job = await getItem('1'); await sleep(200); if (++tries >= 5) break; } while (job.state !== 'done');`,
      '',
    ],
  ])('in other words: %s', (_, body, functions) => {
    const [expected, high] = said(body, functions);
    expect(expected).toBeGreaterThanOrEqual(5);
    expect(high).toBeGreaterThanOrEqual(5);
    expect(high).toBeLessThanOrEqual(8);
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
    [
      'a refusal',
      fiveOf(`const r = await fetch(base + '/items/1'); if (r.status !== 429 && r.status < 500) return;`),
    ],
    [
      'an answer that may be none',
      fiveOf(`const item = await getItem('1').catch(() => null); if (item) return item;`),
    ],
    [
      'what was thrown for lack of an answer, in a list of pauses',
      `for (const ms of [100, 500, 2000]) { try { const r = await fetch(base + '/items/1'); if (!r.ok) throw new Error('no'); return; } catch { await sleep(ms); } }`,
    ],
    [
      'that it was sent',
      `let done = false; let n = 0; while (!done && n < 3) { n++; try { await getItem('1'); done = true; } catch { await sleep(500); } }`,
    ],
    [
      'an error that was caught',
      `let error: any; let n = 0; do { error = undefined; try { await getItem('1'); } catch (e) { error = e; await sleep(500); } n++; } while (error && n < 3);`,
    ],
    [
      'a flag that a failure sets',
      `let hasError = true; let n = 0; while (hasError && n < 3) { n++; hasError = false; try { await getItem('1'); } catch { hasError = true; await sleep(500); } }`,
    ],
    [
      'nothing that ends it',
      `while (true) { try { return await getItem('1'); } catch { await sleep(500); } }`,
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
