import type { ScheduledEntry } from '../scheduled-entry.js';
import { calendarTrigger } from './calendar-trigger.js';
import type { JobModel } from './model.js';

/**
 * `ecosystem.config.js`: `{ apps: [{ script, cron_restart, instances }] }`. A restart runs the script's own body again,
 * in each instance.
 */
export const pm2Config: JobModel = {
  id: 'pm2-config',
  files: /(?:^|\/)(?:ecosystem|pm2)(?:\.[\w-]+)*\.config\.[cm]?js$/,
  read: ({ options, pathText }) =>
    options.elements(0, 'apps').flatMap((app): ScheduledEntry[] => {
      const script = pathText(app.values(0, 'script'));
      const text = app.text(0, 'cron_restart') ?? app.text(0, 'cron');
      if (script === undefined || text === undefined) return [];
      return [
        {
          entry: { kind: 'file', file: script },
          trigger: calendarTrigger(text, 'croner', { immediate: true }),
          how: `pm2 cron_restart ${text}`,
          ...(app.has(0, 'instances') && { instances: app.number(0, 'instances') }),
        },
      ];
    }),
};
