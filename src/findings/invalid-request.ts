import { knownText } from '../model/abstract-string.js';
import type { Catalog, Operation, OperationParameter, SourceRef } from '../model/catalog.js';
import type { ClientRequest } from '../model/client-request.js';
import { isReadMethod } from '../model/http-method.js';
import type { FindingDefinition, Occurrence } from './finding-definition.js';
import { bodyMistakes } from './sent-body.js';
import { pathValues } from './sent-path.js';

type Mistake = Pick<Occurrence, 'messageId' | 'data' | 'severity'>;

/** A call whose body, headers, query or path values are surely not what the docs state. What isn't known is not judged. */
export const invalidRequest: FindingDefinition = {
  id: 'invalid-request',
  description: 'A call sends something else than the docs state for its operation.',
  severity: 'error',
  scope: 'file',
  messages: {
    body: '{operation} takes a JSON {kind}; this call sends an {sent} ({statedAt}).',
    field:
      '{operation} takes a value of kind {kind} for {field}; this call sends one of kind {sent}{note} ({statedAt}).',
    missing: '{operation} requires the {place} {name}; this call does not send it{note} ({statedAt}).',
    uuid: '{operation} takes a UUID for {name}; this call sends "{sent}" ({statedAt}).',
    contentType: '{operation} takes {kind}; this call says that it sends {sent} ({statedAt}).',
  },
  *check({ requests, catalogs }): Iterable<Occurrence> {
    for (const { request, match, confidence } of requests) {
      if (match.kind !== 'matched') continue;
      const catalog = catalogs.find((c) => c.provider === match.provider);
      const operation = catalog?.operations.find((o) => o.id === match.operation);
      if (!catalog || !operation) continue;
      for (const mistake of [
        ...contentType(request, operation),
        ...body(request, operation, catalog),
        ...missing(request, operation),
        ...notUuid(request, operation),
      ])
        yield { ...mistake, confidence, primary: request.callSite };
    }
  },
};

function* body(request: ClientRequest, operation: Operation, catalog: Catalog): Iterable<Mistake> {
  const shape =
    operation.requestShape === undefined ? undefined : catalog.requestShapes[operation.requestShape];
  // Another content type is a finding of its own, and may turn the value into something else.
  if (!shape || !request.body || [...contentType(request, operation)].length > 0) return;
  for (const { path, sent, stated, kind } of bodyMistakes(request.body, shape, catalog.requestShapes)) {
    const data = { operation: operation.id, kind, sent, statedAt: shown(stated.source) };
    if (path === '') yield { messageId: 'body', data };
    else {
      const note = 'note' in stated ? remark(stated.note) : '';
      yield { messageId: 'field', data: { ...data, field: path, note }, severity: 'warn' };
    }
  }
}

/** Headers that clients add by themselves, or that say who asks: other findings speak of those. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'authorization', 'content-length', 'content-type', 'cookie'],
  ...['host', 'user-agent'],
]);

/** Documents list the token as a parameter, too, which clients then send in the Authorization header. */
const isCredential = (name: string): boolean => /token$|^auth|^(?:x[-_])?api[-_]?key$/i.test(name);

function* missing(request: ClientRequest, operation: Operation): Iterable<Mistake> {
  // The docs may only infer the place: what is sent in the other one is not missing.
  if (!request.complete?.includes('headers') || !request.complete.includes('query')) return;
  const sent = new Set(
    [...Object.keys(request.headers), ...(request.query ?? [])].map((n) => n.toLowerCase()),
  );
  for (const parameter of operation.parameters) {
    const { name, required, note } = parameter;
    if (!required || parameter.in === 'path' || sent.has(name.toLowerCase()) || isCredential(name)) continue;
    // A form in the body may carry what a document calls a query parameter.
    if (parameter.in === 'query' && !isReadMethod(operation.method)) continue;
    if (parameter.in === 'header' && ownHeaders.has(name.toLowerCase())) continue;
    const place = parameter.in === 'header' ? 'header' : 'query parameter';
    const data = {
      operation: operation.id,
      place,
      name,
      note: remark(note),
      statedAt: shown(parameter.source),
    };
    yield { messageId: 'missing', data, severity: 'warn' };
  }
}

function* notUuid(request: ClientRequest, operation: Operation): Iterable<Mistake> {
  const values = pathValues(request.url, operation);
  for (const { name, format, source, ...parameter } of operation.parameters) {
    const sent = values.get(name);
    if (parameter.in !== 'path' || format !== 'uuid' || sent === undefined || mayBeUuid(sent)) continue;
    yield { messageId: 'uuid', data: { operation: operation.id, name, sent, statedAt: shown(source) } };
  }
}

/** Also without dashes, in braces, and what stands for a value: `:id`, `{id}`, `<id>`. */
const mayBeUuid = (text: string): boolean =>
  text === '' || /^\W/.test(text) || text.includes('%') || /^[0-9a-f]{32}$/i.test(text.replaceAll('-', ''));

function* contentType(request: ClientRequest, operation: Operation): Iterable<Mistake> {
  const header = request.headers['content-type'];
  const sent = header && knownText(header)?.split(';')[0]?.trim().toLowerCase();
  const stated = operation.parameters.find(isContentType);
  const kind = stated?.value?.split(';')[0]?.trim().toLowerCase();
  if (!stated || kind === undefined || !kind.includes('/') || !sent || sent === kind) return;
  if (kind === 'application/json' && sent.endsWith('+json')) return;
  yield {
    messageId: 'contentType',
    severity: 'warn',
    data: { operation: operation.id, kind, sent, statedAt: shown(stated.source) },
  };
}

const isContentType = ({ name, in: place }: OperationParameter): boolean =>
  place === 'header' && name.toLowerCase() === 'content-type';

const remark = (note: string | undefined): string =>
  note === undefined || note === '' ? '' : ` (the docs: ${note})`;

const shown = ({ document, line }: SourceRef): string => `${document}:${line}`;
