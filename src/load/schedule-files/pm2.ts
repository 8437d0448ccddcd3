import { nodeAt } from '../../model/data-file.js';
import { constant } from '../quantity.js';
import { calendarTrigger } from '../schedules/calendar-trigger.js';
import type { ScheduledEntry, ScheduleFile } from '../scheduled-entry.js';
import { beside, itemsOf, textsOf } from '../scheduled-entry.js';

/** `apps: [{ script, cron_restart, instances }]` as JSON or YAML; a restart runs the script's own body again. */
export const pm2: ScheduleFile = {
  id: 'pm2',
  docsUrl: 'https://pm2.keymetrics.io/docs/usage/application-declaration/',
  files: /(?:^|\/)(?:ecosystem|pm2|process(?:es)?)(?:\.[\w-]+)*\.(?:json|ya?ml)$/,
  read: ({ file, root }) =>
    itemsOf(nodeAt(root, 'apps')).flatMap((app): ScheduledEntry[] => {
      const [script] = textsOf(nodeAt(app, 'script'));
      const [text] = textsOf(nodeAt(app, 'cron_restart'));
      if (script === undefined || text === undefined) return [];
      const instances = Number(textsOf(nodeAt(app, 'instances'))[0] ?? 1);
      return [
        {
          entry: { kind: 'file', file: beside(file, script) },
          trigger: calendarTrigger(text, 'croner', { immediate: true }),
          how: `pm2 cron_restart ${text}`,
          ...(instances > 1 && { instances: constant(instances) }),
        },
      ];
    }),
};
