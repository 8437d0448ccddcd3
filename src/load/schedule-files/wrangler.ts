import type { DataNode } from '../../model/data-file.js';
import { nodeAt } from '../../model/data-file.js';
import { calendarTrigger } from '../schedules/calendar-trigger.js';
import type { ScheduleFile } from '../scheduled-entry.js';
import { beside, textsOf } from '../scheduled-entry.js';

/** `[triggers] crons = [...]`, of the Worker and of each of its environments: the `scheduled` handler of `main`. */
export const wrangler: ScheduleFile = {
  id: 'wrangler',
  docsUrl: 'https://developers.cloudflare.com/workers/configuration/cron-triggers/',
  files: /(?:^|\/)wrangler\.(?:toml|jsonc?)$/,
  read: ({ file, root }) => {
    const [main] = textsOf(nodeAt(root, 'main'));
    const crons = (node: DataNode | undefined): readonly string[] =>
      textsOf(nodeAt(node, 'triggers', 'crons'));
    const environments = nodeAt(root, 'env');
    const own = crons(root);
    const others = environments?.kind === 'map' ? environments.entries.map(({ value }) => crons(value)) : [];
    // Each environment is a Worker of its own; the one that says most stands for all.
    const texts = [own, ...others].reduce((most, list) => (list.length > most.length ? list : most), []);
    return texts.map((text) => ({
      entry: { kind: 'export', file: main === undefined ? undefined : beside(file, main), name: 'scheduled' },
      trigger: calendarTrigger(text, 'cloudflare', { timeZone: 'UTC', reach: 'cluster' }),
      how: `cron ${text}`,
    }));
  },
};
