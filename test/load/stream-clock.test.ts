import { describe, expect, it } from 'vitest';
import { itemsRow } from './support/scan.js';

const imports = `import { auditTime, bufferCount, exhaustMap, interval, mergeMap, sampleTime, take, throttleTime } from 'rxjs';\n`;
/** The expected minute and the bound of a clock that ticks each half of a second. */
const said = (operators: string): unknown => {
  const { expected, high } = itemsRow(
    `interval(500).pipe(${operators}).subscribe();`,
    '  rate(getItem): 0\n  rate(getUsers): 0\n',
    imports,
  );
  return [expected, high];
};
const ask = `mergeMap(() => getItem('1'))`;

// What such streams were counted to ask for in a minute.
describe('what a clock gives a stream', () => {
  it.each([
    ['each tick', ask, 120],
    ['some', `take(20), ${ask}`, 20],
    ['groups', `bufferCount(10), ${ask}`, 12],
    ['groups of some', `take(25), bufferCount(10), ${ask}`, 3],
    ['groups that overlap', `bufferCount(10, 1), ${ask}`, 120],
    ['one in five seconds', `throttleTime(5000), ${ask}`, 12],
    ['a sample in five seconds', `sampleTime(5000), ${ask}`, 12],
    ['the last of five seconds', `auditTime(5000), ${ask}`, 12],
    ['as much as comes out', `${ask}, take(3)`, 120],
  ])('%s', (_, operators, count) => {
    expect(said(operators)).toEqual([count, count]);
  });

  it('leaves out what comes while the last one is at work', () => {
    const code = `interval(20).pipe(exhaustMap(() => getItem('1'))).subscribe();`;
    // 500 answers of 120 ms and more in a minute, 600 of 100 ms.
    expect(itemsRow(code, '  rate(getItem): 0\n  rate(getUsers): 0\n', imports).expected).toBe(600);
  });
});
