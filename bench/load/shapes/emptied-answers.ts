import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

const kept = `${head}
let cache: { value: unknown; at: number } | undefined;
async function users() {
  if (cache && Date.now() - cache.at < 60_000) return cache.value;
  const value = await get('/users');
  cache = { value, at: Date.now() };
  return value;
}
setInterval(async () => { await users(); }, 1000);
`;
const store = (more: string, outside: string): string => `${head}
class Store {
  token: unknown = null;
  until = 0;
  async get() {
    if (this.token && Date.now() < this.until) return this.token;
    const value = await get('/users');
    this.token = value;
    this.until = Date.now() + 60_000;
    return this.token;
  }
  ${more}
}
const store = new Store();
setInterval(async () => { await store.get(); }, 1000);
setInterval(() => { ${outside} }, 500);`;
const shape = (name: string, source: Shape['source']): Shape => ({
  name,
  of: 28,
  points: none,
  symbols: {},
  minutes: 65,
  source,
});

/** Answers that are kept, and that other code forgets twice a second. */
export const emptiedAnswers: readonly Shape[] = [
  shape('forgotten-by-delete', `${kept}setInterval(() => { if (cache) delete cache.at; }, 500);`),
  shape('forgotten-by-another-name', `${kept}setInterval(() => { const c = cache; if (c) c.at = 0; }, 500);`),
  shape(
    'forgotten-by-a-function-that-gets-it',
    `${kept}function drop(o?: { at: number }) { if (o) o.at = 0; }\nsetInterval(() => { drop(cache); }, 500);`,
  ),
  shape('forgotten-by-another-file', {
    'src/users.ts': `${kept}export const held = () => cache;`,
    'src/main.ts': `import { held } from './users.js';
setInterval(() => { const c = held(); if (c) Object.assign(c, { at: 0 }); }, 500);`,
  }),
  shape('forgotten-by-the-module-itself', `${kept}for (;;) { cache = undefined; await sleep(500); }`),
  shape('forgotten-by-assigning-fields', store('', 'Object.assign(store, { token: null });')),
  shape('forgotten-by-a-name-in-a-loop', store('', `for (const key of ['token']) store[key] = null;`)),
  shape('forgotten-by-its-own-method', store('reset() { delete this.token; }', 'store.reset();')),
];
