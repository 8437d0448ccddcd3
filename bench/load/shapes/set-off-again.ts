import type { Shape } from '../shape.js';
import { head } from '../shape.js';

const app = `import express from 'express';
${head}
const app = express();`;
const hooks = {
  points: [{ rate: 2 }, { rate: 10 }],
  symbols: {},
  events: { 'POST /start': 'rate' },
  minutes: 65,
};
const serve = `app.post('/start', (req, res) => { start(); res.json({}); });
app.listen(3456);`;

/** Timers and endless loops that something sets off that itself happens again and again. */
export const setOffAgain: readonly Shape[] = [
  {
    name: 'interval-for-each-event',
    of: 1,
    points: [{ listeners: 3 }],
    symbols: { 'main.timers': 'listeners' },
    minutes: 65,
    source: `import { EventEmitter } from 'node:events';
${head}
const bus = new EventEmitter();
bus.on('start', (id: string) => { setInterval(() => get('/items/' + id), 5000); });
for (const id of ['a', 'b', 'c']) bus.emit('start', id);`,
  },
  {
    name: 'interval-for-each-hook',
    of: 1,
    points: [
      { rate: 2, running: 1 },
      { rate: 20, running: 4 },
    ],
    symbols: { 'start.timers': 'running' },
    events: { 'POST /start': 'rate' },
    minutes: 65,
    source: `${app}
function start() {
  let n = 0;
  const timer = setInterval(async () => {
    await get('/items/' + n);
    if (++n >= 10) clearInterval(timer);
  }, 1000);
}
${serve}`,
  },
  {
    name: 'interval-started-once',
    of: 1,
    ...hooks,
    source: `${app}
let timer: NodeJS.Timeout | undefined;
function start() {
  if (!timer) timer = setInterval(() => { void get('/items/a'); }, 1000);
}
app.post('/stop', (req, res) => { clearInterval(timer); timer = undefined; res.json({}); });
${serve}`,
  },
  {
    name: 'interval-restarted',
    of: 1,
    ...hooks,
    source: `${app}
let timer: NodeJS.Timeout;
function start() {
  clearInterval(timer);
  timer = setInterval(() => { void get('/items/a'); }, 1000);
}
${serve}`,
  },
  {
    name: 'poller-started-by-hooks',
    of: 1,
    ...hooks,
    source: `${app}
class Poller {
  private timer: NodeJS.Timeout | null = null;
  start() {
    if (this.timer) return;
    this.timer = setInterval(() => { void get('/items/a'); }, 1000);
  }
  stop() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }
}
const poller = new Poller();
const start = () => poller.start();
${serve}`,
  },
  {
    name: 'loop-started-by-hooks',
    of: 3,
    ...hooks,
    source: `${app}
let running = false;
async function loop() {
  if (running) return;
  running = true;
  while (true) {
    await get('/items/a');
    await sleep(1000);
  }
}
const start = () => void loop();
${serve}`,
  },
];
