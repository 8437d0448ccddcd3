import type { LimiterModel } from './model.js';

/** `fastq([context], worker, concurrency)`; what `push` is given is one task, a list too. */
export const fastq: LimiterModel = {
  id: 'fastq',
  library: 'fastq',
  version: '1.20.3',
  exported: 'default',
  made: 'call',
  passages: [
    { kind: 'worker', tasks: /^(?:push|unshift)$/, isOne: true },
    { kind: 'idle', members: /^drained$/ },
  ],
  changes: { properties: ['concurrency'] },
  stops: /^pause$/,
  shape: (options) => {
    const lanes = options.number(1) ?? options.number(2);
    return lanes && { kind: 'concurrency', lanes };
  },
};

/** The same with promises. */
export const fastqPromise: LimiterModel = { ...fastq, id: 'fastq#promise', exported: 'promise' };
