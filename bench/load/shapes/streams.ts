import type { Shape } from '../shape.js';
import { cronHead, head, users } from '../shape.js';

const points = [{ users: 40 }, { users: 300 }];

/** Streams of rxjs whose stages hand on more than they get. */
export const streams: readonly Shape[] = [
  {
    name: 'rxjs-stages-that-multiply',
    of: 36,
    points,
    symbols: users,
    minutes: 65,
    source: `${head}
import { interval, from, mergeMap, timer } from 'rxjs';
interval(30_000).pipe(
  mergeMap(() => from(get('/users'))),
  mergeMap((users) => from(users)),
  mergeMap((u) => from(get('/items/' + u.id)), 4),
).subscribe();
timer(0, 15_000).pipe(mergeMap(() => get('/orders'))).subscribe();`,
  },
  {
    name: 'rxjs-subscribed-after-a-pipe',
    of: 36,
    points,
    symbols: users,
    minutes: 65,
    source: `${head}
import { interval, from, mergeMap } from 'rxjs';
interval(30_000).pipe(mergeMap(() => get('/users')), mergeMap((users) => from(users))).subscribe((u) => { void get('/items/' + u.id); });`,
  },
  {
    name: 'rxjs-list-flattened-in-lanes',
    of: 36,
    points,
    symbols: users,
    source: `${cronHead}
import { from, lastValueFrom, mergeMap, toArray } from 'rxjs';
cron.schedule('*/10 * * * *', async () => {
  const all = from(get('/users')).pipe(mergeMap((users) => users), mergeMap((u) => get('/items/' + u.id), 5), toArray());
  await lastValueFrom(all, { defaultValue: [] });
});`,
  },
  {
    name: 'rxjs-wide-then-narrow',
    of: 36,
    points,
    symbols: users,
    source: `${cronHead}
import { from, lastValueFrom, mergeMap, concatMap } from 'rxjs';
cron.schedule('*/10 * * * *', async () => {
  const users = await get('/users');
  await lastValueFrom(from(users).pipe(
    mergeMap((u) => get('/items/' + u.id)),
    concatMap((i) => get('/stock/' + i.ok)),
  ), { defaultValue: 0 });
});`,
  },
  {
    name: 'rxjs-pages-expanded',
    of: 22,
    points: [
      { pages: 7, rounds: 6 },
      { pages: 30, rounds: 29 },
    ],
    symbols: { 'expand.rounds': 'rounds' },
    source: `${cronHead}
import { from, expand, EMPTY, lastValueFrom } from 'rxjs';
const page = (cursor: string) => from(get('/pages?cursor=' + cursor));
cron.schedule('*/10 * * * *', async () => {
  await lastValueFrom(page('0').pipe(expand((p) => (p.next ? page(p.next) : EMPTY))));
});`,
  },
];
