import type { FindingDefinition, Occurrence } from './finding-definition.js';

/** A call to a version that the docs ask to leave. */
export const deprecatedVersion: FindingDefinition = {
  id: 'deprecated-version',
  description: 'A call uses a version of an operation that the docs ask to leave.',
  severity: 'warn',
  scope: 'file',
  messages: {
    replaced: '{operation} is replaced by {newer}. {note}{changes}',
    alternatives: '{operation} has newer alternatives: {newer}. {note}{changes}',
    deprecated: '{operation} is an old version. {note}{changes}',
  },
  *check({ requests, catalogs }): Iterable<Occurrence> {
    for (const { request, match, confidence } of requests) {
      if (match.kind !== 'matched') continue;
      const catalog = catalogs.find((c) => c.provider === match.provider);
      const deprecated = catalog?.operations.find((o) => o.id === match.operation)?.deprecated;
      if (!deprecated) continue;
      const { replacement, alternatives = [], note, parameterChanges } = deprecated;
      const data = {
        operation: match.operation,
        newer: replacement ?? alternatives.join(', '),
        note,
        changes: parameterChanges === undefined ? '' : ` Parameter changes: ${parameterChanges}.`,
      };
      const messageId =
        replacement !== undefined ? 'replaced' : alternatives.length > 0 ? 'alternatives' : 'deprecated';
      yield { messageId, data, confidence, primary: request.callSite };
    }
  },
};
