import type { FindingDefinition, Occurrence } from './finding-definition.js';

/**
 * A call to a documented path with a method that the docs don't list for it. Docs leave methods out, so that it is an
 * error only where the host is known to be the provider's.
 */
export const wrongMethod: FindingDefinition = {
  id: 'wrong-method',
  description: 'A call uses a method that the docs do not list for its path.',
  severity: 'warn',
  scope: 'file',
  messages: {
    undocumented: 'The docs of {provider} list {path} with {documented}, not with {methods}.',
  },
  *check({ requests, catalogs }): Iterable<Occurrence> {
    for (const { request, match, confidence } of requests) {
      if (match.kind !== 'unmatched' || match.reason !== 'method-not-documented') continue;
      const operations = catalogs.find((c) => c.provider === match.provider)?.operations ?? [];
      const path = operations.find((o) => o.id === match.nearest)?.path;
      if (path === undefined || match.provider === undefined || match.methods === 'unknown') continue;
      const documented = new Set(operations.filter((o) => o.path === path).map((o) => o.method));
      const data = {
        provider: match.provider,
        path,
        documented: [...documented].sort().join(', '),
        methods: [...match.methods].sort().join(' or '),
      };
      yield {
        messageId: 'undocumented',
        data,
        confidence,
        ...(match.host === 'known' && { severity: 'error' }),
        primary: request.callSite,
      };
    }
  },
};
