import { describe, expect, it } from 'vitest';
import { head, itemsRow, reportOf } from './support/scan.js';

/** Rounds one after the other for ever, at 100 ms an answer. */
const endless = (round: string): string => `${round}\n(async () => { for (;;) await round(); })();`;

describe('what a function has begun is waited for by who has it', () => {
  // Both begin at once; one round takes 100 ms, and 100 ms more where something follows.
  it.each([
    [
      'in an object',
      `async function begin() { const users = getUsers(); await sleep(50); return { users }; }
async function round() { const { users } = await begin(); await users; await getItem('1'); }`,
      300,
    ],
    [
      'in a list in an object',
      `async function begin() { const users = getUsers(); return [await sleep(50), { users }]; }
async function round() { const [, { users }] = await begin(); await users; await getItem('1'); }`,
      300,
    ],
    [
      'in turn',
      `const begin = (path: string) => ({ done: getItem(path) });
async function round() { const a = begin('a'); const b = begin('b'); await a.done; await b.done; }`,
      1200,
    ],
    [
      'handed on',
      `async function begin() { const users = getUsers(); return { users }; }
async function more() { return { more: await begin() }; }
async function round() { const { more: { users } } = await more(); await users; await getItem('1'); }`,
      300,
    ],
    [
      'by what follows it',
      `async function begin() { const users = getUsers(); await sleep(20); return [users]; }
async function round() { const [users] = await begin(); return users.then(() => getItem('1')); }`,
      300,
    ],
    [
      'after try',
      `async function round() {
  let item: any;
  try { await getUsers(); item = getItem('1'); } finally { await sleep(60); }
  await item;
}`,
      300,
    ],
  ])('%s', (_, round, expected) => {
    expect(itemsRow(endless(round))).toMatchObject({ expected, high: expected });
  });

  it.each([
    [
      'in a closure',
      `function begin() { const users = getUsers(); return async () => { await users; return getItem('1'); }; }
async function round() { await begin()(); }`,
    ],
    [
      'in a field',
      `class Session {
  private ready: Promise<any>;
  constructor() { this.ready = getUsers(); }
  async item() { await this.ready; return getItem('1'); }
}
async function round() { const session = new Session(); await session.item(); }`,
    ],
  ])('%s, where it may be done or not', (_, round) => {
    expect(itemsRow(endless(round))).toMatchObject({ expected: 300, high: 600 });
  });
});

describe('work that rounds begin', () => {
  const daily = (body: string): string =>
    `${head}setInterval(async () => { const users = await getUsers(); ${body} await getItem('last'); }, 60_000);`;
  const row = (body: string): unknown =>
    reportOf(daily(body), '  users.length: 40\n').load.find((r) => r.operation === 'GET /items/{id}');

  it('goes on beside them, and is waited for at their end', () => {
    // 100 ms a round: without the work in them, 4 s; the work of the next minute lies far from it.
    const body = `const all: any[] = []; for (const u of users) { await sleep(100); all.push(getItem(u.id)); } await Promise.all(all);`;
    expect(row(body)).toMatchObject({ expected: 41, high: 41 });
  });

  it('is waited for in the next one', () => {
    // With both one after the other a round would take 1400 ms: the run would not be over in its minute.
    const body = `let ahead: any; for (const u of users) { await ahead; ahead = getItem(u.id); await sleep(1300); } await ahead;`;
    expect(row(body)).toMatchObject({ expected: 41, high: 42 });
  });
});

describe('what waits for a promise that is begun once', () => {
  // Twenty that waited go on together with the one that is due then, and forty more come within the minute after.
  it.each([
    [
      'a variable',
      `const ready = (async () => { await sleep(20_000); await getUsers(); })();`,
      'await ready;',
    ],
    [
      'a field',
      `class Client {
  readonly ready: Promise<void>;
  constructor() { this.ready = this.init(); }
  private async init() { await sleep(20_000); await getUsers(); }
  async item() { await this.ready; }
}
const client = new Client();`,
      'await client.item();',
    ],
    [
      'a field of another',
      `class Client {
  readonly ready: Promise<void>;
  constructor() { this.ready = this.init(); }
  private async init() { await sleep(20_000); await getUsers(); }
}
const client = new Client();`,
      'await client.ready;',
    ],
  ])('%s', (_, begun, waits) => {
    const code = `${begun}\nsetInterval(async () => { ${waits} await getItem('1'); }, 1000);`;
    expect(itemsRow(code)).toMatchObject({ expected: 60, high: 81 });
  });

  it('is late by as long as that takes', () => {
    const code = `setInterval(() => { const users = getUsers(); users.then(() => getItem('1')).catch(() => {}); }, 1000);`;
    const latency = '  latency: { min: 80ms, expected: 100ms, max: 120ms }\n';
    const load = reportOf(head + code, '', '', latency).load;
    expect(load.find((r) => r.operation === 'GET /items/{id}')).toMatchObject({ expected: 60, high: 61 });
  });
});

it('a function expression sets its timer again under its own name', () => {
  const code = `setTimeout(async function again() { await getItem('1'); setTimeout(again, 900); }, 500);`;
  expect(itemsRow(code)).toMatchObject({ expected: 60, high: 60 });
});
