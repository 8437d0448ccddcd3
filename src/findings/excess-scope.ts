import type { AnalyzedRequest, CredentialFacts } from '../model/analysis.js';
import type { Confidence } from '../model/finding.js';
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
    unreached:
      'Credential "{credential}" was granted {scope}, which only code needs to which no entry point leads ({by}).',
    undecided:
      'Credential "{credential}" was granted {scope}, which no resolved call needs; {count} unresolved calls may.',
    stray:
      'Credential "{credential}" was granted {scope}, which none of its calls needs; {count} calls of which no credential is known may.',
    unread:
      'Credential "{credential}" was granted {scope}, which no call needs in the code that could be read; not all of {file} could.',
  },
  *check({ credentials, catalogs, config, requests }): Iterable<Occurrence> {
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
        // Calls depend on it until what they lack is granted: missing-scope comes first.
        if (credential.spareAfter.some((one) => one.scope === scope)) continue;
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
        const dead = Object.hasOwn(credential.unreached, scope) ? credential.unreached[scope] : undefined;
        if (dead) {
          yield {
            messageId: 'unreached',
            data: { credential: credential.name, scope, by: dead.join(', ') },
            confidence: 'low',
            primary: grantPlace(credential, scope, config),
          };
          continue;
        }
        const because = credential.undecidedFor.get(scope) ?? [];
        const [unread] = credential.unread;
        const data = { credential: credential.name, scope, count: because.length, file: unread?.file ?? '' };
        const isOpen = because.length > 0 || unread !== undefined;
        yield {
          messageId: messageOf(credential, because, unread !== undefined),
          data,
          confidence: isOpen ? 'low' : confidenceOf(credential, scope, requests),
          primary: grantPlace(credential, scope, config),
        };
      }
    }
  },
};

function messageOf(
  { name }: CredentialFacts,
  because: readonly AnalyzedRequest[],
  isUnread: boolean,
): 'unread' | 'unused' | 'undecided' | 'stray' {
  if (because.length === 0) return isUnread ? 'unread' : 'unused';
  return because.every(({ credential }) => credential === name) ? 'undecided' : 'stray';
}

/**
 * A list in code may serve libraries whose calls nobody has described, and calls that the docs don't have: only the
 * config is surely meant for the calls that are compared with it.
 */
function confidenceOf(
  { grantedAt, name, provider }: CredentialFacts,
  scope: string,
  requests: readonly AnalyzedRequest[],
): Confidence {
  if (!Object.hasOwn(grantedAt, scope)) return 'high';
  const isOpen = requests.some(
    ({ match, credential, confidence }) =>
      match.kind === 'unmatched' &&
      match.provider === provider &&
      credential === name &&
      confidence !== 'low' &&
      match.reason !== 'unresolved-url',
  );
  return isOpen ? 'low' : 'medium';
}
