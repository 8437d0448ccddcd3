import { nodeAt } from '../../model/data-file.js';
import { calendarTrigger } from '../schedules/calendar-trigger.js';
import type { ScheduleFile } from '../scheduled-entry.js';
import { itemsOf, textsOf } from '../scheduled-entry.js';

/** `"crons": [{ "path": "/api/sync", "schedule": "0 5 * * *" }]`, in UTC. */
export const vercel: ScheduleFile = {
  id: 'vercel',
  docsUrl: 'https://vercel.com/docs/cron-jobs',
  files: /(?:^|\/)vercel\.json$/,
  read: ({ root }) =>
    itemsOf(nodeAt(root, 'crons')).flatMap((cron) => {
      const [path] = textsOf(nodeAt(cron, 'path'));
      const [text] = textsOf(nodeAt(cron, 'schedule'));
      if (path === undefined || text === undefined) return [];
      const trigger = calendarTrigger(text, 'vercel', { timeZone: 'UTC', reach: 'cluster' });
      return [{ entry: { kind: 'route', path }, trigger, how: `cron ${text}` }];
    }),
};
