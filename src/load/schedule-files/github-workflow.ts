import { nodeAt } from '../../model/data-file.js';
import { calendarTrigger } from '../schedules/calendar-trigger.js';
import type { ScheduledEntry, ScheduleFile } from '../scheduled-entry.js';
import { itemsOf, textsOf } from '../scheduled-entry.js';

/** `on: schedule: - cron: '0 * * * *'`: what the steps run. The start may be late, and is in UTC. */
export const githubWorkflow: ScheduleFile = {
  id: 'github-workflow',
  docsUrl:
    'https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#schedule',
  files: /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/,
  read: ({ root }) => {
    const crons = itemsOf(nodeAt(root, 'on', 'schedule'));
    const jobs = nodeAt(root, 'jobs');
    const commands = (jobs?.kind === 'map' ? jobs.entries : []).flatMap(({ value }) =>
      itemsOf(nodeAt(value, 'steps')).flatMap((step) => textsOf(nodeAt(step, 'run'))),
    );
    return crons.flatMap((cron) => {
      const [text] = textsOf(nodeAt(cron, 'cron'));
      const [zone = 'UTC'] = textsOf(nodeAt(cron, 'timezone'));
      if (text === undefined) return [];
      const trigger = calendarTrigger(text, 'github', { timeZone: zone, reach: 'cluster' });
      return commands.map((command): ScheduledEntry => ({
        entry: { kind: 'command', text: command },
        trigger,
        how: `workflow cron ${text}`,
      }));
    });
  },
};
