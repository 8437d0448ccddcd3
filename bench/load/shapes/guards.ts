import type { Shape } from '../shape.js';
import { cronHead, none } from '../shape.js';

const slow = `${cronHead}
async function slow() { for (let i = 0; i < 10; i++) { await get('/items/' + i); await sleep(900); } }
let running = false;
`;
const shape = (name: string, source: string): Shape => ({
  name,
  of: 1,
  points: none,
  symbols: {},
  minutes: 65,
  source: slow + source,
});

/** Work of about ten seconds that is due each second: flags that keep runs from overlapping, and flags that don't. */
export const guards: readonly Shape[] = [
  shape(
    'flag-lowered-at-the-end-of-a-promise',
    `setInterval(() => {
  if (running) return;
  running = true;
  void slow().catch(console.error).finally(() => { running = false; });
}, 1000);`,
  ),
  shape(
    'flag-in-what-a-timer-calls',
    `async function tick() {
  if (running) return;
  running = true;
  await slow();
  running = false;
}
setInterval(() => { void tick(); }, 1000);`,
  ),
  shape(
    'flag-in-a-field',
    `class Poller {
  private busy = false;
  start() {
    setInterval(async () => {
      if (this.busy) return;
      this.busy = true;
      try { await slow(); } finally { this.busy = false; }
    }, 1000);
  }
}
const poller = new Poller();
poller.start();`,
  ),
  shape(
    'flag-of-something-else',
    `setInterval(async () => {
  if (!running) { running = true; console.info('begun'); }
  await slow();
}, 1000);`,
  ),
  shape(
    'flag-lowered-before-the-work-is-done',
    `setInterval(() => {
  if (running) return;
  running = true;
  void slow();
  running = false;
}, 1000);`,
  ),
  shape(
    'flag-lowered-while-a-result-is-returned',
    `setInterval(() => {
  if (running) return;
  running = true;
  try { return slow(); } finally { running = false; }
}, 1000);`,
  ),
  shape(
    'flag-lowered-by-others',
    `cron.schedule('* * * * * *', async () => {
  if (running) return;
  running = true;
  await slow();
  running = false;
});
setInterval(() => { running = false; }, 500);`,
  ),
  shape(
    'flag-around-work-that-goes-on',
    `async function begin() { void slow(); }
setInterval(async () => {
  if (running) return;
  running = true;
  await begin();
  running = false;
}, 1000);`,
  ),
  shape(
    'work-that-its-scheduler-does-not-wait-for',
    `cron.schedule('* * * * * *', async () => { void slow(); }, { noOverlap: true });`,
  ),
];
