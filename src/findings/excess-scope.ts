import type { FindingDefinition, Occurrence } from './finding-definition.js';

/** A grant that no call needs: the credential can do more than the program does. */
export const excessScope: FindingDefinition = {
  id: 'excess-scope',
  description: 'A credential was granted a scope that no call needs.',
  severity: 'warn',
  scope: 'project',
  messages: {
    unused: 'Credential "{credential}" was granted {scope}, which no call needs.',
    replaceable: 'Credential "{credential}" was granted {scope}, where {by} is enough.',
    undecided: 'Credential "{credential}" was granted {scope}, which no resolved call needs; {count} unresolved calls may.',
  },
  *check({ credentials, config }): Iterable<Occurrence> {
    for (const credential of credentials) {
      for (const scope of credential.excess) {
        const at = credential.config?.grants?.find((g) => g.value === scope)?.at;
        const by = credential.replaceable.find((r) => r.scope === scope)?.by;
        const count = credential.undecided.length;
        const data = { credential: credential.name, scope, by: by?.join(' and ') ?? '', count };
        const primary = credential.grantedAt[scope] ?? { file: config.file ?? '', start: at?.line ?? 1, end: at?.column ?? 1, isPosition: true };
        yield { messageId: by ? 'replaceable' : count > 0 ? 'undecided' : 'unused', data, confidence: count > 0 && !by ? 'low' : 'high', primary };
      }
    }
  },
};
