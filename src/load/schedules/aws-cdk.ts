import type { Value } from '../../values/value.js';
import { textOf } from '../inequality.js';
import { constant, product } from '../quantity.js';
import { lambdaRetries } from '../lambda-retries.js';
import type { Entry, EntryRetries, ScheduledEntry } from '../scheduled-entry.js';
import type { Trigger } from '../trigger.js';
import { calendarTrigger, rateOrCalendar } from './calendar-trigger.js';
import type { JobCall, JobModel } from './model.js';

/**
 * `new events.Rule(this, id, { schedule, targets: [new targets.LambdaFunction(fn)] })`, `rule.addTarget(…)`, and
 * `new scheduler.Schedule(this, id, { schedule, target: new LambdaInvoke(fn) })`: a function's handler runs when it is due.
 */
export const awsCdk: JobModel = {
  id: 'aws-cdk',
  packages: /^(?:aws-cdk-lib(?:\/aws-(?:events|scheduler))?|@aws-cdk\/aws-(?:events|scheduler)(?:-alpha)?)$/,
  paths: /^(?:aws_(?:events|scheduler)\.)?(?:Rule|Schedule)(?:\.new\.addTarget)?$/,
  read: (call) => {
    const added = call.path.endsWith('.addTarget');
    const settings = added ? call.receiver : call.options;
    if (settings?.flag(2, 'enabled') === false) return [];
    const [schedule] = settings?.values(2, 'schedule') ?? [];
    if (schedule === undefined) return [];
    const targets = added
      ? call.options.values(0)
      : [
          ...call.options.elements(2, 'targets').flatMap((target) => target.values(0)),
          ...call.options.values(2, 'target'),
        ];
    const { trigger, text } = triggerOf(schedule, call);
    return targets
      .flatMap((target) => entriesOf(target, call))
      .map(([entry, retries]): ScheduledEntry => ({ entry, trigger, how: `schedule ${text}`, retries }));
  },
};

const unitMs: Readonly<Record<string, number>> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

function triggerOf(schedule: Value, { made }: JobCall): { trigger: Trigger | undefined; text: string } {
  const { name = '', options } = made(schedule) ?? {};
  if (name === 'expression') {
    const text = options?.text(0) ?? '?';
    return { trigger: rateOrCalendar(text, 'aws', { timeZone: 'UTC', reach: 'cluster' }), text };
  }
  if (name === 'rate') {
    const [duration] = options?.values(0) ?? [];
    const unit = duration && made(duration);
    const count = unit?.options.number(0);
    const ms = unitMs[unit?.name ?? ''];
    if (count === undefined || ms === undefined) return { trigger: undefined, text: 'rate' };
    const everyMs = product(count, constant(ms));
    return {
      trigger: { kind: 'periodic', everyMs, immediate: false, guard: 'overlap', reach: 'cluster' },
      text: `rate of ${textOf(count)} ${unit?.name ?? ''}`,
    };
  }
  if (name !== 'cron') return { trigger: undefined, text: '?' };
  // A field that is missing means every value, the minute too.
  const weekday = options?.text(0, 'weekDay');
  const field = (key: string, otherwise = '*'): string => options?.text(0, key) ?? otherwise;
  const text = [
    field('minute'),
    field('hour'),
    field('day', weekday === undefined ? '*' : '?'),
    field('month'),
    weekday ?? '?',
    field('year'),
  ].join(' ');
  return {
    trigger: calendarTrigger(text, 'aws', { timeZone: 'UTC', reach: 'cluster' }),
    text: `cron(${text})`,
  };
}

type Started = readonly [entry: Entry, retries: EntryRetries | undefined];

/** The handler of the function that a target runs. */
function entriesOf(target: Value, { made, pathText, file }: JobCall): readonly Started[] {
  const invoked = made(target);
  if (invoked === undefined || !/^(?:LambdaFunction|LambdaInvoke)$/.test(invoked.name)) return [];
  return invoked.options.values(0).flatMap((fn): Started[] => {
    const lambda = made(fn);
    if (lambda === undefined) return [];
    const { name, options } = lambda;
    const handler = options.text(2, 'handler');
    const stated = options.number(2, 'retryAttempts');
    const retries = lambdaRetries(stated && textOf(stated));
    if (name === 'NodejsFunction') {
      const own = `${file.replace(/\.[cm]?[jt]sx?$/, '')}.${options.text(1) ?? ''}`;
      const entry = options.has(2, 'entry') ? pathText(options.values(2, 'entry')) : own;
      return entry === undefined
        ? []
        : [[{ kind: 'export', file: entry, name: handler ?? 'handler' }, retries]];
    }
    if (name !== 'Function' || handler === undefined) return [];
    const [code] = options.values(2, 'code');
    const folder = code && made(code) && pathText(made(code)?.options.values(0) ?? []);
    const dot = handler.lastIndexOf('.');
    return [
      [
        { kind: 'export', file: `${folder ?? ''}/${handler.slice(0, dot)}`, name: handler.slice(dot + 1) },
        retries,
      ],
    ];
  });
}
