import type { DataNode } from '../../model/data-file.js';
import { nodeAt } from '../../model/data-file.js';
import { calendarTrigger, rateOrCalendar } from '../schedules/calendar-trigger.js';
import type { Trigger } from '../trigger.js';
import type { Entry, ScheduledEntry, ScheduleFile } from '../scheduled-entry.js';
import { beside, itemsOf, textsOf } from '../scheduled-entry.js';

/** `rate(5 minutes)` and `cron(0 12 * * ? *)`, in UTC unless a zone is named. */
function expression(text: string, timeZone = 'UTC'): Trigger | undefined {
  const cron = /^cron\((.*)\)$/.exec(text.trim())?.[1];
  return cron === undefined
    ? rateOrCalendar(text, 'aws', { reach: 'cluster' })
    : calendarTrigger(cron, 'aws', { timeZone, reach: 'cluster' });
}

/** `src/sync.handler`: the export `handler` of `src/sync`. */
function handler(file: string, text: string, folder = ''): Entry {
  const dot = text.lastIndexOf('.');
  return { kind: 'export', file: beside(file, `${folder}/${text.slice(0, dot)}`), name: text.slice(dot + 1) };
}

const isOff = (node: DataNode | undefined): boolean => textsOf(node)[0] === 'false';

/** `functions: sync: { handler, events: [{ schedule: rate(5 minutes) }] }`. */
export const serverless: ScheduleFile = {
  id: 'serverless',
  docsUrl: 'https://www.serverless.com/framework/docs/providers/aws/events/schedule',
  files: /(?:^|\/)serverless\.(?:ya?ml|json)$/,
  read: ({ file, root }) => {
    const functions = nodeAt(root, 'functions');
    return (functions?.kind === 'map' ? functions.entries : []).flatMap(({ value }) => {
      const [name] = textsOf(nodeAt(value, 'handler'));
      if (name === undefined) return [];
      return itemsOf(nodeAt(value, 'events')).flatMap((event): ScheduledEntry[] => {
        const schedule = nodeAt(event, 'schedule');
        if (schedule === undefined || isOff(nodeAt(schedule, 'enabled'))) return [];
        const [zone] = textsOf(nodeAt(schedule, 'timezone'));
        const texts = schedule.kind === 'text' ? [schedule.text] : textsOf(nodeAt(schedule, 'rate'));
        return texts.map((text) => ({
          entry: handler(file, name),
          trigger: expression(text, zone),
          how: `schedule ${text}`,
        }));
      });
    });
  },
};

/** `Type: AWS::Serverless::Function` with `Events` of type `Schedule` or `ScheduleV2`. */
export const samTemplate: ScheduleFile = {
  id: 'sam-template',
  docsUrl:
    'https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-schedule.html',
  files: /(?:^|\/)(?:sam|template|sam-template)\.(?:ya?ml|json)$/,
  read: ({ file, root }) => {
    const resources = nodeAt(root, 'Resources');
    return (resources?.kind === 'map' ? resources.entries : []).flatMap(({ value }) => {
      const properties = nodeAt(value, 'Properties');
      const [name] = textsOf(nodeAt(properties, 'Handler'));
      const [folder] = textsOf(nodeAt(properties, 'CodeUri'));
      const events = nodeAt(properties, 'Events');
      if (name === undefined || events?.kind !== 'map') return [];
      return events.entries.flatMap(({ value: event }): ScheduledEntry[] => {
        const given = nodeAt(event, 'Properties');
        const [text] = [
          ...textsOf(nodeAt(given, 'Schedule')),
          ...textsOf(nodeAt(given, 'ScheduleExpression')),
        ];
        const isSchedule = /^Schedule(?:V2)?$/.test(textsOf(nodeAt(event, 'Type'))[0] ?? '');
        if (!isSchedule || text === undefined || isOff(nodeAt(given, 'Enabled'))) return [];
        const [zone] = textsOf(nodeAt(given, 'ScheduleExpressionTimezone'));
        return [
          { entry: handler(file, name, folder), trigger: expression(text, zone), how: `schedule ${text}` },
        ];
      });
    });
  },
};
