import { pathOf } from './path-of.js';
import type { Value } from './value.js';

/** Functions of packages that give something with a `push` of its own, which is no list. */
const queues: Readonly<Record<string, RegExp>> = {
  async: /^(?:default\.)?(?:queue|priorityQueue|cargo|cargoQueue)\(\)$/,
  'async/queue': /^(?:default)?\(\)$/,
  'async-es': /^(?:queue|priorityQueue|cargo|cargoQueue)\(\)$/,
  fastq: /^(?:default)?(?:\.?promise)?\(\)$/,
};

/** Whether what is pushed onto something leaves it what it is: an object of a package's class, or a queue of tasks. */
export function isTaskQueue(value: Value | undefined): boolean {
  if (value?.kind !== 'external' || value.module === 'global') return false;
  return value.steps.at(-1)?.kind === 'new' || queues[value.module]?.test(pathOf(value.steps)) === true;
}
