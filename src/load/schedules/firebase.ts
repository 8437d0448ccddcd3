import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import { between, constant, constantValue, product } from '../quantity.js';
import { rateOrCalendar } from './calendar-trigger.js';
import type { JobRetries, ScheduleModel } from './model.js';
import { andFirst, runAgain, statedNumber, unknownWait } from './run-again.js';

const packages = /^firebase-functions(?:\/.*)?$/;

/** `onSchedule('every 5 minutes' | { schedule, timeZone }, fn)`, and `pubsub.schedule(…).onRun(fn)` before. */
export const firebase: ScheduleModel = {
  id: 'firebase',
  isHosted: true,
  packages,
  paths: /(?:^|\.)onSchedule$|schedule\(\)(?:\.\w+\(\))*\.onRun$/,
  read: (call) => {
    const { path, options, chained, symbol } = call;
    const isNew = path.endsWith('onSchedule');
    const text = isNew ? (options.text(0) ?? options.text(0, 'schedule')) : chained('schedule')?.text(0);
    const timeZone = isNew ? options.text(0, 'timeZone') : chained('timeZone')?.text(0);
    const trigger =
      text === undefined ? undefined : rateOrCalendar(text, 'unix', { timeZone, reach: 'cluster' });
    const settings = isNew ? (options.text(0) === undefined ? options : undefined) : chained('retryConfig');
    const unknown = (): Quantity => symbol('schedule.retries');
    // Retries go on until both limits are reached: a duration alone says nothing of how many there are.
    const isTimed = ['maxRetrySeconds', 'maxRetryDuration'].some((key) => settings?.has(0, key));
    const inWords = ['minBackoffDuration', 'maxBackoffDuration'].some((key) => settings?.has(0, key));
    const retries = isTimed ? unknown() : stated(settings, ['retryCount'], 0, unknown);
    return {
      ...(trigger ? { trigger } : { event: 'schedule' }),
      functions: options.functions(isNew ? 1 : 0),
      retries: inWords
        ? runAgain('firebase-functions', andFirst(retries), unknownWait(call, 'schedule'))
        : again(andFirst(retries), [5, 3600], settings, []),
      how: `schedule ${text ?? '?'}`,
    };
  },
};

/** `onTaskDispatched({ retryConfig }, fn)`, and `tasks.taskQueue({ retryConfig }).onDispatch(fn)` before. */
export const firebaseTasks: ScheduleModel = {
  id: 'firebase#tasks',
  isHosted: true,
  packages,
  paths: /(?:^|\.)onTaskDispatched$|taskQueue\(\)\.onDispatch$/,
  read: ({ path, options, chained, symbol }) => {
    const settings = path.endsWith('onDispatch') ? chained('taskQueue') : options;
    const unknown = (): Quantity => symbol('task.attempts');
    const attempts = stated(settings, ['retryConfig', 'maxAttempts'], 3, unknown);
    // A number below 1 asks for attempts without end.
    const all = (constantValue(attempts) ?? 1) < 1 ? unknown() : attempts;
    return {
      event: path,
      functions: [...options.functions(0), ...options.functions(1)],
      retries: again(all, [0.1, 3600], settings, ['retryConfig']),
      how: path,
    };
  },
};

/** What happens elsewhere: it is told again for a day or a week while its function fails, if that is asked for. */
export const firebaseEvents: ScheduleModel = {
  id: 'firebase#events',
  isHosted: true,
  packages,
  paths: /(?:^|\.)on(?!(?:Request|Call\w*|Init|GraphRequest)$)[A-Z]\w*$/,
  read: ({ path, options, chained, symbol }) => {
    const isOn = (settings: CodeOptions | undefined, key: string): boolean =>
      settings?.has(0, key) === true && settings.flag(0, key) !== false;
    const isAgain =
      (options.functions(0).length === 0 && isOn(options, 'retry')) ||
      isOn(chained('runWith'), 'failurePolicy');
    return {
      event: path,
      functions: [...options.functions(0), ...options.functions(1)],
      retries: isAgain ? again(symbol(`${path}.attempts`), [10, 600], undefined, []) : undefined,
      how: path,
    };
  },
};

function stated(
  settings: CodeOptions | undefined,
  path: readonly string[],
  otherwise: number,
  unknown: () => Quantity,
): Quantity {
  return settings === undefined
    ? constant(otherwise)
    : statedNumber([settings, 0, ...path], () => constant(otherwise), unknown);
}

/** Waits grow from the least to the most number of seconds, which the settings under `path` may state. */
function again(
  attempts: Quantity,
  [least, most]: readonly [number, number],
  settings: CodeOptions | undefined,
  path: readonly string[],
): JobRetries | undefined {
  const ms = (key: string, otherwise: number, unknown: number): Quantity =>
    product(
      stated(settings, [...path, key], otherwise, () => constant(unknown)),
      constant(1000),
    );
  const wait = between(ms('minBackoffSeconds', least, 0), ms('maxBackoffSeconds', most, Infinity));
  return runAgain('firebase-functions', attempts, [wait]);
}
