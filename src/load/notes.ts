import { duration } from '../model/duration.js';
import type { Flow } from './flow.js';
import type { Row } from './rows.js';

/** What the figures of a row alone don't say. */
export function notesOf(row: Row, rows: readonly Row[], flows: readonly Flow[]): string[] {
  return [
    ...(row.override ? [`quota ${row.quota} instead of ${row.window.quota}: ${row.override.reason}`] : []),
    ...dualWindow(row),
    ...otherRules(row, rows),
    ...(row.limit.violation === 'blocked'
      ? [`over the quota all traffic is blocked for ${row.limit.blockedSeconds ?? 'some'} seconds`]
      : []),
    ...zones(flows),
  ];
}

/** Whether the longer window of a limit can bind at all. */
function dualWindow({ limit, window }: Row): string[] {
  const shorter = limit.windows.filter(({ windowSeconds }) => windowSeconds < window.windowSeconds);
  return shorter.map(({ quota, windowSeconds }) => {
    const implied = quota * (window.windowSeconds / windowSeconds);
    const each = `${quota} in ${duration(windowSeconds)}`;
    return implied <= window.quota
      ? `never exceeded while the limit of ${each} holds`
      : `binds before the limit of ${each}: ${window.quota} in ${duration(window.windowSeconds)} is less than ${implied}`;
  });
}

/** Two rules for one operation and window: which is the stricter is said, and that both are stated. */
function otherRules(row: Row, rows: readonly Row[]): string[] {
  return rows
    .filter((other) => other.limit.id !== row.limit.id && other.operation !== undefined)
    .filter(
      (other) =>
        other.operation === row.operation &&
        other.account === row.account &&
        other.environment === row.environment &&
        other.window.windowSeconds === row.window.windowSeconds &&
        other.quota !== row.quota,
    )
    .map((other) => {
      const relation = other.quota < row.quota ? 'stricter' : 'looser';
      return `the documentation also states ${other.limit.id}, ${other.quota} in ${duration(other.window.windowSeconds)}, which is ${relation}; both are checked`;
    });
}

function zones(flows: readonly Flow[]): string[] {
  const unnamed = flows.flatMap(({ trigger }) =>
    trigger.kind === 'calendar' && trigger.calendar.timeZone === undefined ? [trigger.calendar.text] : [],
  );
  const processZone = [...new Set(unnamed)].sort();
  return processZone.length === 0
    ? []
    : [`schedules without a time zone are taken as UTC: ${processZone.join(', ')}`];
}
