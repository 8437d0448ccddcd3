import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { grantsInConfig } from './grant-place.js';
import { withImplied } from './scope-names.js';
import { sentThrough } from './sent-through.js';

/** A call that its credential may not make: the docs' tables give the operation to scopes that were not granted. */
export const missingScope: FindingDefinition = {
  id: 'missing-scope',
  description: 'A call needs a scope that its credential was not granted.',
  severity: 'error',
  scope: 'file',
  messages: {
    missing: '{operation} needs {scope}, which credential "{credential}" was not granted.',
  },
  *check({ credentials, catalogs, config }): Iterable<Occurrence> {
    for (const credential of credentials) {
      if (credential.granted === undefined || credential.missing.length === 0) continue;
      const catalog = catalogs.find((c) => c.provider === credential.provider);
      for (const { request, match, confidence } of credential.requests) {
        if (!catalog || match.kind !== 'matched') continue;
        // Where a description covers the call, another finding quotes it.
        if ((credential.describedOnly[match.operation] ?? []).length > 0) continue;
        const security = catalog.operations.find((o) => o.id === match.operation)?.security;
        if (!security || security === 'undocumented') continue;
        const named = new Set(security.flatMap((requirement) => Object.values(requirement).flat()));
        const scopes = credential.missing.filter((scope) =>
          [...withImplied(catalog, scope)].some((s) => named.has(s)),
        );
        const held = new Set(credential.granted.flatMap((scope) => [...withImplied(catalog, scope)]));
        const isHeld = security.some((requirement) =>
          Object.values(requirement)
            .flat()
            .every((s) => held.has(s)),
        );
        if (isHeld || scopes.length === 0) continue;
        yield {
          messageId: 'missing',
          data: { operation: match.operation, scope: scopes.join(' and '), credential: credential.name },
          confidence,
          primary: request.callSite,
          related: [
            ...sentThrough(request),
            ...credential.grantLists
              .filter(({ counts }) => counts)
              .map(({ list }) => ({ span: list.span, note: 'the scopes are asked for here' })),
            ...grantsInConfig(credential, config),
          ],
        };
      }
    }
  },
};
