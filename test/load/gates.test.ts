import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const most = (code: string, imports = ''): unknown => itemsRow(code, '', imports).high;
const each = (wait: string): string => `setInterval(async () => { ${wait} await getItem('all'); }, 1000);`;

/** A run a second: all that came in ten minutes goes on at once where a gate opens every ten minutes, 600 of them. */
describe('a promise that others settle', () => {
  it('keeps back who waits for it, as long as nobody knows', () => {
    const gate = `let open = () => {};
let gate = new Promise((resolve) => { open = resolve; });
setInterval(() => { open(); gate = new Promise((resolve) => { open = resolve; }); }, 600_000);`;
    expect(most(`${gate}\n${each('await gate;')}`)).toBeNull();
    expect(most(`${gate}\nsetInterval(() => { gate.then(() => getItem('all')); }, 1000);`)).toBeNull();
  });

  it('is kept in a field of its own', () => {
    const gate = `class Gate {
  #open;
  opened = new Promise((resolve) => { this.#open = resolve; });
  release() { this.#open(); }
}
const gate = new Gate();
setTimeout(() => gate.release(), 600_000);`;
    expect(most(`${gate}\n${each('await gate.opened;')}`)).toBeNull();
  });

  it('is kept in lists, fields and objects', () => {
    const list = `let waiting = [];
setInterval(() => { const all = waiting; waiting = []; all.forEach((go) => go()); }, 600_000);`;
    expect(
      most(`${list}\n${each('await new Promise((resolve) => waiting.push(() => resolve()));')}`),
    ).toBeNull();
    const field = `class Gate {
  #waiting = [];
  wait() { return new Promise((resolve, reject) => { this.#waiting.push({ resolve, reject }); }); }
  open() { for (const { resolve } of this.#waiting.splice(0)) resolve(); }
}
const gate = new Gate();
setInterval(() => gate.open(), 600_000);`;
    expect(most(`${field}\n${each('await gate.wait();')}`)).toBeNull();
    const deferred = `function defer() { let resolve; const promise = new Promise((r) => { resolve = r; }); return { promise, resolve }; }
let turn = defer();
setInterval(() => { turn.resolve(); turn = defer(); }, 600_000);`;
    expect(most(`${deferred}\n${each('await turn.promise;')}`)).toBeNull();
  });

  it('is none where the promise ends by itself, or lets one go for each that has ended', () => {
    expect(most(each('await new Promise((resolve) => { setTimeout(resolve, 10); });'))).toBe(60);
    expect(
      most(
        `const queue = new PQueue();
setInterval(() => { void queue.add(async () => { await sleep(10); await getItem('all'); }); }, 1000);`,
        `import PQueue from 'p-queue';\n`,
      ),
    ).toBe(60);
    const turns = `let free = 4; const waiting = [];
const take = async () => { if (free > 0) free--; else await new Promise((go) => waiting.push(go)); };
const give = () => { const next = waiting.shift(); if (next) next(); else free++; };`;
    expect(
      most(`${turns}\nsetInterval(async () => { await take(); await getItem('all'); give(); }, 1000);`),
    ).toBe(60);
  });
});
