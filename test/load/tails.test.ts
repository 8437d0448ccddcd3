import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const most = (code: string): unknown => itemsRow(code).high;
/** A hundred calls a second; each takes a tenth of a second. */
const often = (work: string): string => `setInterval(() => { ${work} }, 10);`;

/** One after the other, 600 requests of 100 ms fit a minute. */
describe('a promise that is kept, and what is put behind it', () => {
  it('lets one through at a time', () => {
    expect(most(`let tail = Promise.resolve();\n${often(`tail = tail.then(() => getItem('all'));`)}`)).toBe(
      600,
    );
    expect(
      most(`class Queue {
  #tail = Promise.resolve();
  add(work) { const run = this.#tail.then(work, work); this.#tail = run.catch(() => {}); return run; }
}
const queue = new Queue();\n${often(`void queue.add(() => getItem('all'));`)}`),
    ).toBe(600);
  });

  it('holds nothing back that is put behind another one', () => {
    const reset = `setInterval(() => { tail = Promise.resolve(); }, 5);`;
    expect(
      most(`let tail = Promise.resolve();\n${often(`tail = tail.then(() => getItem('all'));`)}\n${reset}`),
    ).toBe(6000);
    expect(most(`const start = Promise.resolve();\n${often(`start.then(() => getItem('all'));`)}`)).toBe(
      6000,
    );
  });
});

describe('timer.refresh()', () => {
  it('sets a timer going again that has gone off', () => {
    expect(most(`const timer = setTimeout(() => { void getItem('all'); timer.refresh(); }, 1000);`)).toBe(60);
    expect(
      most(`const timer = setTimeout(() => { void getItem('all'); }, 1000);
export const later = () => { timer.refresh(); };`),
    ).toBe(60);
    expect(most(`const timer = setTimeout(() => { void getItem('all'); }, 1000);\ntimer.unref();`)).toBe(1);
  });
});
