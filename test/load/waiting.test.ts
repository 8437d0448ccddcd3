import { describe, expect, test } from 'vitest';
import { head, itemsRow, reportOf } from './support/scan.js';

describe('a loop through an interval of timers/promises', () => {
  const imports = `import { setInterval as every } from 'node:timers/promises';\n`;

  test('a round for each tick, from the first one on', () => {
    const code = `for await (const _ of every(30_000)) { await getItem('a'); await getItem('b'); }`;
    expect(itemsRow(code, '', imports)).toMatchObject({ expected: 4, high: 4 });
  });

  // Node keeps the ticks that nobody took, and gives them one after the other.
  test('ticks that come too late follow one another', () => {
    const code = `for await (const _ of every(1000)) for (const user of users) await getItem(user);`;
    expect(
      itemsRow(`const users = await getUsers();\n${code}`, '  users.length: 40\n', imports),
    ).toMatchObject({
      expected: 600,
      high: 600,
    });
  });
});

describe('what stands before a route delays it', () => {
  // Twenty events at equal distances: of two that are 60 s apart, the first may be held up and the second not.
  const routed = (use: string): string => `import express from 'express';
${head}const app = express();
async function authenticate(req, res, next) { await getUsers(); next(); }
${use}
app.get('/me', async (req, res) => { res.json(await getItem('me')); });`;
  const items = (code: string) =>
    reportOf(
      code,
      '  rate(GET /me): 20\n',
      '',
      '  latency: { min: 80ms, expected: 100ms, max: 120ms }\n',
    ).load.find((r) => r.operation === 'GET /items/{id}');

  test('what the application uses', () => {
    expect(items(routed('app.use(authenticate);'))).toMatchObject({ high: 21 });
  });

  test('nothing does not', () => {
    expect(items(routed('app.use(express.json());'))).toMatchObject({ expected: 20, high: 20 });
  });
});
