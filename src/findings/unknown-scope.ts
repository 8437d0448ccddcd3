import { nearestName } from '../model/nearest.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { grantPlace } from './grant-place.js';

/** A grant that the provider's docs don't have: most often a slip. */
export const unknownScope: FindingDefinition = {
  id: 'unknown-scope',
  description: 'A credential was granted a scope that the docs do not have.',
  severity: 'warn',
  scope: 'project',
  messages: {
    near: 'Credential "{credential}" was granted {scope}, which the docs of {provider} do not have. Did you mean {nearest}?',
    unknown: 'Credential "{credential}" was granted {scope}, which the docs of {provider} do not have.',
  },
  *check({ credentials, catalogs, config }): Iterable<Occurrence> {
    for (const credential of credentials) {
      const { provider } = credential;
      const known = catalogs.find((c) => c.provider === provider)?.scopes.map((s) => s.name) ?? [];
      for (const scope of credential.granted ?? []) {
        if (known.includes(scope)) continue;
        const nearest = nearestName(scope, known);
        const data = { credential: credential.name, scope, provider, nearest: nearest ?? '' };
        const primary = grantPlace(credential, scope, config);
        yield { messageId: nearest === undefined ? 'unknown' : 'near', data, confidence: 'high', primary };
      }
    }
  },
};
