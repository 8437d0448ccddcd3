import { rateOrCalendar } from './calendar-trigger.js';
import type { ScheduleModel } from './model.js';

const packages = /^(?:agenda|@hokify\/agenda|@sealos\/agenda)$/;

export const agendaDefine: ScheduleModel = {
  id: 'agenda#define',
  packages,
  paths: /(?:^|\.)define$/,
  read: ({ options }) => ({
    defines: `job ${options.text(0) ?? '*'}`,
    functions: [...options.functions(1), ...options.functions(2)],
    event: options.text(0) ?? 'job',
    how: `job ${options.text(0) ?? ''}`,
  }),
};

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
