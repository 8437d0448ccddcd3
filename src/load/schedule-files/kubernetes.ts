import { nodeAt } from '../../model/data-file.js';
import { calendarTrigger } from '../schedules/calendar-trigger.js';
import { within } from '../quantity.js';
import type { EntryRetries, ScheduledEntry, ScheduleFile } from '../scheduled-entry.js';
import { itemsOf, textsOf } from '../scheduled-entry.js';

/** `kind: CronJob`: what its containers run. Runs overlap unless `concurrencyPolicy` forbids it. */
export const kubernetesCronJob: ScheduleFile = {
  id: 'kubernetes-cronjob',
  docsUrl: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/',
  files:
    /(?:^|\/)[^/]*(?:cron|job|k8s|kube|deploy)[^/]*\.ya?ml$|(?:^|\/)(?:k8s|kube|kubernetes|deploy|manifests|charts|helm)\/.*\.ya?ml$/i,
  read: ({ root }) => {
    const [kind] = textsOf(nodeAt(root, 'kind'));
    const [text] = textsOf(nodeAt(root, 'spec', 'schedule'));
    if (kind !== 'CronJob' || text === undefined) return [];
    const [zone] = textsOf(nodeAt(root, 'spec', 'timeZone'));
    const [policy] = textsOf(nodeAt(root, 'spec', 'concurrencyPolicy'));
    const trigger = calendarTrigger(text, 'unix', {
      timeZone: zone,
      reach: 'cluster',
      guard: policy === 'Forbid' ? 'skip' : 'overlap',
    });
    // A job that fails runs six times more unless stated, ten seconds later at first and six minutes at most.
    const [limit = '6'] = textsOf(nodeAt(root, 'spec', 'jobTemplate', 'spec', 'backoffLimit'));
    const attempts = /^\d+$/.test(limit) ? Number(limit) + 1 : 'unknown';
    const retries: EntryRetries | undefined =
      attempts === 1 ? undefined : { library: 'Kubernetes', attempts, waitsMs: [within(0, 360_000)] };
    const containers = itemsOf(nodeAt(root, 'spec', 'jobTemplate', 'spec', 'template', 'spec', 'containers'));
    return containers.map((container): ScheduledEntry => {
      const words = [...textsOf(nodeAt(container, 'command')), ...textsOf(nodeAt(container, 'args'))];
      return { entry: { kind: 'command', text: words.join(' ') }, trigger, how: `CronJob ${text}`, retries };
    });
  },
};
