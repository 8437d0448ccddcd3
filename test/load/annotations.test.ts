import { expect, it } from 'vitest';
import { parseAnnotation } from '../../src/load/annotations.js';

it.each([
  [' leastscope-calls 300/min', { kind: 'calls', perMinute: 300 }],
  [' leastscope-calls 2/s', { kind: 'calls', perMinute: 120 }],
  [' leastscope-calls 1_200 / hour', { kind: 'calls', perMinute: 20 }],
  [' leastscope-calls 300/min -- measured in May', { kind: 'calls', perMinute: 300 }],
  [' leastscope-bound users <= 500', { kind: 'bound', expression: 'users', max: 500 }],
  [
    '* leastscope-bound page.items.length <= 1,000 ',
    { kind: 'bound', expression: 'page.items.length', max: 1000 },
  ],
  [' leastscope-once', { kind: 'once' }],
])('%s', (comment, annotation) => {
  expect(parseAnnotation(comment)).toEqual(annotation);
});

it.each([
  ' leastscope-calls often',
  ' leastscope-calls 300',
  ' leastscope-calls 3/week',
  ' leastscope-bound users',
  ' leastscope-bound <= 5',
  ' leastscope-once more',
])('says what is wrong with "%s"', (comment) => {
  expect(parseAnnotation(comment)).toEqual({ problem: expect.stringContaining('leastscope-') as string });
});

it('leaves other comments alone', () => {
  for (const comment of [
    ' users <= 500',
    ' leastscope-disable-next-line rule',
    ' see leastscope-calls',
    ' leastscope-callsign x',
  ]) {
    expect(parseAnnotation(comment)).toBeUndefined();
  }
});
