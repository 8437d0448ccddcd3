import { describe, expect, it, test } from 'vitest';
import { itemsRow, reportOf } from './support/scan.js';

const ask = `await getItem('all')`;
/** Asked for every second. */
const everySecond = (code: string): string => `${code}\nsetInterval(() => void load(), 1000);`;
const figures = (code: string): unknown => {
  // Nobody else calls what stands in front of every program.
  const { high, degraded } = itemsRow(everySecond(code), '  rate(getItem): 0\n');
  return [high, degraded?.high];
};

describe('an answer that is kept for a while is asked for once in that time', () => {
  // Of a minute: one round of a minute, three of 20 seconds.
  it.each([
    [
      'an object with its time',
      `let cache: { value: unknown; at: number } | undefined;
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  const value = ${ask};
  cache = { value, at: Date.now() };
  return value;
}`,
      3,
    ],
    [
      'a time of its own, in a block',
      `let last = 0; let held: unknown; const TTL = 20_000;
async function load() {
  if (Date.now() - last >= TTL) { held = ${ask}; last = Date.now(); }
  return held;
}`,
      3,
    ],
    [
      'the time until which it is kept',
      `let until = 0; let held: unknown;
async function load() {
  const now = Date.now();
  if (now < until) return held;
  held = ${ask};
  until = Date.now() + 60_000;
  return held;
}`,
      1,
    ],
    [
      'an answer that has to be well',
      `let cache: { value: unknown; at: number } | null = null;
async function load() {
  if (!cache || cache.at + 20_000 < Date.now()) {
    const response = await fetch(base + '/items/all');
    if (!response.ok) throw new Error('no answer');
    cache = { value: await response.json(), at: Date.now() };
  }
  return cache.value;
}`,
      3,
    ],
    [
      'a token and the time until which it is good',
      `let token = ''; let until = 0;
async function load() {
  if (!token || Date.now() >= until) {
    const answer = ${ask};
    token = answer.token;
    until = Date.now() + 20_000;
  }
  return token;
}`,
      3,
    ],
    [
      'fields of an object that the module makes',
      `class Tokens {
  private token: string | null = null;
  private until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
}
const tokens = new Tokens();
const load = () => tokens.get();`,
      3,
    ],
    [
      'a field with an object and its time',
      `class Store {
  private cache?: { value: unknown; at: number };
  async all() {
    if (this.cache && Date.now() - this.cache.at < 20_000) return this.cache.value;
    const value = ${ask};
    this.cache = { value, at: Date.now() };
    return value;
  }
}
const store = new Store();
const load = () => store.all();`,
      3,
    ],
  ])('%s', (_, code, count) => {
    expect(figures(code)).toEqual([count, undefined]);
  });

  // Each of these may ask each second.
  it.each([
    [
      'something else decides too',
      `let cache: { value: unknown; at: number } | undefined;
async function load(fresh = Math.random() > 0.5) {
  if (cache && !fresh && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'something else empties it',
      `let cache: { value: unknown; at: number } | undefined;
export function clear() { cache = undefined; }
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'its time is deleted',
      `let cache: { value: unknown; at: number } | undefined;
export function clear() { delete cache!.at; }
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'its time is set under another name',
      `let cache: { value: unknown; at: number } | undefined;
export function clear() { const c = cache; if (c) c.at = 0; }
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'a function that gets it sets its time',
      `let cache: { value: unknown; at: number } | undefined;
const old = (c?: { at: number }) => { if (c) c.at = 0; };
export const clear = () => old(cache);
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'whoever is given it may set its time',
      `let cache: { value: unknown; at: number } | undefined;
export const held = () => cache;
export function clear() { Object.assign(held()!, { at: 0 }); }
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'the module itself empties it',
      `let cache: { value: unknown; at: number } | undefined;
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}
for (;;) { cache = undefined; await new Promise((done) => setTimeout(done, 500)); }`,
    ],
    [
      'a field is among those that are assigned',
      `class Tokens {
  token: string | null = null;
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
  
}
const tokens = new Tokens();
const load = () => tokens.get();
export const clear = () => Object.assign(tokens, { token: null });`,
    ],
    [
      'a field is set under a computed name',
      `class Tokens {
  token: string | null = null;
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
  clear(key: string) { (this as any)[key] = null; }
}
const tokens = new Tokens();
const load = () => tokens.get();`,
    ],
    [
      'a field is deleted',
      `class Tokens {
  token: string | null = null;
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
  clear() { delete this.token; }
}
const tokens = new Tokens();
const load = () => tokens.get();`,
    ],
    [
      'the object has another name',
      `class Tokens {
  token: string | null = null;
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
  clear() { const self = this; self.token = null; }
}
const tokens = new Tokens();
const load = () => tokens.get();`,
    ],
    [
      'the class that it extends empties a field',
      `class Base { token: string | null = null; clear() { this.token = null; } }
class Tokens extends Base {
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
  
}
const tokens = new Tokens();
const load = () => tokens.get();`,
    ],
    [
      'its time is set by itself',
      `let cache = { value: undefined as unknown, at: 0 };
export function clear() { cache.at = 0; }
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: ${ask}, at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'the server says how long',
      `let until = 0; let held: any;
async function load() {
  if (Date.now() < until) return held;
  held = ${ask};
  until = Date.now() + held.expires_in * 1000;
  return held;
}`,
    ],
    [
      'the time is not always set',
      `let last = 0; let held: any;
async function load() {
  if (Date.now() - last < 20_000) return held;
  held = ${ask};
  if (held.length > 0) last = Date.now();
  return held;
}`,
    ],
    [
      'each run has its own',
      `async function load() {
  let last = 0;
  const get = async () => {
    if (Date.now() - last < 20_000) return undefined;
    const held = ${ask};
    last = Date.now();
    return held;
  };
  return get();
}`,
    ],
    [
      'what is fresh is asked for',
      `let last = 0;
async function load() {
  if (Date.now() - last < 20_000) { ${ask}; last = Date.now(); }
}`,
    ],
    [
      'the token is emptied elsewhere',
      `let token: string | undefined; let until = 0;
export function refused() { token = undefined; }
async function load() {
  if (token && Date.now() < until) return token;
  const answer = ${ask};
  token = answer.token;
  until = Date.now() + 20_000;
  return token;
}`,
    ],
    [
      'the token is not always set',
      `let token: string | undefined; let until = 0;
async function load() {
  if (token && Date.now() < until) return token;
  const answer = ${ask};
  if (answer.ok) token = answer.token;
  until = Date.now() + 20_000;
  return token;
}`,
    ],
    ...(
      [
        [
          'another method empties the field',
          'refused() { this.token = null; }',
          'const tokens = new Tokens();\nconst load = () => tokens.get();',
        ],
        [
          'others empty the field',
          '',
          'const tokens = new Tokens();\nexport const refused = () => { tokens.token = null; };\nconst load = () => tokens.get();',
        ],
        ['each run makes its own object', '', 'const load = () => new Tokens().get();'],
      ] as const
    ).map(([what, more, load]): [string, string] => [
      what,
      `class Tokens {
  token: string | null = null;
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
  ${more}
}
${load}`,
    ]),
  ])('not where %s', (_, code) => {
    expect(figures(code)).toEqual([60, undefined]);
  });

  it('for each of two objects by itself', () => {
    const code = `class Tokens {
  token: string | null = null;
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const answer = ${ask};
    this.token = answer.token;
    this.until = Date.now() + 20_000;
    return this.token;
  }
}
const [a, b] = [new Tokens(), new Tokens()];
const load = () => Promise.all([a.get(), b.get()]);`;
    expect(figures(code)).toEqual([6, undefined]);
  });

  it('and by all who come before the first answer', () => {
    const code = `let last = 0; let held: unknown;
async function load() {
  if (Date.now() - last < 30_000) return held;
  held = ${ask};
  last = Date.now();
  return held;
}
setInterval(() => { void load(); void load(); void load(); }, 1000);`;
    // Two rounds begin in a minute; a third may have begun less than an answer's time before.
    expect(itemsRow(code).high).toBe(9);
  });
});

// Each was run against a server that answers, and whose answers are refused, or are none: 60 questions a minute.
describe('what may still be refused once it is there is expected to be kept, and bounded as if it never were', () => {
  const kept = (body: string, before = ''): string => `${before}
let held: any; let until = 0;
async function load(name = '') {
  if (Date.now() < until) return held;
  ${body}
  until = Date.now() + 20_000;
  return held;
}`;
  const keptBeside = (value: string): string => `let held: any; let until = 0;
async function load() {
  if (!held || Date.now() >= until) { const answer = ${ask}; held = ${value}; until = Date.now() + 20_000; }
  return held;
}`;

  it.each([
    [
      'by a schema of a package',
      `import { z } from 'zod';\n${kept(`held = schema.parse(${ask});`, 'const schema = z.object({ id: z.string() });')}`,
    ],
    ['as a text in it is no JSON', kept(`held = JSON.parse((${ask}).payload);`)],
    ['as it is no address', kept(`const { href } = ${ask}; held = new URL(href);`)],
    [
      'by a function that looks at something else',
      kept(
        `held = ${ask}; check(name);`,
        `function check(name: string) { if (name.length < 9) throw new Error('short'); }`,
      ),
    ],
    [
      'in the object that it is kept in',
      `import { z } from 'zod';
const schema = z.object({ id: z.string() });
let cache: { value: unknown; at: number } | undefined;
async function load() {
  if (cache && Date.now() - cache.at < 20_000) return cache.value;
  cache = { value: schema.parse(${ask}), at: Date.now() };
  return cache.value;
}`,
    ],
    [
      'behind another then',
      `let held: any; let until = 0;
function load() {
  if (Date.now() < until) return Promise.resolve(held);
  return getItem('all').then((answer) => JSON.parse(answer.payload)).then((value) => { held = value; until = Date.now() + 20_000; return held; });
}`,
    ],
    [
      'by what its body says',
      kept(`const answer = ${ask}; if (!answer.ok) throw new Error('no'); held = answer;`),
    ],
    ['as there is none', keptBeside('answer.next')],
  ])('%s', (_, code) => {
    const { expected, high } = itemsRow(everySecond(code), '  rate(getItem): 0\n');
    expect([expected, high]).toEqual([3, 60]);
  });

  it.each([
    ['a list is there, if an empty one', keptBeside('answer.items')],
    [
      'the body of a response is its JSON',
      kept(`held = JSON.parse(await (await fetch(base + '/items/all')).text());`),
    ],
    ['what writes it down takes anything', kept(`held = ${ask}; console.log(held); JSON.stringify(held);`)],
    [
      'a response that is not well is none',
      kept(
        `const response = await fetch(base + '/items/all'); check(response); held = await response.json();`,
        `function check(response: Response) { if (!response.ok) throw new Error(response.statusText); }`,
      ),
    ],
  ])('but %s', (_, code) => {
    expect(figures(code)).toEqual([3, undefined]);
  });
});

describe('what is kept for good is asked for once', () => {
  it.each([
    [
      'an answer',
      `let cache: any; async function load() { if (cache) return cache; cache = ${ask}; return cache; }`,
    ],
    [
      'an answer that has to be well',
      `let cache: any = null;
async function load() {
  if (cache === null) {
    const response = await fetch(base + '/items/all');
    if (!response.ok) throw new Error('no answer');
    cache = await response.json();
  }
  return cache;
}`,
    ],
    ['a flag', `let isReady = false; async function load() { if (isReady) return; ${ask}; isReady = true; }`],
    [
      'a flag that is set at once',
      `let isBegun = false; async function load() { if (isBegun) return; isBegun = true; ${ask}; }`,
    ],
    [
      'a field of an object that the module makes',
      `class Store { private all?: unknown; async get() { if (!this.all) this.all = ${ask}; return this.all; } }
const store = new Store(); const load = () => store.get();`,
    ],
    [
      'what a function gave back keeps',
      `function once(work: () => Promise<unknown>) { let done = false; return async () => { if (done) return; await work(); done = true; }; }
const load = once(() => getItem('all'));`,
    ],
    ['a promise', `let all: Promise<unknown> | undefined; const load = () => (all ??= getItem('all'));`],
    [
      'a promise until it fails',
      `let all: Promise<unknown> | undefined;
function load() { if (!all) all = getItem('all').catch((error) => { all = undefined; throw error; }); return all; }`,
    ],
  ])('%s', (_, code) => {
    expect(figures(code)).toEqual([1, undefined]);
  });

  it.each([
    [
      'something else forgets it',
      `let cache: any; export const forget = () => { cache = undefined; };
async function load() { if (cache) return cache; cache = ${ask}; return cache; }`,
    ],
    [
      'it may be thrown away at what else there is',
      `import fs from 'node:fs';
let cache: any;
async function load() { if (cache) return cache; const all = ${ask}; fs.readFileSync('/etc/all.json'); cache = all; return cache; }`,
    ],
    [
      'it may be none',
      `let cache: any; async function load() { if (!cache) { const { next } = ${ask}; cache = next; } return cache; }`,
    ],
    [
      'it is not always set',
      `let isReady = false; async function load(name = '') { if (isReady) return; ${ask}; if (name) return; isReady = true; }`,
    ],
    [
      'what comes of the promise may be refused',
      `let all: Promise<unknown> | undefined;
function load() { if (!all) all = getItem('all').then((a) => JSON.parse(a.text)).catch((error) => { all = undefined; throw error; }); return all; }`,
    ],
  ])('not where %s', (_, code) => {
    expect(figures(code)).toEqual([60, undefined]);
  });

  it('and by all who come before the first answer', () => {
    const code = `let cache: any; async function load() { if (!cache) cache = ${ask}; return cache; }
setInterval(() => { void load(); void load(); }, 1000);`;
    expect(itemsRow(code).high).toBe(2);
  });
});

test('what a handler keeps, which the module only passes on, is kept for each of its runs', () => {
  const code = `import express from 'express';
const app = express();
app.get('/x', async (req, res) => {
  let cache: any;
  const load = async () => { if (cache) return cache; cache = await (await fetch('https://api.example.com/items/1')).json(); return cache; };
  res.json([await load(), await load()]);
});`;
  const row = reportOf(code, '  rate(GET /x): 30\n').load.find((r) => r.operation === 'GET /items/{id}');
  expect(row?.high).toBeGreaterThanOrEqual(30);
});

describe('a promise that is kept while it is pending', () => {
  const often = (code: string): unknown => itemsRow(`${code}\nsetInterval(() => void load(), 10);`).high;

  // An answer takes 100 ms.
  it.each([
    [
      'or else made',
      `let pending: Promise<unknown> | null = null;
function load() { pending ??= getItem('all').finally(() => { pending = null; }); return pending; }`,
    ],
    [
      'and given back',
      `let pending: Promise<unknown> | undefined;
function load() {
  if (pending) return pending;
  pending = getItem('all').finally(() => { pending = undefined; });
  return pending;
}`,
    ],
    [
      'and emptied afterwards',
      `let pending: Promise<unknown> | undefined;
async function load() {
  if (pending !== undefined) return pending;
  pending = getItem('all');
  pending.then(() => { pending = undefined; });
  return pending;
}`,
    ],
  ])('%s', (_, code) => {
    expect(often(code)).toBe(600);
  });

  it.each([
    [
      'it is emptied at once',
      `let pending: Promise<unknown> | undefined;
function load() {
  if (pending) return pending;
  pending = getItem('all');
  setTimeout(() => { pending = undefined; }, 1);
  return pending;
}`,
    ],
    [
      'the function waits before it is set',
      `let pending: Promise<unknown> | undefined;
async function load() {
  if (pending) return pending;
  await sleep(5);
  pending = getItem('all').finally(() => { pending = undefined; });
  return pending;
}`,
    ],
    [
      'each run has its own',
      `function load() {
  let pending: Promise<unknown> | undefined;
  pending ??= getItem('all').finally(() => { pending = undefined; });
  return pending;
}`,
    ],
  ])('not where %s', (_, code) => {
    expect(often(code)).toBe(6000);
  });
});

it('one who finds a promise pending may go on sooner than one who makes it', () => {
  const code = `let pending: Promise<unknown> | null = null;
function load() { pending ??= fetch(base + '/users').finally(() => { pending = null; }); return pending; }
setInterval(() => void load(), 10);
async function work() { while (true) { await load(); await getItem('x'); } }
void work();`;
  const { low, high } = itemsRow(code);
  // Each round takes 100 ms at least, and up to twice that.
  expect(low).toBeLessThanOrEqual(300);
  expect(high).toBeGreaterThanOrEqual(600);
});

describe('what may be none', () => {
  const kept = (value: string, more = ''): unknown =>
    itemsRow(
      everySecond(`let held: any; let at = 0; ${more}
async function load() {
  if (held && Date.now() - at < 20_000) return held;
  const body = await getItem('all');
  held = ${value};
  at = Date.now();
  return held;
}`),
      '  rate(getItem): 0\n',
    ).high;

  // A server whose answer holds nothing of the kind was asked 60 times a minute.
  it.each([
    ['a search', `body.items.find((x: any) => x.id === 'none')`, ''],
    ['the first of a list', 'body.items[0]', ''],
    ['a count', 'body.items.length', ''],
    ['one of two', 'body.next ? body : null', ''],
    [
      'what a function makes of it',
      'pick(body.items)',
      `const pick = (list: any[]) => { for (const x of list) if (x.id) return x; };`,
    ],
    ['what a map knows', 'seen.get(body.id)', 'const seen = new Map();'],
  ])('keeps nobody from asking again: %s', (_, value, more) => {
    expect(kept(value, more)).toBe(60);
  });

  it.each([
    ['an answer', 'body', ''],
    ['what it is said to hold', 'body.access_token', ''],
    ['a list that is made of it', 'wrap(body)', 'const wrap = (x: any) => ({ x });'],
  ])('is there: %s', (_, value, more) => {
    expect(kept(value, more)).toBe(3);
  });
});

describe('what a function keeps that is called where nothing is kept', () => {
  const items = `const login = async () => { const answer = await (await fetch(base + '/items/1')).json();`;
  it.each([
    [
      'a variable',
      `let token: any; ${items} token = answer.data; };\nconst load = async () => { if (!token) await login(); };`,
      1,
    ],
    [
      'a field',
      `class Client {
  #token: string | undefined;
  async #login() { const response = await fetch(base + '/items/1'); const body = await response.json(); this.#token = body.data; }
  async use() { if (!this.#token) await this.#login(); }
}
const client = new Client();
const load = () => client.use();`,
      1,
    ],
    [
      'a time',
      `let until = 0; let kept: any;
const refresh = async () => { kept = await getItem('1'); until = Date.now() + 20_000; };
const load = async () => { if (Date.now() >= until) await refresh(); return kept; };`,
      3,
    ],
    [
      'not where it may go without',
      `let token: any; ${items} if (Math.random() < 2) return; token = answer.data; };
const load = async () => { if (!token) await login(); };`,
      60,
    ],
    [
      'not where it takes it away again',
      `let token: any; ${items} token = answer.data; token = undefined; };
const load = async () => { if (!token) await login(); };`,
      60,
    ],
    [
      'not where only some are asked for',
      `let token: any; ${items} token = answer.data; };
const load = async () => { if (!token) { if (Math.random() < 2) await getItem('2'); else await login(); } };`,
      60,
    ],
  ])('%s', (_, code, most) => {
    expect(itemsRow(everySecond(code), '  rate(getItem): 0\n  rate(getUsers): 0\n').high).toBe(most);
  });
});
