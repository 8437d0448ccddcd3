import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import { constant, constantValue } from '../quantity.js';
import { jobRetries } from './bullmq-retries.js';
import type { JobRetries, JobTree, ScheduleCall, ScheduleModel } from './model.js';

/** `flow.add({ queueName, opts, children }, options)`: a job runs when its children are done. */
export const bullFlow: ScheduleModel = {
  id: 'bullmq#flow',
  packages: /^bullmq$/,
  paths: /(?:^|\.)FlowProducer\.new\.add(?:Bulk)?$/,
  read: (call) => {
    const { options, path } = call;
    const trees = path.endsWith('Bulk')
      ? treesIn(call, options, [0])
      : [treeOf(call, options, [0], constant(1))];
    return { trees, functions: [], how: 'flow' };
  },
};

const unknownRetries = ({ symbol }: ScheduleCall): JobRetries | undefined =>
  jobRetries('bullmq', [], undefined, () => symbol('job.attempts'));

type Place = readonly [argument: number, ...path: string[]];

function treeOf(call: ScheduleCall, job: CodeOptions, place: Place, count: Quantity): JobTree {
  const [at, ...path] = place;
  const name = job.text(at, ...path, 'queueName') ?? '*';
  // What the flow says of a queue's jobs holds for those that say nothing; the queue itself isn't asked.
  const isStated = job.has(at, ...path, 'opts', 'attempts') || call.options.has(1, 'queuesOptions');
  const unknown = (): Quantity => call.symbol(`${name === '*' ? 'job' : name}.attempts`);
  return {
    sends: `queue ${name}`,
    count,
    retries: isStated ? jobRetries('bullmq', [[job, at, ...path, 'opts']], undefined, unknown) : undefined,
    children: job.has(at, ...path, 'children') ? treesIn(call, job, [at, ...path, 'children']) : [],
  };
}

/** The jobs of a list: each of them where all are known, else as many of any that is as the list is long. */
function treesIn(call: ScheduleCall, options: CodeOptions, place: Place): readonly JobTree[] {
  const length = options.length(...place) ?? call.symbol('children.length');
  const jobs = options.elements(...place);
  const isWhole = constantValue(length) === jobs.length;
  const count = isWhole ? constant(1) : length;
  if (jobs.length === 0 && constantValue(length) !== 0)
    return [{ sends: 'queue *', count, retries: unknownRetries(call), children: [] }];
  return jobs.map((job) => treeOf(call, job, [0], count));
}
