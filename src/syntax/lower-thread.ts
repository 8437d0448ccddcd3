import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { lowerFile } from './lower-file.js';
import type { Source } from './lower-many.js';

/** What a thread is started with. */
export interface ThreadData {
  readonly port: MessagePort;
  /** Counts answers, so that whoever waits for one is woken. */
  readonly answers: Int32Array<SharedArrayBuffer>;
}

/** Sources in; for each, its summary as JSON out: that is read faster than a copied object. */
export interface Batch {
  readonly first: number;
  readonly sources: readonly Source[];
}

export interface BatchAnswer {
  readonly first: number;
  readonly json: string;
}

const { port, answers } = workerData as ThreadData;

port.on('message', ({ first, sources }: Batch) => {
  // JSON has no `undefined`.
  const json = JSON.stringify(sources.map(({ file, text }) => lowerFile(file, text) ?? null));
  port.postMessage({ first, json } satisfies BatchAnswer);
  Atomics.add(answers, 0, 1);
  Atomics.notify(answers, 0);
});
