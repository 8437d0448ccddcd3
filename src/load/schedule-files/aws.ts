import type { DataNode } from '../../model/data-file.js';
import { nodeAt } from '../../model/data-file.js';
import { calendarTrigger, rateOrCalendar } from '../schedules/calendar-trigger.js';
import type { Trigger } from '../trigger.js';
import { lambdaRetries, redelivered } from '../lambda-retries.js';
import type { Entry, EntryRetries, ScheduledEntry, ScheduleFile } from '../scheduled-entry.js';
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

const isScheduleType = (event: DataNode): boolean =>
  /^Schedule(?:V2)?$/.test(textsOf(nodeAt(event, 'Type'))[0] ?? '');

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
      const events = itemsOf(nodeAt(value, 'events'));
      const retries = lambdaRetries(textsOf(nodeAt(value, 'maximumRetryAttempts'))[0]);
      const scheduled = events.flatMap((event): ScheduledEntry[] => {
        const schedule = nodeAt(event, 'schedule');
        if (schedule === undefined || isOff(nodeAt(schedule, 'enabled'))) return [];
        const [zone] = textsOf(nodeAt(schedule, 'timezone'));
        const texts = schedule.kind === 'text' ? [schedule.text] : textsOf(nodeAt(schedule, 'rate'));
        return texts.map((text) => ({
          entry: handler(file, name),
          trigger: expression(text, zone),
          how: `schedule ${text}`,
          retries,
        }));
      });
      const kinds = events.flatMap((event) =>
        event.kind === 'map' ? event.entries.map(({ key }) => key) : textsOf(event),
      );
      return [...scheduled, ...others(handler(file, name), kinds, scheduled.length > 0, retries)];
    });
  },
};

const asked = /^(?:http|httpApi|alb|websocket|Api|HttpApi)$/;
const told =
  /^(?:sns|s3|eventBridge|cloudwatchEvent|cloudwatchLog|iot|SNS|S3|EventBridgeRule|CloudWatchEvent|CloudWatchLogs|IoTRule)$/;
const scheduleKinds = /^(?:schedule|Schedule(?:V2)?)$/;

/** What else sets off a function does so as often as it likes, and again where it fails, unless somebody waits for it. */
function others(
  entry: Entry,
  kinds: readonly string[],
  isScheduled: boolean,
  retries: EntryRetries | undefined,
): readonly ScheduledEntry[] {
  const more = kinds.filter((kind) => !scheduleKinds.test(kind));
  const again = more.filter((kind) => !asked.test(kind));
  if (more.length === 0 || (again.length === 0 && !isScheduled)) return [];
  return [
    {
      entry,
      trigger: undefined,
      how: 'other events',
      retries:
        again.length === 0 ? undefined : again.every((kind) => told.test(kind)) ? retries : redelivered,
    },
  ];
}

/** `Type: AWS::Serverless::Function` with `Events` of type `Schedule` or `ScheduleV2`. */
export const samTemplate: ScheduleFile = {
  id: 'sam-template',
  docsUrl:
    'https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-schedule.html',
  files: /(?:^|\/)(?:sam|template|sam-template)\.(?:ya?ml|json)$/,
  read: ({ file, root }) => {
    const resources = nodeAt(root, 'Resources');
    const all = resources?.kind === 'map' ? resources.entries : [];
    const rules = all.flatMap(({ value }) => ruleOf(value));
    return all.flatMap(({ key, value }) => {
      const properties = nodeAt(value, 'Properties');
      const [name] = textsOf(nodeAt(properties, 'Handler'));
      const [folder] = textsOf(nodeAt(properties, 'CodeUri'));
      if (name === undefined) return [];
      const entry = handler(file, name, folder);
      const events = nodeAt(properties, 'Events');
      const retries = lambdaRetries(
        textsOf(nodeAt(properties, 'EventInvokeConfig', 'MaximumRetryAttempts'))[0],
      );
      const own = (events?.kind === 'map' ? events.entries : []).map(({ value: event }) => event);
      const texts = [
        ...own.flatMap((event) => (isScheduleType(event) ? expressionsIn(nodeAt(event, 'Properties')) : [])),
        ...rules.flatMap(({ targets, expressions }) => (targets.includes(key) ? expressions : [])),
      ];
      const scheduled = texts.map(({ text, zone }) => ({
        entry,
        trigger: expression(text, zone),
        how: `schedule ${text}`,
        retries,
      }));
      const kinds = own.flatMap((event) => textsOf(nodeAt(event, 'Type')));
      return [...scheduled, ...others(entry, kinds, scheduled.length > 0, retries)];
    });
  },
};

interface Expression {
  readonly text: string;
  readonly zone: string | undefined;
}

function expressionsIn(properties: DataNode | undefined): readonly Expression[] {
  const [text] = ['Schedule', 'ScheduleExpression'].flatMap((key) => textsOf(nodeAt(properties, key)));
  const isOn =
    !isOff(nodeAt(properties, 'Enabled')) && textsOf(nodeAt(properties, 'State'))[0] !== 'DISABLED';
  const [zone] = textsOf(nodeAt(properties, 'ScheduleExpressionTimezone'));
  return text === undefined || !isOn ? [] : [{ text, zone }];
}

/** A rule or a schedule that stands beside the functions, with the functions that it names. */
function ruleOf(resource: DataNode): { targets: readonly string[]; expressions: readonly Expression[] }[] {
  if (!/^AWS::(?:Events::Rule|Scheduler::Schedule)$/.test(textsOf(nodeAt(resource, 'Type'))[0] ?? ''))
    return [];
  const properties = nodeAt(resource, 'Properties');
  const given = [...itemsOf(nodeAt(properties, 'Targets')), nodeAt(properties, 'Target')];
  // `!GetAtt Sync.Arn`, or the same as a map with a list.
  const targets = given.flatMap((target) => {
    const arn = nodeAt(target, 'Arn');
    const [name] = [...textsOf(arn), ...textsOf(nodeAt(arn, 'Fn::GetAtt'))];
    return name === undefined ? [] : [name.replace(/\..*$/, '')];
  });
  return [{ targets, expressions: expressionsIn(properties) }];
}
