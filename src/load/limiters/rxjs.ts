import { constant } from '../quantity.js';
import type { LimiterModel } from './model.js';

const operator = (name: string, shape: LimiterModel['shape']): LimiterModel => ({
  id: `rxjs#${name}`,
  library: 'rxjs',
  version: '7.8.2',
  exported: name,
  made: 'call',
  passages: [{ kind: 'callback', argument: 0 }],
  shape,
});

/** `mergeMap(fn, concurrent)`; without a number all inner streams run at once. */
export const mergeMap = operator('mergeMap', (options) => {
  const lanes = options.number(1);
  return lanes && { kind: 'concurrency', lanes };
});

/** One inner stream after the other. */
export const concatMap = operator('concatMap', () => ({ kind: 'concurrency', lanes: constant(1) }));

/** Ignores what comes while an inner stream runs. */
export const exhaustMap = operator('exhaustMap', () => ({ kind: 'concurrency', lanes: constant(1) }));
