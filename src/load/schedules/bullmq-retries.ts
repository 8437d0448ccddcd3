import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import { anyNumber, between, constant, constantValue, product } from '../quantity.js';
import type { JobRetries } from './model.js';
import { eachWait } from './run-again.js';

/** Options of a job: an argument, or a member of one. */
export type Stated = readonly [options: CodeOptions, argument: number, ...path: readonly string[]];

/**
 * How often a job runs that fails, and what it waits for before each further run: by its own options, or else by those
 * of its queue. Of several jobs, which are all those that are known, the worst. `unknown` is asked where the code doesn't
 * give the number.
 */
export function jobRetries(
  library: string,
  jobs: readonly Stated[],
  queue: CodeOptions | undefined,
  unknown: () => Quantity,
): JobRetries | undefined {
  const found = (jobs.length > 0 ? jobs : [undefined]).flatMap(
    (job) => retriesOf(library, job, queue, unknown) ?? [],
  );
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return first;
  const length = Math.max(...found.map(({ waitsMs }) => waitsMs.length));
  return {
    library,
    attempts: { kind: 'maximum', of: found.map(({ attempts }) => attempts) },
    waitsMs: Array.from({ length }, (_, i) => {
      const of = found.flatMap(({ waitsMs }) => waitsMs[i] ?? waitsMs.at(-1) ?? []);
      return between({ kind: 'minimum', of }, { kind: 'maximum', of });
    }),
  };
}

function retriesOf(
  library: string,
  job: Stated | undefined,
  queue: CodeOptions | undefined,
  unknown: () => Quantity,
): JobRetries | undefined {
  const places: Stated[] = [
    ...(job ? [job] : []),
    ...(queue ? [1, 2].map((at): Stated => [queue, at, 'defaultJobOptions']) : []),
  ];
  const stating = (key: string): Stated | undefined =>
    places.find(([options, at, ...path]) => options.has(at, ...path, key));
  const place = stating('attempts');
  // What a queue that is made elsewhere asks of its jobs is not known, nor what a job does that isn't.
  const isOpen = job === undefined || queue === undefined || queue.count === 0;
  if (place === undefined && !isOpen) return undefined;
  const attempts = place?.[0].number(place[1], ...(place.slice(2) as string[]), 'attempts') ?? unknown();
  if ((constantValue(attempts) ?? 2) <= 1) return undefined;
  return { library, attempts, waitsMs: waitsOf(library, stating('backoff'), attempts) };
}

/** `backoff: 1000` and `{ type: 'fixed' | 'exponential', delay, jitter }`; a strategy of one's own waits as it likes. */
function waitsOf(library: string, place: Stated | undefined, attempts: Quantity): readonly Quantity[] {
  if (place === undefined) return [constant(0)];
  const [options, at, ...path] = place;
  const fixed = options.number(at, ...path, 'backoff');
  if (fixed) return [fixed];
  const delay = options.number(at, ...path, 'backoff', 'delay');
  const type = options.text(at, ...path, 'backoff', 'type');
  if (delay === undefined || (type !== 'fixed' && type !== 'exponential')) return [anyNumber];
  const share = jitterOf(place);
  const wait = (factor: number): Quantity => {
    const most = product(delay, constant(factor));
    return share === 0 ? most : between(product(most, constant(1 - share)), most);
  };
  if (type === 'fixed') return [wait(1)];
  // Bull counts the failure itself among the powers: 1, 3, 7 times the delay.
  const growth = (failure: number): number => (library === 'bull' ? 2 ** failure - 1 : 2 ** (failure - 1));
  return eachWait(attempts, (failure) => wait(growth(failure)));
}

/** The share of a wait that is left to chance. */
function jitterOf([options, at, ...path]: Stated): number {
  if (!options.has(at, ...path, 'backoff', 'jitter')) return 0;
  const jitter = options.number(at, ...path, 'backoff', 'jitter');
  return Math.min(1, (jitter && constantValue(jitter)) ?? 1);
}
