import type { Shape } from '../shape.js';
import { cronHead, head, none, users } from '../shape.js';

const many = { points: [{ users: 30 }, { users: 300 }, { users: 1200 }], symbols: users };

/** Chunks that a callback is given, schedules that leave runs out, pages with a limit of their own. */
export const pacedAndLimited: readonly Shape[] = [
  {
    name: 'chunks-of-lodash-reduced',
    of: 26,
    ...many,
    source: `import _ from 'lodash';
${cronHead}
cron.schedule('*/15 * * * *', async () => {
  const users = await get('/users');
  await _.chunk(users, 30).reduce(async (before, part) => {
    await before;
    await Promise.all(part.map((user) => get('/items/' + user.id)));
    await sleep(2000);
  }, Promise.resolve());
});`,
  },
  {
    name: 'chunks-mapped-at-once',
    of: 26,
    ...many,
    source: `import chunk from 'lodash/chunk.js';
${cronHead}
cron.schedule('*/15 * * * *', async () => {
  const users = await get('/users');
  await Promise.all(chunk(users, 25).map(async (part) => {
    for (const user of part) await get('/items/' + user.id);
  }));
});`,
  },
  {
    name: 'croner-interval-and-one-run',
    of: 6,
    points: none,
    symbols: {},
    source: `${head}
import { Cron } from 'croner';
new Cron('* * * * * *', { interval: 30 }, () => get('/orders'));
new Cron('*/5 * * * *', { maxRuns: 1 }, async () => { for (let i = 0; i < 20; i++) await get('/stock/' + i); });
new Cron('*/10 * * * * *', { protect: true, interval: 25 }, async () => {
  await get('/items/a');
  await sleep(15_000);
  await get('/items/b');
});`,
  },
  {
    name: 'got-pages-with-limit',
    of: 24,
    points: [{ pages: 20 }, { pages: 80 }],
    symbols: { 'main.pages': 'pages' },
    wire: true,
    source: `import got from 'got';
import cron from 'node-cron';
const client = got.extend({ prefixUrl: process.env.API_BASE });
cron.schedule('*/20 * * * *', async () => {
  await client.paginate.all('pages', {
    searchParams: { cursor: 0 },
    pagination: {
      transform: (response) => JSON.parse(response.body).items,
      paginate: ({ response }) => {
        const { next } = JSON.parse(response.body);
        return next ? { searchParams: { cursor: next } } : false;
      },
      requestLimit: 50,
    },
  });
});`,
  },
];
