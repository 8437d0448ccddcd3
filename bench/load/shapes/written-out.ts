import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

const shape = (name: string, source: string, more: Partial<Shape> = {}): Shape => ({
  name,
  of: 22,
  points: none,
  symbols: {},
  minutes: 65,
  source: `${head}\n${source}`,
  ...more,
});

/** Functions that call themselves until their arguments say that it is enough. */
export const writtenOut: readonly Shape[] = [
  shape(
    'tree-of-a-depth',
    `async function walk(id: string, depth: number): Promise<void> {
  await get('/items/' + id);
  if (depth === 0) return;
  await Promise.all([walk(id + 'a', depth - 1), walk(id + 'b', depth - 1)]);
}
setInterval(() => void walk('r', 3), 60_000);`,
  ),
  shape(
    'functions-that-call-each-other',
    `async function up(left: number): Promise<void> {
  await get('/items/1');
  if (left > 0) await down(left - 1);
}
async function down(left: number): Promise<void> {
  await get('/orders');
  if (left > 0) await up(left - 1);
}
setInterval(() => void up(5), 60_000);`,
  ),
  shape(
    'once-more-after-401',
    `let token: string | null = null;
async function login() {
  await get('/orders');
  token = 'x';
}
async function call(path: string, isRetry = false): Promise<unknown> {
  if (!token) await login();
  const response = await fetch(base + path, { headers: { authorization: 'Bearer ' + token } });
  if (response.status === 401 && !isRetry) {
    token = null;
    return call(path, true);
  }
  return response.json();
}
setInterval(() => void call('/items/1'), 2000);`,
    { failing: { status: 401, share: 0.3 } },
  ),
];

/** Decisions of which a part is known. */
export const halfKnown: readonly Shape[] = [
  shape(
    'left-only-where-both-hold',
    `const isQuiet = true;
setInterval(async () => {
  const item = await get('/items/1');
  if (item.isDone && isQuiet) return;
  await get('/users');
}, 2000);`,
  ),
  shape(
    'left-where-a-function-says-so',
    `const mode = 'quiet';
const isDone = (item: any) => item.isDone && mode;
setInterval(async () => {
  const item = await get('/items/1');
  if (isDone(item)) return;
  await get('/users');
}, 2000);`,
  ),
  shape(
    'asked-again-where-nobody-is-known',
    `setInterval(async () => {
  let response = await fetch(base + '/items/1');
  if (response.status === 401) {
    await get('/orders');
    response = await fetch(base + '/items/1');
  }
  await get('/users');
}, 2000);`,
  ),
];
