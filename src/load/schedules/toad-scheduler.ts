import type { Quantity } from '../quantity.js';
import { constant, product, sum } from '../quantity.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleCall, ScheduleModel } from './model.js';

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 };

/** The task that a job runs: `new AsyncTask(id, fn)`. It is defined under its own name, the job orders it. */
export const toadTask: ScheduleModel = {
  id: 'toad-scheduler#task',
  packages: /^toad-scheduler$/,
  paths: /^(?:AsyncTask|Task)$/,
  read: ({ options }) => ({
    defines: `toad ${options.text(0) ?? ''}`,
    functions: options.functions(1),
    how: `task ${options.text(0) ?? ''}`,
  }),
};

/** Interval jobs leave out runs that would overlap, unless told otherwise; cron jobs overlap. */
export const toadJob: ScheduleModel = {
  id: 'toad-scheduler',
  packages: /^toad-scheduler$/,
  paths: /^(?:SimpleIntervalJob|LongIntervalJob|CronJob)$/,
  read: (call) => {
    const { options, path } = call;
    const task = taskName(call);
    const base = { functions: [], orders: `toad ${task ?? '*'}` };
    if (path === 'CronJob') {
      const text = options.text(0, 'cronExpression');
      const trigger =
        text === undefined
          ? undefined
          : calendarTrigger(text, 'croner', {
              timeZone: options.text(0, 'timezone'),
              guard: options.flag(2, 'preventOverrun') === true ? 'skip' : 'overlap',
            });
      return { ...base, ...(trigger ? { trigger } : { event: 'job' }), how: `cron ${text ?? '?'}` };
    }
    return {
      ...base,
      trigger: {
        kind: 'periodic',
        everyMs: period(call),
        immediate: options.flag(0, 'runImmediately') === true,
        guard: options.flag(2, 'preventOverrun') === false ? 'overlap' : 'skip',
        reach: 'process',
      },
      how: 'interval job',
    };
  },
};

function period({ options }: ScheduleCall): Quantity {
  const parts = Object.entries(units).flatMap(([unit, ms]) => {
    const n = options.number(0, unit);
    return n === undefined ? [] : [product(n, constant(ms))];
  });
  return sum(...parts);
}

/** The first argument of the task that is passed. */
function taskName({ options }: ScheduleCall): string | undefined {
  for (const value of options.values(1)) {
    const made = value.kind === 'external' ? value.steps.find((step) => step.kind === 'new') : undefined;
    const first = made?.kind === 'new' ? made.args[0]?.value : undefined;
    if (first?.kind === 'expr' && first.expr.kind === 'literal') return String(first.expr.value);
  }
  return undefined;
}
