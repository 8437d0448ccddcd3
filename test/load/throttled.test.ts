import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const said = (made: string, calls: string): readonly [number | null, number | null] => {
  const code = `const refresh = ${made};\n${calls}`;
  const { expected, high } = itemsRow(code, '  rate(getItem): 0\n', `import _ from 'lodash';\n`);
  return [expected, high];
};
const often = 'setInterval(() => { refresh(); }, 200);';
const given = 'setInterval(() => refresh(), 200);';
const seldom = 'setInterval(() => { refresh(); }, 7000);';
const inBursts = 'setInterval(() => { refresh(); refresh(); refresh(); }, 7000);';

// Counted with lodash 4.17: in a minute of the clock, and in any other.
it.each([
  ['often', `_.throttle(() => { void getItem('1'); }, 5000)`, often, 12, 12],
  ['often, and never later', `_.throttle(() => getItem('1'), 1000, { trailing: false })`, often, 60, 60],
  ['by what gives on what it gives', `_.throttle(() => { void getItem('1'); }, 5000)`, given, 12, 12],
  ['in bursts', `_.throttle(() => getItem('1'), 5000)`, inBursts, 18, 18],
  ['once it is quiet', `_.debounce(() => { void getItem('1'); }, 1000)`, seldom, 9, 9],
])('what is throttled runs a few times, however often it is called: %s', (_, made, calls, aligned, most) => {
  const [expected, high] = said(made, calls);
  expect(high).toBeGreaterThanOrEqual(most);
  expect(high).toBeLessThanOrEqual(2 * most + 10);
  expect(Math.abs((expected ?? 0) - aligned)).toBeLessThanOrEqual(aligned / 3);
});

it('bounds nothing where each run makes its own, or its pause is none', () => {
  const own = `() => { const once = _.throttle(() => getItem('1'), 5000); once(); }`;
  expect(said(own, often)).toEqual([300, 300]);
  expect(said(`_.throttle(() => getItem('1'), 0)`, often)).toEqual([300, 300]);
});

it('is waited for as long as its run takes, or not at all', () => {
  // Counted: 201 in some minute.
  const calls = `setInterval(async () => { await refresh(); await getItem('2'); }, 300);`;
  const [, high] = said(`_.throttle(() => getUsers(), 1000)`, calls);
  expect(high).toBeGreaterThanOrEqual(201);
});

// Counted with lodash 4.17: 300 in a minute.
it.each([
  [
    'it is run at once',
    `_.throttle(() => getItem('1'), 30_000)`,
    'setInterval(() => { refresh(); refresh.flush(); }, 200);',
  ],
  [
    'it is begun anew',
    `_.throttle(() => getItem('1'), 30_000)`,
    'setInterval(() => { refresh(); refresh.cancel(); }, 200);',
  ],
])('bounds no more than is known where %s', (_, made, calls) => {
  expect(said(made, calls)[1]).toBeGreaterThanOrEqual(300);
});

describe('what lodash lets run once', () => {
  it.each([
    ['a function of lodash', `import _ from 'lodash';`, '_.once'],
    ['a module of its own', `import once from 'lodash/once.js';`, 'once'],
  ])('%s', (_, imports, once) => {
    const code = `const item = ${once}(() => getItem('1'));\nsetInterval(async () => { await item(); await getUsers(); }, 1000);`;
    expect(itemsRow(code, '', imports)).toMatchObject({ expected: 1, high: 1 });
  });

  it('holds those up that ask meanwhile', () => {
    const code = `const ready = _.once(async () => { await sleep(20_000); await getUsers(); });
setInterval(async () => { await ready(); await getItem('1'); }, 1000);`;
    expect(itemsRow(code, '', `import _ from 'lodash';\n`)).toMatchObject({ expected: 60, high: 81 });
  });

  it('is asked each time where it is made each time', () => {
    const code = `setInterval(async () => { const item = _.once(() => getItem('1')); await item(); }, 1000);`;
    expect(itemsRow(code, '', `import _ from 'lodash';\n`).high).toBe(60);
  });
});
