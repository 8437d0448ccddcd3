import { describe, expect, it } from 'vitest';
import { itemsRow, reportOf, head } from './support/scan.js';

const none = '  rate(getItem): 0\n  rate(getUsers): 0\n';
/** The most requests of a minute. */
const mostItems = (code: string): number | null => itemsRow(code, none).high;
const mostUsers = (code: string): number | null | undefined =>
  reportOf(head + code, none).load.find(({ operation }) => operation === 'GET /users')?.high;

describe('what is set later is not what it is later from the start', () => {
  // Before the timer goes off after a minute and a half, the other way is taken each second.
  it.each([
    ['compared', `if (mode !== 'fast') await getItem('1');`],
    ['compared, then left', `if (mode === 'fast') return; await getItem('1');`],
    ['a function that compares', `if (!isFast()) await getItem('1');`],
    ['more than is asked for', `if (isFast() && Math.random() < 2) return; await getItem('1');`],
    ['a switch', `switch (mode) { case 'fast': break; default: await getItem('1'); }`],
    ['a switch that asks for it', `switch (mode) { case undefined: await getItem('1'); }`],
  ])('%s', (_, body) => {
    const code = `let mode: string | undefined;
const hurry = () => { mode = 'fast'; };
const isFast = () => mode === 'fast';
setTimeout(hurry, 90_000);
setInterval(async () => { ${body} }, 1000);`;
    expect(mostItems(code)).toBe(60);
  });

  it('a field that a timer sets', () => {
    const code = `class Poller {
  private mode?: string;
  start() {
    setTimeout(() => { this.mode = 'fast'; }, 90_000);
    setInterval(() => void this.tick(), 1000);
  }
  private async tick() { if (this.mode === 'fast') return; await getItem('1'); }
}
new Poller().start();`;
    expect(mostItems(code)).toBe(60);
  });
});

describe('the right side of an assignment to what is missing', () => {
  it.each([
    ['runs once where it is kept', `kept ??= await getItem('1');`, 1],
    ['runs where there is nothing', `kept ||= await getItem('1');`, 1],
    [
      'may run each time',
      `let own: unknown; own ??= Math.random() < 2 || undefined; own ??= await getItem('1');`,
      60,
    ],
  ])('%s', (_, body, most) => {
    const code = `let kept: any;\nsetInterval(async () => { ${body} await getUsers(); }, 1000);`;
    expect(mostItems(code)).toBe(most);
    // One that had to wait for it falls into the minute of those that had not.
    expect(mostUsers(code)).toBe(61);
  });
});

describe('a promise that is one of several is waited for', () => {
  it.each([
    ['one of two', `await (n++ % 2 ? getItem('1') : getItem('2'));`],
    ['given back by a function', `await one();`],
    ['given back where none is kept', `await other();`],
    ['assigned to a field', `await client.ready();`],
  ])('%s', (_, body) => {
    const code = `let n = 0;
const kept = new Map<number, Promise<unknown>>();
const one = () => (n++ % 2 ? getItem('1') : getItem('2'));
const other = () => kept.get(n++) ?? getItem('1');
class Client {
  private busy: Promise<unknown> | null = null;
  ready() {
    if (!this.busy) this.busy = getItem('1').finally(() => { this.busy = null; });
    return this.busy;
  }
}
const client = new Client();
setInterval(async () => { ${body} await getUsers(); }, 1000);`;
    expect(mostUsers(code)).toBe(61);
  });
});

describe('what is asked for once at a time', () => {
  // One after the other: 60 s of 100 ms each.
  it.each([
    [
      'as a method empties its field',
      `private async ask() { try { await getItem('1'); } finally { this.busy = undefined; } }
  ready() { return (this.busy ??= this.ask()); }`,
      600,
    ],
    [
      'as a field is emptied at the end',
      `ready() {
    if (!this.busy) this.busy = getItem('1').finally(() => { this.busy = undefined; });
    return this.busy;
  }`,
      600,
    ],
    ['as nothing empties the field', `ready() { return (this.busy ??= getItem('1')); }`, 1],
    [
      'not, as the field is emptied before it is asked for',
      `private async ask() { await getUsers(); this.busy = undefined; return getItem('1'); }
  ready() { return (this.busy ??= this.ask()); }`,
      3000,
    ],
  ])('%s', (_, methods, most) => {
    const code = `class Client {
  private busy?: Promise<unknown>;
  ${methods}
}
const client = new Client();
setInterval(() => void client.ready(), 20);`;
    expect(mostItems(code)).toBe(most);
  });
});
