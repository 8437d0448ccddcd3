import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { grantPlace } from './grant-place.js';
import { assignedScopes, hasOperations } from './scope-names.js';

/** A grant that the docs name without saying what it allows: nobody can tell whether it is needed. */
export const scopeWithoutOperations: FindingDefinition = {
  id: 'scope-without-operations',
  description: 'A credential was granted a scope to which the docs assign no operation.',
  severity: 'warn',
  scope: 'project',
  messages: {
    unassigned:
      'Credential "{credential}" was granted {scope}, to which the docs of {provider} assign no operation.',
  },
  *check({ credentials, catalogs, config }): Iterable<Occurrence> {
    for (const credential of credentials) {
      const { name, provider, granted = [] } = credential;
      const catalog = catalogs.find((c) => c.provider === provider);
      if (!catalog) continue;
      const assigned = assignedScopes(catalog);
      for (const scope of granted) {
        if (!catalog.scopes.some((s) => s.name === scope) || hasOperations(catalog, scope, assigned))
          continue;
        const primary = grantPlace(credential, scope, config);
        yield {
          messageId: 'unassigned',
          data: { credential: name, scope, provider },
          confidence: 'high',
          primary,
        };
      }
    }
  },
};
