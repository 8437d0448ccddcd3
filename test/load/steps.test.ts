import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const imports = `import { Inngest } from 'inngest';\n`;
const client = `const inngest = new Inngest({ id: 'app' });\n`;
const older = (body: string, options = ''): string =>
  `${client}inngest.createFunction({ id: 'sync'${options} }, { cron: '0 0 * * *' }, async ({ event, step }) => { ${body} });`;
const newer = (body: string, options = ''): string =>
  `${client}inngest.createFunction({ id: 'sync', triggers: { cron: '0 0 * * *' }${options} }, async ({ event, step }) => { ${body} });`;
const o = `await getItem('o');`;
const step = `await step.run('a', async () => { await getUsers(); });`;
const item = `await step.run('i', async () => { await getItem('i'); });`;

describe('what stands outside of the steps of an Inngest function is sent again after each step', () => {
  // Counted with inngest 3.54.2, of which each step was asked for as its service does, by the answers that it gives.
  it.each([
    ['before two steps', `${o} ${step} ${step}`, 3],
    ['between and after them', `${step} ${o} ${step} ${o}`, 3],
    ['inside of a step', `${step} ${item}`, 1],
    ['in both', `${o} ${item} ${step}`, 4],
    ['before a step that sends nothing', `${o} await step.run('a', () => 1);`, 2],
    ['before a short wait', `${o} await step.sleep('w', '10s');`, 2],
    ['before a long wait', `${o} await step.sleep('w', '1h');`, 1],
    ['before a loop of three', `${o} for (const id of ['a', 'b', 'c']) ${step}`, 4],
    ['after an event is sent', `${o} await step.sendEvent('a', { name: 'x' });`, 2],
    ['without steps', `${o} ${o}`, 2],
  ])('%s', (_, body, count) => {
    const { high, expected } = itemsRow(older(body), '', imports);
    expect([high, expected]).toEqual([count, count]);
  });

  // Of three rounds, the request stands before steps 1, 2 and 3: 1 + 2 + 3 of them, and 3 in the last run; so for
  // three steps at once with what comes before them: one run finds them, three do one each, three look for more.
  it.each([
    ['in a loop, before the step', `for (const id of ['a', 'b', 'c']) { ${o} ${step} }`, 9],
    ['in a loop, after the step', `for (const id of ['a', 'b', 'c']) { ${step} ${o} }`, 6],
    [
      'before steps at once',
      `${o} await Promise.all(['a', 'b', 'c'].map((id) => step.run(id, () => getUsers())));`,
      7,
    ],
    [
      'before steps of two chains at once',
      `await Promise.all(['a', 'b'].map(async (id) => { ${o} ${step} ${step} }));`,
      18,
    ],
  ])('%s: at most somewhat more', (_, body, count) => {
    const { high } = itemsRow(older(body), '', imports);
    expect(high).toBeGreaterThanOrEqual(count);
    expect(high).toBeLessThanOrEqual(count * 2);
  });

  it('by a helper that gets the tools', () => {
    const code = `async function work(tools: any) { ${o} await tools.run('a', async () => { await getUsers(); }); }
${older('await work(step); await work(step);')}`;
    expect(itemsRow(code, '', imports).high).toBe(5);
  });

  // With inngest 4.24.0, which goes on by itself unless that fails, as it did here: then each run goes up to the next step.
  it.each([
    ['a version that goes on', newer(`${o} ${step} ${o} ${step} ${o}`), 3, 9],
    ['an option', older(`${o} ${step}`, ', checkpointing: true'), 1, 2],
    ['an option against it', newer(`${o} ${step}`, ', checkpointing: false'), 2, 2],
    ['a wait', newer(`${o} await step.sleep('w', '10s');`), 2, 2],
  ])('only as far as needed: %s', (_, code, expected, high) => {
    expect(itemsRow(code, '', imports)).toMatchObject({ expected, high });
  });

  it('as often as each try again', () => {
    // The step is tried at 0, 15 and 45 seconds, and what comes after it at 45 seconds and a quarter of a minute later.
    expect(itemsRow(older(`${o} ${step}`), '', imports).degraded?.high).toBe(4);
  });
});
