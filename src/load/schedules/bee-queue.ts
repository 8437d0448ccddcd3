import type { Quantity } from '../quantity.js';
import { constant, product } from '../quantity.js';
import type { ScheduleModel } from './model.js';
import { andFirst, eachWait, runAgain, unknownWait } from './run-again.js';

const packages = /^bee-queue$/;

/** `queue.process(concurrency, fn)`: runs for each job of the queue. */
export const beeQueueProcess: ScheduleModel = {
  id: 'bee-queue#process',
  packages,
  paths: /(?:^|\.)new\.process$/,
  read: ({ options, chained }) => {
    const name = chained('new')?.text(0);
    return {
      defines: `queue ${name ?? '*'}`,
      event: name ?? 'queue',
      functions: [0, 1].flatMap((at) => options.functions(at)),
      lanes: options.functions(0).length > 0 ? constant(1) : options.number(0),
      how: `queue ${name ?? '?'}`,
    };
  },
};

/** `queue.createJob(data).retries(2).save()`, and `queue.saveAll(jobs)`. */
export const beeQueueSave: ScheduleModel = {
  id: 'bee-queue#save',
  packages,
  paths: /(?:^|\.)new\.(?:createJob\(\)(?:\.\w+\(\))*\.save|saveAll)$/,
  read: (call) => {
    const { path, chained, others, symbol } = call;
    const name = chained('new')?.text(0) ?? '*';
    const own = chained('retries');
    // A job that is kept in a variable may be told so elsewhere.
    const stated = own ? [own] : others(/\.retries$/);
    const numbers = stated.map(
      (options): Quantity => options.number(0) ?? symbol(`${name === '*' ? 'job' : name}.retries`),
    );
    const attempts = andFirst({ kind: 'maximum', of: [constant(0), ...numbers] });
    const backoff = chained('backoff') ?? others(/\.backoff$/)[0];
    const delay = backoff?.number(1);
    const waits =
      backoff === undefined
        ? [constant(0)]
        : own && delay && backoff.text(0) === 'fixed'
          ? [delay]
          : own && delay && backoff.text(0) === 'exponential'
            ? eachWait(attempts, (failure) => product(delay, constant(2 ** (failure - 1))))
            : unknownWait(call, name === '*' ? 'job' : name);
    return {
      sends: `queue ${name}`,
      functions: [],
      ...(path.endsWith('.saveAll') && { each: 0 }),
      retries: runAgain('bee-queue', attempts, waits),
      how: `queue ${name}`,
    };
  },
};
