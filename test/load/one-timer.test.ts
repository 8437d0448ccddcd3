import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

/** Four calls each tenth of a second: what a timer collects is sent together, when it goes off a second later. */
const each = 'setInterval(() => { for (const id of ["a", "b", "c", "d"]) want(id); }, 100);';
const flush = `const ids = pending.splice(0); await getItem(ids.join());`;

describe('a timer that is set while none is due', () => {
  it.each([
    [
      'a variable',
      `let timer; function want(id) { pending.push(id); timer ??= setTimeout(flush, 1000); }
async function flush() { timer = undefined; ${flush} }`,
    ],
    [
      'a test',
      `let timer = null; function want(id) { pending.push(id); if (!timer) timer = setTimeout(() => { timer = null; void flush(); }, 1000); }
async function flush() { ${flush} }`,
    ],
    [
      'a flag',
      `let isDue = false;
function want(id) { pending.push(id); if (isDue) return; isDue = true; setTimeout(() => void flush(), 1000); }
async function flush() { isDue = false; ${flush} }`,
    ],
  ])('in %s, runs once for all', (_, code) => {
    const row = itemsRow(`const pending: string[] = [];\n${code}\n${each}`);
    // The next one is set a tenth of a second after the last one went off, or at once.
    expect(row.high).toBe(60);
    expect(row.expected).toBeGreaterThanOrEqual(54);
  });

  it('in a field', () => {
    const code = `class Loader {
  private timer: NodeJS.Timeout | null = null;
  private ids: string[] = [];
  want(id: string) { this.ids.push(id); if (this.timer === null) this.timer = setTimeout(() => void this.flush(), 1000); }
  private async flush() { this.timer = null; await getItem(this.ids.splice(0).join()); }
}
const loader = new Loader();
const want = (id: string) => loader.want(id);`;
    expect(itemsRow(`${code}\n${each}`)).toMatchObject({ high: 60 });
  });

  it.each([
    [
      'is set anew where others empty the place',
      `let timer; function want(id) { if (timer) return; timer = setTimeout(flush, 1000); }
async function flush() { await getItem('1'); }
setInterval(() => { timer = undefined; }, 1);`,
    ],
    [
      'is one of many where the place is emptied at once',
      `let timer; function want(id) { timer ??= setTimeout(flush, 1000); timer = undefined; }
async function flush() { await getItem('1'); }`,
    ],
    [
      'may be due twice where what it runs is run by others too',
      `let timer; function want(id) { timer ??= setTimeout(flush, 1000); if (Math.random() > 0.5) void flush(); }
async function flush() { timer = undefined; await getItem('1'); }`,
    ],
    [
      'may be set while another is, where something is waited for in between',
      `let timer;
async function want(id) { if (timer) return; await sleep(10); timer = setTimeout(flush, 1000); }
async function flush() { timer = undefined; await getItem('1'); }`,
    ],
  ])('%s', (_, code) => {
    expect(itemsRow(`${code}\n${each}`).high ?? Infinity).toBeGreaterThanOrEqual(2400);
  });

  it('is found whatever the function is called that empties its place', () => {
    const code = `class Wanted {
  private timer: unknown;
  want(id: string) { this.timer ??= setTimeout(() => this['send(+'](), 1000); }
  async 'send(+'() { this.timer = undefined; await getItem('1'); }
}
const wanted = new Wanted();
setInterval(() => { wanted.want('a'); wanted.want('b'); }, 100);`;
    expect(itemsRow(code).high).not.toBe(0);
  });
});
