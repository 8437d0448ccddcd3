import type { RateLimit, RateLimitWindow } from '../../model/catalog.js';
import type { Row } from './row.js';
import { cellError, choice, list, name, operations, optionalText, text } from './row.js';
import type { TableKind } from './table-kind.js';

/** `Id | Applies to | Limit | Counted per | Violation`: rate limits with one or more windows. */
export const limitTable: TableKind = {
  id: 'limit',
  columns: [
    { name: 'id', required: true },
    { name: 'applies to', required: true },
    { name: 'limit', required: true },
    { name: 'counted per', required: true },
    { name: 'violation', required: true },
    { name: 'blocked for' },
    { name: 'environment' },
    { name: 'notes', aliases: ['note'] },
  ],
  read(row) {
    const note = optionalText(row, 'notes');
    const environment = optionalText(row, 'environment');
    const blocked = optionalText(row, 'blocked for');
    const limit: RateLimit = {
      id: name(row, 'id'),
      applies: applies(row),
      ...(environment === undefined
        ? {}
        : { environment: choice(row, 'environment', ['production', 'uat', 'trial', 'sandbox']) }),
      windows: windows(row),
      partition: choice(row, 'counted per', ['account', 'credential', 'user', 'ip']),
      violation: choice(row, 'violation', ['rejected', 'blocked', 'degraded']),
      ...(blocked === undefined ? {} : { blockedSeconds: seconds(row, 'blocked for', blocked) }),
      ...(note === undefined ? {} : { note }),
      sources: [row.source],
    };
    return { rateLimits: [limit] };
  },
};

/** `each operation`, `whole account`, a glob over full paths (`/api/scim/*`), or operations divided by `;`. */
function applies(row: Row): RateLimit['applies'] {
  const stated = text(row, 'applies to');
  if (stated === 'each operation') return { each: 'operation' };
  if (stated === 'whole account') return { account: true };
  if (!stated.startsWith('/')) return { operations: operations(row, 'applies to').map(({ id }) => id) };
  if (/[\s{}]/.test(stated))
    throw cellError(row, 'applies to', 'a glob over full paths such as /api/users/*');
  return { pathGlob: stated };
}

const unitSeconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** `1,000 per minute; 60,000 per hour`. */
function windows(row: Row): readonly RateLimitWindow[] {
  const stated = list(row, 'limit').map((part) => {
    const words = /^(\d[\d,]*) (?:requests |calls )?per (.+)$/.exec(part);
    const quota = Number((words?.[1] ?? '').replaceAll(',', ''));
    if (words?.[2] === undefined || quota < 1) throw cellError(row, 'limit', limitForm);
    return { quota, windowSeconds: seconds(row, 'limit', words[2]) };
  });
  if (stated.length === 0) throw cellError(row, 'limit', limitForm);
  return stated.toSorted((a, b) => a.windowSeconds - b.windowSeconds);
}

const limitForm = 'quotas such as `1,000 per minute`, divided by `;`';

/** `minute`, `1 minute` or `10 seconds` in seconds. */
function seconds(row: Row, column: string, stated: string): number {
  const [, count, unit] = /^(?:(\d{1,6}) )?([a-z]+?)s?$/.exec(stated) ?? [];
  const unitLength = unitSeconds[unit ?? ''];
  if (unitLength === undefined) {
    throw cellError(row, column, `a time in ${Object.keys(unitSeconds).join(', ')}s such as \`10 seconds\``);
  }
  return Number(count ?? 1) * unitLength;
}
