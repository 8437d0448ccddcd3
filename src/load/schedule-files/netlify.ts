import { nodeAt } from '../../model/data-file.js';
import { calendarTrigger } from '../schedules/calendar-trigger.js';
import type { ScheduleFile } from '../scheduled-entry.js';
import { beside, textsOf } from '../scheduled-entry.js';

/** `[functions."sync"] schedule = "@hourly"`: the function of that name, in UTC. */
export const netlify: ScheduleFile = {
  id: 'netlify',
  docsUrl: 'https://docs.netlify.com/build/functions/scheduled-functions/',
  files: /(?:^|\/)netlify\.toml$/,
  read: ({ file, root }) => {
    const functions = nodeAt(root, 'functions');
    const [folder = 'netlify/functions'] = textsOf(nodeAt(functions, 'directory'));
    return (functions?.kind === 'map' ? functions.entries : []).flatMap(({ key, value }) => {
      const [text] = textsOf(nodeAt(value, 'schedule'));
      if (text === undefined) return [];
      const trigger = calendarTrigger(text, 'unix', { timeZone: 'UTC', reach: 'cluster' });
      const at = beside(file, `${folder}/${key}`);
      return [
        { entry: { kind: 'export' as const, file: at, name: 'default' }, trigger, how: `cron ${text}` },
      ];
    });
  },
};
