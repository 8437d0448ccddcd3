import { describe, expect, test } from 'vitest';
import { every, sumWithin, within, type Instants } from '../../src/load/instants.js';

const hourly = every(3_600_000);
const twice: Instants = { kind: 'lattice', period: 100, offsets: [0, 30] };

describe('instants', () => {
  test('are those after the first limit, up to the second', () => {
    expect([...within(twice, 0, 230)]).toEqual([30, 100, 130, 200, 230]);
    expect(sumWithin(twice, 0, 230, (time) => time)).toBe(690);
    expect(sumWithin(hourly, 0, 7_200_000, (time) => time)).toBe(3_600_000 + 7_200_000);
  });

  test('end far from zero too, where one more is the same number', () => {
    const far = -1e28;
    const count = sumWithin(hourly, far, far + 1e15, () => 1);
    expect(Number.isFinite(count)).toBe(true);
    expect([...within(hourly, far, far + 1)].length).toBeLessThan(2);
  });
});
