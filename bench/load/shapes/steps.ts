import type { Shape } from '../shape.js';
import { head, users } from '../shape.js';

const imports = `import { Inngest } from 'inngest';\n${head}
const inngest = new Inngest({ id: 'app' });
const item = async (id: string) => {
  const response = await fetch(base + '/items/' + id);
  if (!response.ok) throw new Error(String(response.status));
};
`;
const ofUsers = { points: [{ users: 3 }, { users: 12 }, { users: 40 }], symbols: users };
const ofNone = { points: [{}], symbols: {} };

/** A function on a schedule. */
const shape = (
  name: string,
  cron: string,
  facts: Pick<Shape, 'points' | 'symbols' | 'failing'>,
  body: string,
): Shape => ({
  name,
  of: 10,
  ...facts,
  source: `${imports}
export const sync = inngest.createFunction({ id: 'sync' }, { cron: '${cron}' }, async ({ step }) => {${body}});`,
});

/** Functions that their service begins anew after each step. */
export const steps: readonly Shape[] = [
  shape(
    'steps-in-turn',
    '*/10 * * * *',
    ofUsers,
    `
  const users = await get('/users');
  for (const user of users) await step.run('user-' + user.id, () => item(user.id));
  await fetch(base + '/orders');
`,
  ),
  shape(
    'steps-at-once',
    '*/10 * * * *',
    ofUsers,
    `
  const users = await get('/users');
  await Promise.all(users.map((user) => step.run('user-' + user.id, () => item(user.id))));
`,
  ),
  shape(
    'steps-and-requests-in-a-loop',
    '*/10 * * * *',
    ofUsers,
    `
  const users = await step.run('users', () => get('/users'));
  for (const user of users) {
    await fetch(base + '/orders');
    await step.run('user', () => item(user.id));
    await step.sleep('pause', 500);
  }
`,
  ),
  shape(
    'steps-with-pauses',
    '*/2 * * * *',
    ofNone,
    `
  await fetch(base + '/orders');
  await step.run('first', () => item('1'));
  await step.sleep('a while', 30_000);
  await fetch(base + '/users');
  await step.run('second', () => item('2'));
  await step.sleep('long', 300_000);
  await step.run('third', () => item('3'));
`,
  ),
  shape(
    'steps-that-fail',
    '*/10 * * * *',
    { ...ofNone, failing: { status: 503, share: 0.4 } },
    `
  await item('0');
  await step.run('first', () => item('1'));
  await item('2');
  await step.run('second', () => item('3'));
`,
  ),
];
