import type { FunctionValue } from '../../values/value.js';
import type { Quantity } from '../quantity.js';
import { anyNumber, constant, constantValue, within } from '../quantity.js';
import { rateOrCalendar } from './calendar-trigger.js';
import type { JobRetries, ScheduleCall, ScheduleModel } from './model.js';
import { andFirst, eachWait, runAgain, statedNumber, unknownWait } from './run-again.js';

const packages = /^(?:agenda|@hokify\/agenda|@sealos\/agenda)$/;

export const agendaDefine: ScheduleModel = {
  id: 'agenda#define',
  packages,
  paths: /(?:^|\.)define$/,
  read: (call) => {
    const { options } = call;
    return {
      defines: `job ${options.text(0) ?? '*'}`,
      functions: [...options.functions(1), ...options.functions(2)],
      event: options.text(0) ?? 'job',
      retries: retriesOf(call),
      how: `job ${options.text(0) ?? ''}`,
    };
  },
};

/** A job runs again after a failure where its `backoff` says so, or whoever hears of the failure. */
function retriesOf(call: ScheduleCall): JobRetries | undefined {
  const { options, others, made, symbol } = call;
  const name = options.text(0) ?? 'job';
  const unknown = (): Quantity => symbol(`${name}.attempts`);
  const at = options.functions(1).length > 0 ? 2 : 1;
  if (options.has(at, 'backoff')) {
    const [strategy] = options.values(at, 'backoff').map(made);
    if (strategy === undefined || !/^(?:constant|linear|exponential)$/.test(strategy.name))
      return runAgain('agenda', unknown(), unknownWait(call, name));
    const retries = statedNumber([strategy.options, 0, 'maxRetries'], () => constant(3), unknown);
    const waits = waitsOf(strategy, andFirst(retries)) ?? unknownWait(call, name);
    return runAgain('agenda', andFirst(retries), waits);
  }
  const isHeard = others(/(?:^|\.)on$/).some(
    (listener) => /^fail(?::|$)/.test(listener.text(0) ?? '') && listener.functions(1).some(runsJob),
  );
  return isHeard ? runAgain('agenda', unknown(), unknownWait(call, name)) : undefined;
}

type Made = Exclude<ReturnType<ScheduleCall['made']>, undefined>;

/** The waits of a strategy; undefined where a number of it isn't known. */
function waitsOf({ name, options }: Made, attempts: Quantity): readonly Quantity[] | undefined {
  const number = (key: string, otherwise: number): number =>
    constantValue(
      statedNumber(
        [options, 0, key],
        () => constant(otherwise),
        () => anyNumber,
      ),
    ) ?? NaN;
  const delay = number('delay', 1000);
  const [increment, factor] = [number('increment', delay), number('factor', 2)];
  const [most, jitter] = [number('maxDelay', Infinity), number('jitter', 0)];
  if ([delay, increment, factor, most, jitter].some(Number.isNaN)) return undefined;
  return eachWait(attempts, (failure) => {
    const growing = name === 'linear' ? delay + increment * (failure - 1) : delay * factor ** (failure - 1);
    const wait = Math.min(most, name === 'constant' ? delay : growing);
    return within(wait * (1 - jitter), wait * (1 + jitter));
  });
}

/** `job.schedule('in 1 minute'); await job.save()`. */
const runsJob = ({ activation: { module }, fn }: FunctionValue): boolean =>
  module.calls.some(
    ({ within, callee }) =>
      within === fn &&
      callee.kind === 'member' &&
      callee.key.kind === 'literal' &&
      /^(?:save|run|now|schedule)$/.test(String(callee.key.value)),
  );

/** A lock in the database keeps a job from running twice at once, whatever the number of processes. */
export const agendaEvery: ScheduleModel = {
  id: 'agenda#every',
  packages,
  paths: /(?:^|\.)every$/,
  read: ({ options }) => {
    const text = options.text(0);
    const trigger =
      text === undefined ? undefined : rateOrCalendar(text, 'unix', { reach: 'cluster', guard: 'skip' });
    return {
      ...(trigger ? { trigger } : { event: options.text(1) ?? 'job' }),
      orders: `job ${options.text(1) ?? '*'}`,
      functions: [],
      how: `every ${text ?? '?'}`,
    };
  },
};

/** `agenda.now('sync', data)` and `agenda.schedule('in 5 minutes', 'sync', data)`: one run each. */
export const agendaSend: ScheduleModel = {
  id: 'agenda#send',
  packages,
  paths: /(?:^|\.)(?:now|schedule)$/,
  read: ({ path, options }) => {
    const name = options.text(path.endsWith('now') ? 0 : 1) ?? '*';
    return { sends: `job ${name}`, functions: [], how: `job ${name}` };
  },
};
