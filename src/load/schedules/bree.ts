import type { CodeOptions } from '../options.js';
import { constant, constantValue } from '../quantity.js';
import type { ScheduledEntry } from '../scheduled-entry.js';
import type { Trigger } from '../trigger.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { JobCall, JobModel } from './model.js';

/**
 * `new Bree({ root: 'jobs', jobs: ['a', { name: 'b', interval: '5m' }] })` and `bree.add(…)` run files: at the start,
 * unless an interval, a cron expression or a date says when. A job that is still running is left out.
 */
export const bree: JobModel = {
  id: 'bree',
  packages: /^bree$/,
  paths: /^(?:default)?$|(?:^|\.)new\.add$/,
  read: ({ path, options, receiver, pathText }) => {
    const isAdded = path.endsWith('.add');
    const all = isAdded ? (receiver ?? options) : options;
    const root = all.has(0, 'root') ? (pathText(all.values(0, 'root')) ?? '') : 'jobs';
    const at = isAdded ? [] : ['jobs'];
    const isOne = isAdded && options.values(0).some(({ kind }) => kind !== 'array');
    const jobs = isOne ? [options] : options.elements(0, ...at);
    const length = isOne || !options.has(0, ...at) ? constant(0) : options.length(0, ...at);
    const isWhole = isOne || (length !== undefined && constantValue(length) === jobs.length);
    // Without jobs, the folder's own index lists them; what isn't known may be any file there, at any time.
    const others = !isWhole ? `${root}/*` : jobs.length === 0 ? `${root}/index/*` : undefined;
    const known = jobs.flatMap((job) => jobOf(job, all, root, pathText));
    return others === undefined ? known : [...known, anyOf(others)];
  },
};

function jobOf(
  job: CodeOptions,
  all: CodeOptions,
  root: string,
  pathText: JobCall['pathText'],
): readonly ScheduledEntry[] {
  const alone = job.text(0);
  if (alone !== undefined) {
    const isStarted = all.flag(0, 'timeout') !== false;
    const when = intervalOf(all, isStarted) ?? (isStarted ? atStart : undefined);
    return when ? [{ entry: { kind: 'file', file: `${root}/${alone}` }, ...when }] : [];
  }
  const name = job.text(0, 'name');
  const path = job.has(0, 'path') ? pathText(job.values(0, 'path')) : name && `${root}/${name}`;
  const when = triggerOf(job, all);
  if (path === undefined) return [anyOf(`${root}/*`)];
  return when === 'never' ? [] : [{ entry: { kind: 'file', file: path }, ...when }];
}

/** Files of which nobody knows which one runs, and when. */
const anyOf = (file: string): ScheduledEntry => ({
  entry: { kind: 'file', file },
  trigger: undefined,
  how: 'bree',
});

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
  if (job.has(0, 'cron')) return { trigger: undefined, how: 'bree cron' };
  const timeout = job.has(0, 'timeout') ? job.duration(0, 'timeout') : undefined;
  const isOff = job.flag(0, 'timeout') === false || all.flag(0, 'timeout') === false;
  const interval = intervalOf(job.has(0, 'interval') ? job : all, timeout !== undefined);
  if (interval) return interval;
  return isOff && !job.has(0, 'date') ? 'never' : atStart;
}

/** What runs again and again; undefined without an interval. */
function intervalOf(options: CodeOptions, immediate: boolean): Omit<ScheduledEntry, 'entry'> | undefined {
  if (!options.has(0, 'interval')) return undefined;
  const everyMs = options.duration(0, 'interval');
  if (everyMs !== undefined && constantValue(everyMs) === 0) return undefined;
  const trigger: Trigger | undefined = everyMs && {
    kind: 'periodic',
    everyMs,
    immediate,
    guard: 'skip',
    reach: 'process',
  };
  return { trigger, how: `bree interval ${options.text(0, 'interval') ?? ''}`.trim() };
}
