import { gapsOfDay } from '../calendar/calendar.js';
import type { CodeOptions } from '../options.js';
import { constant, constantValue } from '../quantity.js';
import type { Trigger } from '../trigger.js';
import type { ScheduleModel } from './model.js';
import { calendarTrigger } from './calendar-trigger.js';

/** `new Cron(pattern, options, fn)`, the last two in any order: `protect` runs late what it finds busy. */
export const croner: ScheduleModel = {
  id: 'croner',
  packages: /^croner$/,
  paths: /^(?:default\.)?(?:Cron)?$|(?:^|\.)new\.schedule$/,
  byHand: /^trigger$/,
  read: (call) => {
    const isLater = call.path.endsWith('new.schedule');
    const options = isLater ? call.before : call.options;
    if (options === undefined) return undefined;
    const text = options.text(0);
    const at = options.functions(1).length > 0 ? 1 : 2;
    const settings = at === 1 ? 2 : 1;
    const written =
      text === undefined
        ? undefined
        : calendarTrigger(text, 'croner', {
            timeZone: options.text(settings, 'timezone'),
            guard: isProtected(options, settings) ? 'late' : 'overlap',
            bothDays: options.flag(settings, 'domAndDow'),
          });
    const trigger = written && runsOf(written, options, settings);
    return {
      most: options.number(settings, 'maxRuns'),
      ...(trigger ? { trigger } : { event: 'cron' }),
      functions: isLater ? call.options.functions(0) : options.functions(at),
      how: `cron ${text ?? '?'}`,
    };
  },
};

/** `protect` may be a flag, or a function that is told of runs that were left out. */
const isProtected = (options: CodeOptions, at: number): boolean =>
  options.flag(at, 'protect') === true || options.functions(at, 'protect').length > 0;

/** `interval` leaves out what is due within so many seconds of the last run. */
function runsOf(trigger: Trigger, options: CodeOptions, at: number): Trigger {
  const seconds = options.number(at, 'interval');
  const apart = seconds && constantValue(seconds);
  if (trigger.kind !== 'calendar' || apart === undefined || apart <= 0) return trigger;
  const { guard, immediate, reach } = trigger;
  const gaps = gapsOfDay(trigger.calendar);
  const [least, widest] = [Math.min(...gaps), Math.max(...gaps)];
  if (apart * 1000 <= least) return trigger;
  // Where the pattern has one pace, the next run is at the first of its instants that is late enough.
  const step = least === widest ? least : 1;
  const everyMs = constant(Math.ceil((apart * 1000) / step) * step);
  return { kind: 'periodic', everyMs, immediate, guard, reach };
}
