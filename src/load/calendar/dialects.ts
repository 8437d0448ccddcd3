/** How the schedulers read an expression. Facts are held by tests that run the libraries, or by the named documentation. */
export type DialectName =
  | 'unix'
  | 'unix-seconds'
  | 'node-cron'
  | 'cron'
  | 'croner'
  | 'node-schedule'
  | 'aws'
  | 'cloudflare'
  | 'github'
  | 'vercel'
  | 'quartz';

export interface Dialect {
  /** `five`: minutes first. `five-or-six`: six with leading seconds. `aws`: minutes first, a year at the end. */
  readonly fields: 'five' | 'six' | 'five-or-six' | 'five-to-seven' | 'aws' | 'quartz';
  /** The number of Sunday; 7 is Sunday too where it is 0. */
  readonly sunday: 0 | 1;
  /** What holds when both the day of the month and the day of the week are restricted. */
  readonly days: 'either' | 'both';
  /** Whether `5/10` (from 5, every 10) may be written without a range. */
  readonly openSteps: boolean;
  /** The zone where the schedule names none: UTC, or that of the process (taken as UTC, and said). */
  readonly zone: 'utc' | 'process';
  /** Where this is stated. */
  readonly source: string;
}

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  unix: { fields: 'five', sunday: 0, days: 'either', openSteps: true, zone: 'process', source: 'crontab(5)' },
  'unix-seconds': {
    fields: 'six',
    sunday: 0,
    days: 'either',
    openSteps: true,
    zone: 'process',
    source: 'crontab(5), leading seconds',
  },
  'node-cron': {
    fields: 'five-or-six',
    sunday: 0,
    days: 'both',
    openSteps: false,
    zone: 'process',
    source: 'node-cron 4.6, run',
  },
  cron: {
    fields: 'five-or-six',
    sunday: 0,
    days: 'either',
    openSteps: true,
    zone: 'process',
    source: 'cron 4.4, run',
  },
  croner: {
    fields: 'five-to-seven',
    sunday: 0,
    days: 'either',
    openSteps: false,
    zone: 'process',
    source: 'croner 11.0, run',
  },
  'node-schedule': {
    fields: 'five-or-six',
    sunday: 0,
    days: 'either',
    openSteps: true,
    zone: 'process',
    source: 'node-schedule 2.1, run',
  },
  aws: {
    fields: 'aws',
    sunday: 1,
    days: 'either',
    openSteps: true,
    zone: 'utc',
    source: 'docs.aws.amazon.com/eventbridge/latest/userguide/eb-cron-expressions.html',
  },
  cloudflare: {
    fields: 'five',
    sunday: 1,
    days: 'either',
    openSteps: true,
    zone: 'utc',
    source: 'developers.cloudflare.com/workers/configuration/cron-triggers',
  },
  github: {
    fields: 'five',
    sunday: 0,
    days: 'either',
    openSteps: true,
    zone: 'utc',
    source: 'docs.github.com, on.schedule',
  },
  vercel: {
    fields: 'five',
    sunday: 0,
    days: 'either',
    openSteps: true,
    zone: 'utc',
    source: 'vercel.com/docs/cron-jobs',
  },
  quartz: {
    fields: 'quartz',
    sunday: 1,
    days: 'either',
    openSteps: true,
    zone: 'process',
    source: 'org.quartz.CronExpression',
  },
};
