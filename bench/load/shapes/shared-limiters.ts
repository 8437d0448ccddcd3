import type { Shape } from '../shape.js';
import { cronHead, some, users } from '../shape.js';

/** Limiters whose runs are over before the next one starts, of one schedule and of several. */
export const sharedLimiters: readonly Shape[] = [
  {
    name: 'throttle-of-two-schedules',
    of: 32,
    points: some,
    symbols: users,
    source: `${cronHead}
import pThrottle from 'p-throttle';
const throttle = pThrottle({ limit: 10, interval: 1000 });
const item = throttle((id: string) => get('/items/' + id));
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(users.map((user) => item(user.id)));
});
cron.schedule('*/15 * * * *', async () => {
  for (let i = 0; i < 50; i++) await item(String(i));
});`,
  },
  {
    name: 'bucket-twice-an-hour',
    of: 34,
    points: some,
    symbols: users,
    source: `${cronHead}
import { TokenBucket } from 'limiter';
const bucket = new TokenBucket({ bucketSize: 20, tokensPerInterval: 5, interval: 'second' });
cron.schedule('*/30 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) {
    await bucket.removeTokens(1);
    await get('/items/' + user.id);
  }
});`,
  },
  {
    name: 'reservoir-of-two-schedules',
    of: 33,
    points: some,
    symbols: users,
    source: `${cronHead}
import Bottleneck from 'bottleneck';
const limiter = new Bottleneck({ reservoir: 30, reservoirRefreshAmount: 30, reservoirRefreshInterval: 10_000 });
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  for (const user of users) await limiter.schedule(() => get('/items/' + user.id));
});
cron.schedule('*/15 * * * *', async () => {
  await Promise.all(Array.from({ length: 90 }, (_, i) => limiter.schedule(() => get('/items/' + i))));
});`,
  },
];
