import { rateOrCalendar } from './calendar-trigger.js';
import type { ScheduleModel } from './model.js';

/** `onSchedule('every 5 minutes' | { schedule, timeZone }, fn)`, and `pubsub.schedule(…).onRun(fn)` before. */
export const firebase: ScheduleModel = {
  id: 'firebase',
  packages: /^firebase-functions(?:\/.*)?$/,
  paths: /(?:^|\.)onSchedule$|schedule\(\)(?:\.timeZone\(\))?\.onRun$/,
  read: ({ path, options, before }) => {
    const isNew = path.endsWith('onSchedule');
    const text = isNew ? (options.text(0) ?? options.text(0, 'schedule')) : before?.text(0);
    const timeZone = isNew ? options.text(0, 'timeZone') : undefined;
    const trigger =
      text === undefined ? undefined : rateOrCalendar(text, 'unix', { timeZone, reach: 'cluster' });
    return {
      ...(trigger ? { trigger } : { event: 'schedule' }),
      functions: options.functions(isNew ? 1 : 0),
      how: `schedule ${text ?? '?'}`,
    };
  },
};
