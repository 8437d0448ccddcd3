import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { lowerFile, type Lowered } from './lower-file.js';
import type { Batch, BatchAnswer, ThreadData } from './lower-thread.js';

/** The text of one file. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** Characters from which on threads are worth their start. */
const manyCharacters = 1_500_000;
const mostThreads = 4;
/** Characters that a thread is given at once, and how many such batches ahead, so that it never waits. */
const batchCharacters = 100_000;
const batchesAhead = 2;
/** A thread that says nothing for so long is given up, and its work done here. Milliseconds. */
const patience = 20_000;

const threadFile = fileURLToPath(new URL('./lower-thread.js', import.meta.url));

/**
 * Lowers files, and gives what became of each in the same order. Other threads help where there is much to do; a caller
 * that can't wait needn't, as this one works and then sleeps until they have answered. `onDone` hears of every step.
 */
export function lowerMany(
  sources: readonly Source[],
  onDone: (done: number) => void = () => undefined,
  threads: number = threadsFor(sources),
): Lowered[] {
  const work = createWork(sources, onDone);
  const crew = threads > 0 && existsSync(threadFile) ? startCrew(threads) : undefined;
  for (let batch = work.next(); batch; batch = work.next()) {
    work.doHere(batch);
    crew?.handOut(work);
  }
  crew?.finish(work);
  for (const batch of work.missing()) work.doHere(batch);
  return work.results;
}

const threadsFor = (sources: readonly Source[]): number =>
  sources.reduce((sum, { text }) => sum + text.length, 0) < manyCharacters
    ? 0
    : Math.min(mostThreads, availableParallelism() - 1);

/** What is to do, and what was done. */
interface Work {
  readonly results: Lowered[];
  /** A batch that nobody has yet; undefined when all are given out. */
  readonly next: () => Batch | undefined;
  readonly doHere: (batch: Batch) => void;
  readonly take: (answer: BatchAnswer) => void;
  /** Batches that were given out and not answered. */
  readonly missing: () => readonly Batch[];
}

function createWork(sources: readonly Source[], onDone: (done: number) => void): Work {
  const batches = batchesOf(sources);
  const open = new Map<number, Batch>();
  const results: Lowered[] = sources.map(() => undefined);
  let [given, done] = [0, 0];
  const settle = (first: number, lowered: readonly Lowered[]): void => {
    if (!open.delete(first)) return;
    lowered.forEach((one, i) => (results[first + i] = one));
    onDone((done += lowered.length));
  };
  return {
    results,
    next: () => {
      const batch = batches[given++];
      if (batch) open.set(batch.first, batch);
      return batch;
    },
    doHere: ({ first, sources: own }) =>
      settle(
        first,
        own.map(({ file, text }) => lowerFile(file, text)),
      ),
    take: ({ first, json }) =>
      settle(
        first,
        (JSON.parse(json) as (NonNullable<Lowered> | null)[]).map((one) => one ?? undefined),
      ),
    missing: () => [...open.values()],
  };
}

function batchesOf(sources: readonly Source[]): Batch[] {
  const batches: { first: number; sources: Source[] }[] = [];
  let size = batchCharacters;
  sources.forEach((source, i) => {
    if (size >= batchCharacters) {
      batches.push({ first: i, sources: [] });
      size = 0;
    }
    batches.at(-1)?.sources.push(source);
    size += source.text.length;
  });
  return batches;
}

/** Threads that lower batches. */
interface Crew {
  /** Takes what was answered, and gives each thread what it can do next. */
  readonly handOut: (work: Work) => void;
  /** Waits until everything given out is answered, and ends the threads. */
  readonly finish: (work: Work) => void;
}

function startCrew(count: number): Crew {
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const threads = Array.from({ length: count }, () => startThread(answers));
  const collect = (work: Work): boolean => {
    let hasAny = false;
    for (const thread of threads)
      for (let got = receiveMessageOnPort(thread.port); got; got = receiveMessageOnPort(thread.port)) {
        work.take(got.message as BatchAnswer);
        thread.ahead -= 1;
        hasAny = true;
      }
    return hasAny;
  };
  return {
    handOut: (work) => {
      collect(work);
      for (const thread of threads)
        while (thread.ahead < batchesAhead) {
          const batch = work.next();
          if (!batch) return;
          thread.port.postMessage(batch);
          thread.ahead += 1;
        }
    },
    finish: (work) => {
      while (threads.some(({ ahead }) => ahead > 0)) {
        const seen = Atomics.load(answers, 0);
        if (!collect(work) && Atomics.wait(answers, 0, seen, patience) === 'timed-out') break;
      }
      for (const { worker } of threads) void worker.terminate();
    },
  };
}

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Batches that it was given and has not answered. */
  ahead: number;
}

function startThread(answers: ThreadData['answers']): Thread {
  const { port1, port2 } = new MessageChannel();
  const workerData: ThreadData = { port: port2, answers };
  const worker = new Worker(threadFile, { workerData, transferList: [port2] });
  // Its failure is noticed by its silence.
  worker.on('error', () => undefined);
  worker.unref();
  port1.unref();
  return { worker, port: port1, ahead: 0 };
}
