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

describe('a timer that counts down', () => {
  it.each([
    [
      'as it is asked, which is once oftener than it works',
      `let left = 10; const t = setInterval(() => { if (left-- <= 0) { clearInterval(t); return; } void getItem('a'); }, 500);`,
      10,
    ],
    [
      'before it is asked',
      `let left = 6; const t = setInterval(() => { left -= 1; void getItem('a'); if (left === 0) clearInterval(t); }, 500);`,
      6,
    ],
    [
      'to nothing',
      `let left = 5; const t = setInterval(() => { if (!--left) clearInterval(t); void getItem('a'); }, 500);`,
      5,
    ],
    [
      'until nothing is left',
      `let left = 7; const t = setInterval(() => { if (!left--) return clearInterval(t); void getItem('a'); }, 500);`,
      7,
    ],
    [
      'from what it is given',
      `const poll = (times: number) => { let left = times;
  const t = setInterval(() => { if (left === 0) { clearInterval(t); return; } left--; void getItem('a'); }, 500); };
poll(4);`,
      4,
    ],
  ])('%s', (_, code, count) => {
    expect(figures(code)).toEqual([count, count]);
  });

  it('goes on where it counts the other way', () => {
    const code = `let left = 5; const t = setInterval(() => { if (left-- > 9) { clearInterval(t); return; } void getItem('a'); }, 500);`;
    expect(figures(code)).toEqual([120, 120]);
  });
});

describe('a function that sets a timer for its next run until it has counted', () => {
  it.each([
    [
      'a parameter',
      `function poll(left: number) { if (left <= 0) return; void getItem('a'); setTimeout(() => poll(left - 1), 1000); } poll(6);`,
      6,
    ],
    [
      'what the timer hands on',
      `function poll(n: number) { void getItem('a'); if (n < 6) setTimeout(poll, 1000, n + 1); } poll(1);`,
      6,
    ],
    [
      'a variable beside it',
      `const watch = async () => { let n = 0;
  const step = async () => { await getItem('a'); n++; if (n < 8) setTimeout(step, 500); };
  await step(); };
void watch();`,
      8,
    ],
    [
      'a variable, down',
      `const watch = () => { let left = 6;
  function next() { if (left-- === 0) return; void getItem('a'); setTimeout(next, 1000); }
  next(); };
watch();`,
      6,
    ],
  ])('%s', (_, code, count) => {
    expect(figures(code)).toEqual([count, count]);
  });

  it('is set off again by another timer', () => {
    const code = `function poll(left: number) { if (left <= 0) return; void getItem('a'); setTimeout(() => poll(left - 1), 1000); }
setInterval(() => poll(6), 60_000);`;
    expect(figures(code)).toEqual([6, 6]);
  });

  it('goes on for ever where the count is set back', () => {
    const code = `let n = 0; const step = () => { void getItem('a'); n++; if (n < 8) setTimeout(step, 500); };
setInterval(() => { n = 0; }, 1000); step();`;
    expect(figures(code)).toEqual([120, 120]);
  });
});
