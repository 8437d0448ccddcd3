import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

const shape = (name: string, source: Shape['source']): Shape => ({
  name,
  of: 1,
  points: none,
  symbols: {},
  minutes: 65,
  source,
});

/** Timers that count, up or down, and end themselves. */
export const countedDown: readonly Shape[] = [
  shape(
    'a-poll-that-counts-down',
    `${head}
function poll() {
  let left = 10;
  const timer = setInterval(async () => {
    if (left-- <= 0) { clearInterval(timer); return; }
    await get('/users');
  }, 1000);
}
setInterval(poll, 60_000);`,
  ),
  shape(
    'counted-down-before-the-test',
    `${head}
setInterval(() => {
  let left = 6;
  const timer = setInterval(() => {
    left -= 1;
    void get('/users');
    if (left === 0) clearInterval(timer);
  }, 500);
}, 60_000);`,
  ),
  shape(
    'counted-down-in-the-test',
    `${head}
setInterval(() => {
  let tries = 5;
  const timer = setInterval(() => {
    if (!--tries) clearInterval(timer);
    void get('/users');
  }, 700);
}, 60_000);`,
  ),
  shape(
    'counted-down-when-nothing-is-left',
    `${head}
setInterval(() => {
  let left = 7;
  const timer = setInterval(() => {
    if (!left--) return clearInterval(timer);
    void get('/users');
  }, 500);
}, 60_000);`,
  ),
  shape(
    'a-timeout-with-a-counter',
    `${head}
function poll(left: number) {
  if (left <= 0) return;
  void get('/users');
  setTimeout(() => poll(left - 1), 1000);
}
setInterval(() => poll(6), 60_000);`,
  ),
  shape(
    'a-timeout-with-a-counter-beside-it',
    `${head}
async function watch() {
  let n = 0;
  const step = async () => {
    await get('/users');
    n++;
    if (n < 8) setTimeout(step, 500);
  };
  await step();
}
setInterval(() => void watch(), 60_000);`,
  ),
  shape(
    'a-timeout-that-counts-down-outside',
    `${head}
setInterval(() => {
  let remaining = 6;
  function next() {
    if (remaining-- === 0) return;
    void get('/users');
    setTimeout(next, 1000);
  }
  next();
}, 60_000);`,
  ),
  shape('counted-in-an-options-object', {
    'src/config.ts': `export const polling = { every: 750, times: 9 } as const;`,
    'src/main.ts': `import { polling } from './config.js';
${head}
setInterval(() => {
  let n = 0;
  const timer = setInterval(() => {
    if (n++ >= polling.times) { clearInterval(timer); return; }
    void get('/users');
  }, polling.every);
}, 60_000);`,
  }),
  shape(
    'counted-in-a-promise',
    `${head}
const waitFor = (times: number) => new Promise<void>((resolve) => {
  let left = times;
  const timer = setInterval(() => {
    if (left === 0) { clearInterval(timer); resolve(); return; }
    left--;
    void get('/users');
  }, 800);
});
setInterval(async () => { await waitFor(5); await get('/orders'); }, 60_000);`,
  ),
];
