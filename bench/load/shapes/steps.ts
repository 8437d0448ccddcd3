import type { Shape } from '../shape.js';
import { head, users } from '../shape.js';

const imports = `import { Inngest } from 'inngest';\n${head}
const inngest = new Inngest({ id: 'app' });
const item = async (id: string) => {
  const response = await fetch(base + '/items/' + id);
  if (!response.ok) throw new Error(String(response.status));
};
`;
const few = [{ users: 3 }, { users: 12 }, { users: 40 }];

/** Functions that their service begins anew after each step. */
export const steps: readonly Shape[] = [
  {
    name: 'steps-in-turn',
    of: 10,
    points: few,
    symbols: users,
    source: `${imports}
export const sync = inngest.createFunction({ id: 'sync' }, { cron: '*/10 * * * *' }, async ({ step }) => {
  const users = await get('/users');
  for (const user of users) await step.run('user-' + user.id, () => item(user.id));
  await fetch(base + '/orders');
});`,
  },
  {
    name: 'steps-at-once',
    of: 10,
    points: few,
    symbols: users,
    source: `${imports}
export const sync = inngest.createFunction({ id: 'sync' }, { cron: '*/10 * * * *' }, async ({ step }) => {
  const users = await get('/users');
  await Promise.all(users.map((user) => step.run('user-' + user.id, () => item(user.id))));
});`,
  },
  {
    name: 'steps-and-requests-in-a-loop',
    of: 10,
    points: few,
    symbols: users,
    source: `${imports}
export const sync = inngest.createFunction({ id: 'sync' }, { cron: '*/10 * * * *' }, async ({ step }) => {
  const users = await step.run('users', () => get('/users'));
  for (const user of users) {
    await fetch(base + '/orders');
    await step.run('user', () => item(user.id));
    await step.sleep('pause', 500);
  }
});`,
  },
  {
    name: 'steps-with-pauses',
    of: 10,
    points: [{}],
    symbols: {},
    source: `${imports}
export const sync = inngest.createFunction({ id: 'sync' }, { cron: '*/2 * * * *' }, async ({ step }) => {
  await fetch(base + '/orders');
  await step.run('first', () => item('1'));
  await step.sleep('a while', 30_000);
  await fetch(base + '/users');
  await step.run('second', () => item('2'));
  await step.sleep('long', 300_000);
  await step.run('third', () => item('3'));
});`,
  },
  {
    name: 'steps-that-fail',
    of: 10,
    points: [{}],
    symbols: {},
    failing: { status: 503, share: 0.4 },
    source: `${imports}
export const sync = inngest.createFunction({ id: 'sync' }, { cron: '*/10 * * * *' }, async ({ step }) => {
  await item('0');
  await step.run('first', () => item('1'));
  await item('2');
  await step.run('second', () => item('3'));
});`,
  },
];
