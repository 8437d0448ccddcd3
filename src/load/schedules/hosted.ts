import type { CodeOptions } from '../options.js';
import type { Quantity } from '../quantity.js';
import { constant, constantValue, within } from '../quantity.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { JobRetries, ScheduleCall, ScheduleModel } from './model.js';
import { andFirst, eachWait, runAgain, statedNumber, unknownWait } from './run-again.js';

const tableSeconds = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200, 7200];

/** What Inngest waits for: a line of its table, or the next one, and up to half a minute by chance. */
const steps: readonly Quantity[] = tableSeconds
  .slice(1)
  .map((next, i) => within((tableSeconds[i] ?? 0) * 1000, (next + 30) * 1000));

/** `inngest.createFunction({ id, retries }, { cron } | { event }, fn)`: each step that fails runs again four times. */
export const inngest: ScheduleModel = {
  id: 'inngest',
  isHosted: true,
  packages: /^inngest$/,
  paths: /(?:^|\.)createFunction$/,
  read: (call) => {
    const { options, others, symbol } = call;
    const text = options.text(1, 'cron') ?? options.text(0, 'triggers', 'cron') ?? options.text(0, 'cron');
    const zone = /^TZ=(\S+)\s+(.*)$/.exec(text ?? '');
    const cron = zone?.[2] ?? text;
    const trigger =
      cron === undefined
        ? undefined
        : calendarTrigger(cron, 'unix', { timeZone: zone?.[1] ?? 'UTC', reach: 'cluster' });
    const id = options.text(0, 'id') ?? options.text(0);
    const event = options.text(1, 'event') ?? id ?? 'event';
    const retries = statedNumber(
      [options, 0, 'retries'],
      () => constant(4),
      () => symbol(`${id ?? 'function'}.retries`),
    );
    return {
      ...(trigger ? { trigger } : { event }),
      functions: [1, 2].flatMap((at) => options.functions(at)),
      // An error may say itself when to run again.
      retries: runAgain(
        'inngest',
        andFirst(retries),
        others(/^RetryAfterError$/).length > 0 ? unknownWait(call, id ?? 'function') : steps,
      ),
      begunAnew: goesOn(call) ? 'after-waits' : 'after-each-step',
      how: cron === undefined ? `event ${event}` : `cron ${cron}`,
    };
  },
};

/**
 * Whether a function goes on after a step without being begun anew ("checkpointing"): what it says itself, or its
 * client, else what holds for its version, which takes the trigger as an option where older ones have an argument for it.
 */
function goesOn({ options, others }: ScheduleCall): boolean {
  const ofClients = others(/^Inngest$/).filter((client) => client.has(0, 'checkpointing'));
  const stated = [options, ...ofClients].find((of) => of.has(0, 'checkpointing'));
  if (stated) return stated.flag(0, 'checkpointing') !== false;
  return options.functions(1).length > 0;
}

/** `schedules.task({ id, cron, run, retry })` and `task({ id, run, retry })`. */
export const triggerDev: ScheduleModel = {
  id: 'trigger.dev',
  isHosted: true,
  packages: /^@trigger\.dev\/sdk(?:\/.*)?$/,
  paths: /^(?:schedules\.task|task|schemaTask)$/,
  read: (call) => {
    const { options } = call;
    const text = options.text(0, 'cron') ?? options.text(0, 'cron', 'pattern');
    const trigger =
      text === undefined
        ? undefined
        : calendarTrigger(text, 'unix', {
            timeZone: options.text(0, 'cron', 'timezone') ?? 'UTC',
            reach: 'cluster',
          });
    return {
      ...(trigger ? { trigger } : { event: options.text(0, 'id') ?? 'task' }),
      functions: options.functions(0, 'run'),
      retries: taskRetries(call),
      how: text === undefined ? `task ${options.text(0, 'id') ?? ''}` : `cron ${text}`,
    };
  },
};

/** By the task's own `retry`, else by the project's config; a run that is started by hand may ask for more. */
function taskRetries(call: ScheduleCall): JobRetries | undefined {
  const { options, others, symbol } = call;
  const id = options.text(0, 'id') ?? 'task';
  const unknown = (): Quantity => symbol(`${id}.attempts`);
  const [config] = others(/^defineConfig$/).filter((of) => of.has(0, 'retries', 'default'));
  const policy: readonly [CodeOptions, ...string[]] | undefined = options.has(0, 'retry')
    ? [options, 'retry']
    : config && [config, 'retries', 'default'];
  if (policy === undefined) return runAgain('@trigger.dev/sdk', unknown(), unknownWait(call, id));
  const [of, ...path] = policy;
  // What a policy leaves out is taken from the package's own.
  const stated = (key: string, otherwise: number): Quantity =>
    statedNumber([of, 0, ...path, key], () => constant(otherwise), unknown);
  const byHand = others(/(?:^|\.)trigger(?:AndWait|AndPoll)?$/).flatMap((run) =>
    [1, 2].flatMap((at) => (run.has(at, 'maxAttempts') ? [run.number(at, 'maxAttempts') ?? unknown()] : [])),
  );
  const attempts: Quantity = { kind: 'maximum', of: [stated('maxAttempts', 3), ...byHand] };
  const isOwn = options.has(0, 'catchError') || options.has(0, 'handleError');
  const [least, factor, most] = [
    constantValue(stated('minTimeoutInMs', 1000)),
    constantValue(stated('factor', 2)),
    constantValue(stated('maxTimeoutInMs', 60_000)),
  ];
  if (isOwn || least === undefined || factor === undefined || most === undefined)
    return runAgain('@trigger.dev/sdk', attempts, unknownWait(call, id));
  // Chance, unless it is switched off, makes a wait up to twice as long.
  const waits = eachWait(attempts, (failure) => {
    const wait = least * factor ** (failure - 1);
    return within(Math.min(most, wait), Math.min(most, 2 * wait));
  });
  return runAgain('@trigger.dev/sdk', attempts, waits);
}

/** `schedule('@hourly', handler)`. */
export const netlify: ScheduleModel = {
  id: 'netlify',
  isHosted: true,
  packages: /^@netlify\/functions$/,
  paths: /^schedule$/,
  read: ({ options }) => {
    const text = options.text(0);
    const trigger =
      text === undefined ? undefined : calendarTrigger(text, 'unix', { timeZone: 'UTC', reach: 'cluster' });
    return {
      ...(trigger ? { trigger } : { event: 'schedule' }),
      functions: options.functions(1),
      how: `cron ${text ?? '?'}`,
    };
  },
};
