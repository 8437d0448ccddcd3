import { calendarTrigger } from './calendar-trigger.js';
import type { ScheduleModel } from './model.js';

/** `inngest.createFunction({ id }, { cron } | { event }, fn)`. */
export const inngest: ScheduleModel = {
  id: 'inngest',
  packages: /^inngest$/,
  paths: /(?:^|\.)createFunction$/,
  read: ({ options }) => {
    const text = options.text(1, 'cron') ?? options.text(0, 'triggers', 'cron') ?? options.text(0, 'cron');
    const zone = /^TZ=(\S+)\s+(.*)$/.exec(text ?? '');
    const cron = zone?.[2] ?? text;
    const trigger =
      cron === undefined
        ? undefined
        : calendarTrigger(cron, 'unix', { timeZone: zone?.[1] ?? 'UTC', reach: 'cluster' });
    const event = options.text(1, 'event') ?? options.text(0, 'id') ?? 'event';
    return {
      ...(trigger ? { trigger } : { event }),
      functions: [1, 2].flatMap((at) => options.functions(at)),
      how: cron === undefined ? `event ${event}` : `cron ${cron}`,
    };
  },
};

/** `schedules.task({ id, cron, run })` and `task({ id, run })`. */
export const triggerDev: ScheduleModel = {
  id: 'trigger.dev',
  packages: /^@trigger\.dev\/sdk(?:\/.*)?$/,
  paths: /^(?:schedules\.)?task$/,
  read: ({ options }) => {
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
      how: text === undefined ? `task ${options.text(0, 'id') ?? ''}` : `cron ${text}`,
    };
  },
};

/** `schedule('@hourly', handler)`. */
export const netlify: ScheduleModel = {
  id: 'netlify',
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
