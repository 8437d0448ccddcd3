import type { Shape } from '../shape.js';
import { head, none } from '../shape.js';

const everyMinute = (name: string, body: string, before = ''): Shape => ({
  name,
  of: 28,
  points: none,
  symbols: {},
  source: `${before}${head}
setInterval(async () => {
  ${body}
}, 60_000);`,
});

/** Whose answer never says that it is done. */
const check = `
async function check(id: string) {
  const response = await fetch('https://api.example.test/items/' + id);
  if (!response.ok) throw new Error('HTTP ' + response.status);
  const job: any = await response.json();
  if (job.status !== 'done') throw new Error('pending');
  return job;
}
`;

/** What is asked until an answer says so, in words that failures are also told by; and what is kept though it may be none. */
export const askedUntil: readonly Shape[] = [
  everyMinute(
    'asked-until-a-constant',
    `for (let attempt = 0; attempt < 5; attempt++) {
    const job: any = await get('/items/1');
    if (job.status === Status.success) return;
    await sleep(2000);
  }`,
    `const Status = { success: 'success', error: 'error' } as const;\n`,
  ),
  everyMinute(
    'asked-until-it-no-longer-throws',
    `for (let retries = 0; retries < 4; retries++) {
    try { return await check('1'); } catch { await sleep(3000); }
  }`,
    check,
  ),
  everyMinute(
    'asked-until-by-p-retry',
    `await pRetry(() => check('1'), { retries: 3, minTimeout: 1000, factor: 2 }).catch(() => {});`,
    `import pRetry from 'p-retry';\n${check}`,
  ),
  everyMinute(
    'asked-until-at-its-end',
    `let job: any;
  let attempts = 0;
  do {
    await sleep(500);
    job = await get('/items/1');
    attempts++;
  } while (job.state !== 'done' && attempts < 6);`,
  ),
  {
    name: 'kept-though-none',
    of: 28,
    points: none,
    symbols: {},
    source: `${head}
function makeStore() {
  let found: any;
  let at = 0;
  return async () => {
    if (found && Date.now() - at < 30_000) return found;
    found = (await get('/pages')).items.find((item: any) => item.id === 'none');
    at = Date.now();
    return found;
  };
}
const load = makeStore();
setInterval(async () => { await load(); }, 1000);`,
  },
];
