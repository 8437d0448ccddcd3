import type { FindingDefinition, Occurrence } from './finding-definition.js';

/** A call that its credential may not make: the docs' tables give the operation to scopes that were not granted. */
export const missingScope: FindingDefinition = {
  id: 'missing-scope',
  description: 'A call needs a scope that its credential was not granted.',
  severity: 'error',
  scope: 'file',
  messages: {
    missing: '{operation} needs {scope}, which credential "{credential}" was not granted.',
  },
  *check({ credentials, catalogs }): Iterable<Occurrence> {
    for (const credential of credentials) {
      if (credential.granted === undefined || credential.missing.length === 0) continue;
      const catalog = catalogs.find((c) => c.provider === credential.provider);
      for (const { request, match, confidence } of credential.requests) {
        if (match.kind !== 'matched') continue;
        const security = catalog?.operations.find((o) => o.id === match.operation)?.security;
        if (!security || security === 'undocumented') continue;
        const named = new Set(security.flatMap((requirement) => Object.values(requirement).flat()));
        const scopes = credential.missing.filter((scope) => named.has(scope));
        const held = security.some((requirement) => Object.values(requirement).flat().every((s) => credential.granted?.includes(s)));
        if (held || scopes.length === 0) continue;
        yield {
          messageId: 'missing',
          data: { operation: match.operation, scope: scopes.join(' and '), credential: credential.name },
          confidence,
          primary: request.callSite,
          related: request.via.map((span) => ({ span, note: 'sent here' })),
        };
      }
    }
  },
};
