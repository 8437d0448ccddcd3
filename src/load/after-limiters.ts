import { crowdAt, inOneProcess, shortestPeriod } from './crowd.js';
import type { Question } from './evaluate.js';
import { runProfile, windowLoad } from './evaluate.js';
import type { Flow } from './flow.js';
import { oneRequest } from './profile.js';
import { countOf, multiply, symbol } from './quantity.js';
import { mostReleased } from './release.js';
import { loopOf } from './repeat.js';
import type { LimiterUse } from './term.js';
import { usesOf } from './term.js';
import { waitsForIdle } from './whole-runs.js';

type Waits = NonNullable<Question['reading']['waits']>;

/**
 * Most requests that stand outside of limiters which more comes to than goes: each follows the begin of its run, or
 * something that such a limiter let pass in the same run, by no more than the run takes without waiting.
 */
export function afterLimiters(
  flows: readonly Flow[],
  limiters: ReadonlyMap<string, LimiterUse>,
  question: Question,
  waits: Waits,
): number {
  return flows.reduce((sum, flow) => {
    const own = windowLoad([flow], question);
    return sum + (own === Infinity ? followed(flow, flows, limiters, question, waits) : own);
  }, 0);
}

function followed(
  flow: Flow,
  flows: readonly Flow[],
  limiters: ReadonlyMap<string, LimiterUse>,
  question: Question,
  waits: Waits,
): number {
  const { reading, w } = question;
  const { trigger, term } = flow;
  const uses = [...new Map(usesOf(term).map((use) => [use.id, use])).values()].filter(({ id }) =>
    limiters.has(id),
  );
  const open = uses.filter((use) => waits(use, 'passing') === Infinity);
  const isHeldUp = uses.some((use) => waitsForIdle(flow, use.id) && waits(use, 'idle') === Infinity);
  if (
    isHeldUp ||
    trigger.kind === 'after-completion' ||
    open.some(({ instance, isMany }) => instance === 'run' || isMany)
  )
    return Infinity;
  const bounded: Waits = (use, what) => (open.some(({ id }) => id === use.id) ? 0 : waits(use, what));
  const run = runProfile(flow, inOneProcess({ ...reading, waits: bounded }));
  const reach = w + Math.max(run.duration.high, run.span);
  if (reach === Infinity) return Infinity;
  const replicas = countOf(symbol('replicas'), reading.environment).high;
  const begun = Math.ceil(reach / shortestPeriod(flow, reading.environment)) + 2;
  const isOfEach = trigger.kind !== 'event' && trigger.reach === 'process';
  const passed = open.map((use) => {
    const { body } = crowdAt(flows, use, { ...question, reading: { ...reading, waits: undefined } });
    const lane = loopOf(oneRequest(body.duration), { low: Infinity, high: Infinity });
    const released = mostReleased(use.shape, reach, reading.environment, lane.density);
    return multiply(use.instance === 'process' ? replicas : 1, released);
  });
  const before = passed.reduce((sum, count) => sum + count, multiply(begun, isOfEach ? replicas : 1));
  return multiply(run.count.high, before);
}
