import type { CodeOptions } from '../options.js';
import { constantValue } from '../quantity.js';
import type { ScheduledEntry } from '../scheduled-entry.js';
import type { Trigger } from '../trigger.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { JobModel } from './model.js';

/**
 * `new Bree({ root: 'jobs', jobs: ['a', { name: 'b', interval: '5m' }] })` runs files: at the start, unless an interval,
 * a cron expression or a date says when. A job that is still running is left out.
 */
export const bree: JobModel = {
  id: 'bree',
  packages: /^bree$/,
  paths: /^(?:default)?$/,
  read: ({ options, pathText }) => {
    const root = options.has(0, 'root') ? (pathText(options.values(0, 'root')) ?? '') : 'jobs';
    const isStarted = options.flag(0, 'timeout') !== false;
    return options.elements(0, 'jobs').flatMap((job): ScheduledEntry[] => {
      const alone = job.text(0);
      if (alone !== undefined)
        return !isStarted ? [] : [{ entry: { kind: 'file', file: `${root}/${alone}` }, ...atStart }];
      const name = job.text(0, 'name');
      const path = job.has(0, 'path') ? pathText(job.values(0, 'path')) : name && `${root}/${name}`;
      const when = triggerOf(job, options);
      if (path === undefined || when === 'never') return [];
      return [{ entry: { kind: 'file', file: path }, ...when }];
    });
  },
};

const atStart = { trigger: { kind: 'once', reach: 'process' }, how: 'bree, at the start' } as const;

function triggerOf(job: CodeOptions, all: CodeOptions): Omit<ScheduledEntry, 'entry'> | 'never' {
  const cron = job.text(0, 'cron');
  if (cron !== undefined) {
    const seconds = job.flag(0, 'hasSeconds') ?? all.flag(0, 'hasSeconds') ?? false;
    const timeZone = job.text(0, 'timezone') ?? all.text(0, 'timezone');
    const trigger = calendarTrigger(cron, seconds ? 'croner' : 'unix', {
      timeZone: timeZone === 'local' ? undefined : timeZone,
      guard: 'skip',
    });
    return { trigger, how: `bree cron ${cron}` };
  }
  const timeout = job.has(0, 'timeout') ? job.duration(0, 'timeout') : undefined;
  const isOff = job.flag(0, 'timeout') === false || all.flag(0, 'timeout') === false;
  const interval = job.has(0, 'interval') ? job : all.has(0, 'interval') ? all : undefined;
  const everyMs = interval?.duration(0, 'interval');
  if (interval !== undefined && (everyMs === undefined || constantValue(everyMs) !== 0)) {
    const trigger: Trigger | undefined = everyMs && {
      kind: 'periodic',
      everyMs,
      immediate: timeout !== undefined,
      guard: 'skip',
      reach: 'process',
    };
    return { trigger, how: `bree interval ${interval.text(0, 'interval') ?? ''}`.trim() };
  }
  return isOff && !job.has(0, 'date') ? 'never' : atStart;
}
