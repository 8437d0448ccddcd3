import type { Catalog, ScopeName } from '../model/catalog.js';
import { isReadMethod } from '../model/http-method.js';
import { allowedOperations } from './allowed-operations.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { grantPlace } from './grant-place.js';

/** A grant that calls depend on, where scopes that allow less would serve them. */
export const broaderThanNeeded: FindingDefinition = {
  id: 'broader-than-needed',
  description: 'A credential was granted a scope where a narrower one serves its calls.',
  severity: 'warn',
  scope: 'project',
  messages: {
    broader: 'Credential "{credential}" was granted {scope}, where holding {by} is enough.',
    allows:
      'Credential "{credential}" was granted {scope}, where holding {by} is enough; {scope} also allows {operations}.',
  },
  *check({ credentials, catalogs, config }): Iterable<Occurrence> {
    for (const credential of credentials) {
      const catalog = catalogs.find((c) => c.provider === credential.provider);
      if (!catalog) continue;
      for (const { scope, by } of credential.replaceable) {
        const operations = surplus(catalog, scope, by);
        yield {
          messageId: operations === '' ? 'broader' : 'allows',
          data: { credential: credential.name, scope, by: by.join(' and '), operations },
          // A call that nobody can place may be one that needs the broader scope.
          confidence: credential.undecidedFor.has(scope) ? 'medium' : 'high',
          primary: grantPlace(credential, scope, config),
        };
      }
    }
  },
};

const mostShown = 3;

/** What the broader scope allows beyond the narrower ones: writes first, for they are the harm. */
function surplus(catalog: Catalog, scope: ScopeName, by: readonly ScopeName[]): string {
  const enough = new Set(allowedOperations(catalog, by));
  const more = allowedOperations(catalog, [scope]).filter((operation) => !enough.has(operation));
  const writes = more.filter(
    ({ access, method }) => access === 'write' || (!access && !isReadMethod(method)),
  );
  const ids = [...new Set([...writes, ...more])].map(({ id }) => id);
  const rest = ids.length - mostShown;
  return ids.slice(0, mostShown).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
