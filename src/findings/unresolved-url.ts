import type { FindingDefinition, Occurrence } from './finding-definition.js';

/** A request of whose path nothing is known: what it may do can't be judged. */
export const unresolvedUrl: FindingDefinition = {
  id: 'unresolved-url',
  description: 'Nothing of a request path can be known from the code.',
  severity: 'off',
  scope: 'file',
  messages: {
    stopped: 'Nothing of the path is known: {expression} is only known at run time ({reason}).',
    unknown: 'Nothing of the path is known.',
  },
  *check({ requests }): Iterable<Occurrence> {
    for (const { request, match } of requests) {
      if (match.kind !== 'unmatched' || match.reason !== 'unresolved-url') continue;
      const stopped = request.stoppedBy;
      yield {
        messageId: stopped ? 'stopped' : 'unknown',
        data: { expression: stopped?.expression ?? '', reason: stopped?.reason ?? '' },
        // That the path isn't known is sure; whose host it is may not be.
        confidence: match.provider === undefined ? 'medium' : 'high',
        primary: request.callSite,
        related: stopped ? [{ span: stopped.span, note: 'not known from here on' }] : [],
      };
    }
  },
};
