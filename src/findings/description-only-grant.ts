import type { Operation, SourceRef } from '../model/catalog.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { sentThrough } from './sent-through.js';

/** A call that the tables give to another scope than the held one, while the held one's description covers it. */
export const descriptionOnlyGrant: FindingDefinition = {
  id: 'description-only-grant',
  description:
    'A call is covered by the description of a granted scope, but not by the assignments in the docs.',
  severity: 'warn',
  scope: 'file',
  messages: {
    described:
      '{operation} is assigned to {needed} ({assignedAt}); credential "{credential}" holds {held}, which is described as "{quote}" ({describedAt}).',
  },
  *check({ credentials, catalogs }): Iterable<Occurrence> {
    for (const credential of credentials) {
      const catalog = catalogs.find((c) => c.provider === credential.provider);
      for (const { request, match, confidence } of credential.requests) {
        if (match.kind !== 'matched') continue;
        const operation = catalog?.operations.find((o) => o.id === match.operation);
        for (const { held, needed, grant } of credential.describedOnly[match.operation] ?? []) {
          const data = {
            operation: match.operation,
            credential: credential.name,
            needed,
            assignedAt: shown(assignmentOf(operation, needed)),
            held,
            quote: grant.quote,
            describedAt: shown(grant.source),
          };
          const related = sentThrough(request);
          yield { messageId: 'described', data, confidence, primary: request.callSite, related };
        }
      }
    }
  },
};

/** The line that assigns the scope, else the line that lists the operation. */
const assignmentOf = (operation: Operation | undefined, scope: string): SourceRef | undefined =>
  operation?.assignments?.find((a) => a.scope === scope)?.source ?? operation?.sources[0];

const shown = (source: SourceRef | undefined): string =>
  source ? `${source.document}:${source.line}` : 'no source line';
