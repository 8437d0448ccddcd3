import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { grantPlace } from './grant-place.js';
import { assignedScopes, hasOperations } from './scope-names.js';

/** A grant that no call needs: the credential can do more than the program does. */
export const excessScope: FindingDefinition = {
  id: 'excess-scope',
  description: 'A credential was granted a scope that no call needs.',
  severity: 'warn',
  scope: 'project',
  messages: {
    described:
      'Credential "{credential}" was granted {scope}, which covers calls by its description only; {by} is assigned to them.',
    unused: 'Credential "{credential}" was granted {scope}, which no call needs.',
    undecided:
      'Credential "{credential}" was granted {scope}, which no resolved call needs; {count} unresolved calls may.',
  },
  *check({ credentials, catalogs, config }): Iterable<Occurrence> {
    for (const credential of credentials) {
      const catalog = catalogs.find((c) => c.provider === credential.provider);
      if (!catalog) continue;
      const assigned = assignedScopes(catalog);
      for (const scope of credential.excess) {
        // Scopes of which the docs say nothing can't be called unneeded; other findings speak of them.
        if (!hasOperations(catalog, scope, assigned)) continue;
        // A library that signs people in reads their profile itself.
        if (credential.signInScopes.has(scope)) continue;
        // Calls depend on it: another finding names the scope that is enough for them.
        if (credential.replaceable.some((one) => one.scope === scope)) continue;
        const described = Object.values(credential.describedOnly)
          .flat()
          .filter((one) => one.held === scope);
        if (described.length > 0) {
          const needed = [...new Set(described.map((one) => one.needed))].sort().join(' and ');
          const data = { credential: credential.name, scope, by: needed };
          yield {
            messageId: 'described',
            data,
            confidence: 'medium',
            primary: grantPlace(credential, scope, config),
          };
          continue;
        }
        const count = credential.undecidedFor.get(scope)?.length ?? 0;
        const data = { credential: credential.name, scope, count };
        const primary = grantPlace(credential, scope, config);
        yield {
          messageId: count > 0 ? 'undecided' : 'unused',
          data,
          // A list in code may serve libraries whose calls nobody has described.
          confidence: count > 0 ? 'low' : Object.hasOwn(credential.grantedAt, scope) ? 'medium' : 'high',
          primary,
        };
      }
    }
  },
};
