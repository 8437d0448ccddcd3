import { globReaches } from '../../catalog/path-glob.js';
import type { Catalog, Operation, RateLimit } from '../../model/catalog.js';
import { count } from '../../report/format/text.js';
import { duration } from '../../model/duration.js';

/** The limits that calls of an operation count against, as the docs state them: narrower ones don't replace wider ones. */
export function limitsOf(operation: Operation, catalog: Catalog): readonly RateLimit[] {
  return catalog.rateLimits.filter(({ applies }) => {
    if (applies.operations) return applies.operations.includes(operation.id);
    const glob = applies.pathGlob;
    if (glob !== undefined) return operation.paths.some((path) => globReaches(glob, path));
    return applies.each !== undefined || applies.account === true;
  });
}

/** `1,000 requests in a minute, each operation by itself, in the sandbox`. */
export function limitText({ windows, applies, environment, violation }: RateLimit): string {
  const amounts = windows.map(
    (window) => `${count(window.quota, 'request')} in ${duration(window.windowSeconds)}`,
  );
  const scope = applies.account === true ? ', whole account' : '';
  const where = environment === undefined ? '' : `, ${environment} only`;
  return `${amounts.join(' and ')}${scope}${where}, then ${violation}`;
}
