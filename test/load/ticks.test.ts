import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const figures = (code: string, assume = '', imports = ''): unknown => {
  const { expected, high } = itemsRow(code, assume, imports);
  return [expected, high];
};

describe('a timer that clears itself after so many times', () => {
  it.each([
    [
      'counted before it is asked',
      `let n = 0; const t = setInterval(() => { void getItem('a'); n++; if (n === 25) clearInterval(t); }, 500);`,
      25,
    ],
    [
      'counted as it is asked',
      `let n = 0; const t = setInterval(() => { if (++n >= 25) clearInterval(t); void getItem('a'); }, 500);`,
      25,
    ],
    [
      'asked before it is counted, which is one too many',
      `let n = 0; const t = setInterval(() => { void getItem('a'); if (n >= 25) clearInterval(t); n += 1; }, 500);`,
      26,
    ],
    [
      'left before it works',
      `let left = 25; const t = setInterval(async () => { if (left-- <= 0) { clearInterval(t); return; } await getItem('a'); }, 500);`,
      25,
    ],
    [
      'in steps',
      `let n = 0; const t = setInterval(() => { void getItem('a'); n += 10; if (n > 95) clearInterval(t); }, 500);`,
      10,
    ],
  ])('%s', (_, code, count) => {
    expect(figures(code)).toEqual([count, count]);
  });

  it('goes off for each element', () => {
    const code = `const users = await getUsers(); let i = 0;
const t = setInterval(() => { if (i >= users.length) { clearInterval(t); return; } void getItem(users[i++].id); }, 500);`;
    expect(figures(code, '  users.length: 40\n')).toEqual([40, 40]);
  });

  it('is part of what sets it', () => {
    const code = `setInterval(() => {
  let n = 0;
  const t = setInterval(() => { void getItem('a'); if (++n >= 3) clearInterval(t); }, 1000);
}, 60_000);`;
    expect(figures(code)).toEqual([3, 3]);
  });

  it('goes on where the count is moved elsewhere, or only sometimes', () => {
    const timer = `const t = setInterval(() => { void getItem('a'); if (n >= 25) clearInterval(t);`;
    expect(figures(`let n = 0; export const reset = () => { n = 0; };\n${timer} n++; }, 500);`)).toEqual([
      120, 120,
    ]);
    expect(figures(`let n = 0; ${timer} if (Math.random() > 0.5) n++; }, 500);`)).toEqual([120, 120]);
    expect(figures(`let n = 26; ${timer.replace('>=', '===')} n++; }, 500);`)).toEqual([120, 120]);
  });
});

describe('schedules that end', () => {
  it('are cleared after a while', () => {
    const code = `const t = setInterval(() => { void getItem('a'); }, 500);\nsetTimeout(() => clearInterval(t), 10_200);`;
    expect(figures(code)).toEqual([20, 20]);
  });

  it('are told how often they run', () => {
    const croner = `new Cron('* * * * * *', { maxRuns: 20 }, () => { void getItem('a'); });`;
    expect(figures(croner, '', `import { Cron } from 'croner';\n`)).toEqual([20, 20]);
    const nodeCron = `cron.schedule('*/5 * * * * *', () => { void getItem('a'); }, { maxExecutions: 10 });`;
    expect(figures(nodeCron, '', `import cron from 'node-cron';\n`)).toEqual([10, 10]);
  });
});
