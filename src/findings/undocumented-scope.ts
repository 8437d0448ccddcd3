import type { FindingDefinition, Occurrence } from './finding-definition.js';

/** A call of an operation for which the docs name no scope: it neither needs nor excuses a grant, and nobody can say more. */
export const undocumentedScope: FindingDefinition = {
  id: 'undocumented-scope',
  description: 'A call’s operation is documented without a word on the scope it needs.',
  severity: 'off',
  scope: 'file',
  messages: {
    undocumented: 'The docs of {provider} do not say which scope {operation} needs ({source}).',
  },
  *check({ requests, catalogs }): Iterable<Occurrence> {
    for (const { request, match, confidence } of requests) {
      if (match.kind !== 'matched') continue;
      const catalog = catalogs.find((c) => c.provider === match.provider);
      const operation = catalog?.operations.find((o) => o.id === match.operation);
      if (operation?.security !== 'undocumented') continue;
      const [source] = operation.sources;
      yield {
        messageId: 'undocumented',
        data: {
          provider: match.provider,
          operation: operation.id,
          source: source === undefined ? 'no source line is known' : `${source.document}:${source.line}`,
        },
        confidence,
        primary: request.callSite,
      };
    }
  },
};
