import { expect, it } from 'vitest';
import { simulate } from '../../src/load/simulate.js';
import { call } from '../../src/load/term.js';
import { everyMs, flow } from './support/program.js';

const reading = {
  environment: (name: string) => ({
    low: name === 'replicas' ? 1 : 100,
    high: name === 'replicas' ? 1 : 100,
  }),
  failing: false,
  selects: () => true,
};
const anHour = 3_600_000;
const flows = [flow(everyMs(1000), call(0))];

it('takes what it runs from the effort that is left', () => {
  const effort = { left: 10_000 };
  const run = simulate(flows, reading, anHour, { effort });
  expect(run?.times).toHaveLength(3600);
  expect(effort.left).toBeLessThan(10_000);
  expect(effort.left).toBeGreaterThan(8_000);
});

it('gives up when no effort is left', () => {
  const effort = { left: 100 };
  expect(simulate(flows, reading, anHour, { effort })).toBeUndefined();
  expect(effort.left).toBe(0);
  expect(simulate(flows, reading, anHour, { effort })).toBeUndefined();
});
