import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import { between, constant, product } from '../quantity.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { JobRetries, ScheduleCall, ScheduleModel } from './model.js';
import { andFirst, runAgain, statedNumber } from './run-again.js';

const packages = /^pg-boss$/;

/** Where options stand. */
type Place = readonly [CodeOptions, number, ...string[]];

/** `boss.work(name, options, fn)`: runs for each job of the queue. */
export const pgBossWork: ScheduleModel = {
  id: 'pg-boss#work',
  packages,
  paths: /\.work$/,
  read: ({ options }) => {
    const name = options.text(0);
    return {
      defines: `queue ${name ?? '*'}`,
      event: name ?? 'queue',
      functions: [1, 2].flatMap((at) => options.functions(at)),
      how: `queue ${name ?? '?'}`,
    };
  },
};

/** `boss.send(name, data, options)` and its kin. */
export const pgBossSend: ScheduleModel = {
  id: 'pg-boss#send',
  packages,
  paths: /\.(?:send|sendAfter|sendThrottled|sendDebounced|insert|publish)$/,
  read: (call) => {
    const { path, options } = call;
    if (path.endsWith('.publish'))
      return { sends: 'queue *', functions: [], retries: retriesOf(call, '*', [options, 2]), how: 'queue' };
    if (path.endsWith('.insert')) {
      const [first, ...others] = new Set(options.elements(0).map((job) => job.text(0, 'name')));
      const name = others.length === 0 ? (first ?? '*') : '*';
      return {
        sends: `queue ${name}`,
        functions: [],
        each: 0,
        retries: retriesOf(call, name, undefined),
        how: `queue ${name}`,
      };
    }
    const name = options.text(0) ?? options.text(0, 'name') ?? '*';
    const own: Place = options.text(0) === undefined ? [options, 0, 'options'] : [options, 2];
    const retries = retriesOf(call, name, own);
    return { sends: `queue ${name}`, functions: [], retries, how: `queue ${name}` };
  },
};

/** `boss.schedule(name, cron, data, { tz })`: one series for all processes. */
export const pgBossSchedule: ScheduleModel = {
  id: 'pg-boss#schedule',
  packages,
  paths: /\.schedule$/,
  read: (call) => {
    const { options } = call;
    const [name, cron] = [options.text(0) ?? '*', options.text(1)];
    const timeZone = options.text(3, 'tz') ?? 'UTC';
    const trigger =
      cron === undefined ? undefined : calendarTrigger(cron, 'unix', { timeZone, reach: 'cluster' });
    return {
      ...(trigger ? { trigger } : { event: name === '*' ? 'queue' : name }),
      orders: `queue ${name}`,
      functions: [],
      retries: retriesOf(call, name, [options, 3]),
      how: `queue ${name}, cron ${cron ?? '?'}`,
    };
  },
};

/**
 * The options of a job are its own, else those of its queue, else those of the instance, else two retries without a
 * wait. What a queue or an instance that is made elsewhere asks of its jobs is not known.
 */
function retriesOf(call: ScheduleCall, name: string, own: Place | undefined): JobRetries | undefined {
  const { others, chained, symbol } = call;
  const queues = others(/\.createQueue$/).filter((queue) => [name, undefined].includes(queue.text(0)));
  const instance = chained('new');
  const isOpen = queues.length === 0 || instance === undefined;
  const layers: readonly (readonly Place[])[] = [
    own ? [own] : [],
    queues.map((queue) => [queue, 1]),
    instance ? [[instance, 0]] : [],
  ];
  const stated = (key: string, otherwise: Quantity, unknown: () => Quantity, from = 0): Quantity => {
    const next = (): Quantity => stated(key, otherwise, unknown, from + 1);
    const layer = layers[from];
    if (layer === undefined) return isOpen ? unknown() : otherwise;
    return layer.length === 0
      ? next()
      : { kind: 'maximum', of: layer.map((place) => statedNumber([...place, key], next, unknown)) };
  };
  const label = name === '*' ? 'job' : name;
  const attempts = andFirst(stated('retryLimit', constant(2), () => symbol(`${label}.retries`)));
  const grows = layers.flat().some(([options, ...path]) => options.has(...path, 'retryBackoff'));
  const backoff = symbol(`${label}.backoff`, 'milliseconds');
  const seconds = stated('retryDelay', constant(0), () => product(backoff, constant(0.001)));
  const wait = grows ? backoff : product(seconds, constant(1000));
  return runAgain('pg-boss', attempts, [between(constant(0), wait)]);
}
