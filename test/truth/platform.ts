// A Trust Platform on the loopback that knows nothing but its documentation: which scopes each endpoint takes, and how
// it refuses. It reads the compiled facts as plain JSON and shares no code with the analyzer.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly paths: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[] | 'undocumented';
}

const catalogFile = path.resolve(import.meta.dirname, '../../data/trust-platform/catalog.json');

export const documented = (
  JSON.parse(readFileSync(catalogFile, 'utf8')) as { operations: DocumentedOperation[] }
).operations;

/** One call that came in, and what became of it. `operation` is undefined where the docs have none. */
export interface Served {
  readonly client: string;
  readonly operation: string | undefined;
  readonly status: number;
}

export interface Platform {
  readonly url: string;
  /** Scopes by client id; a token is a client id in this world. Changes count from the next call on. */
  readonly grants: Map<string, ReadonlySet<string>>;
  /** Calls since the last `reset`, tokens left out. */
  readonly served: Served[];
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

/** `answers` are bodies by operation id; others get `{}`. */
export async function startPlatform(answers: Readonly<Record<string, unknown>> = {}): Promise<Platform> {
  const grants = new Map<string, ReadonlySet<string>>();
  const served: Served[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      // The docs don't show the token endpoint: any address ending like this one gives tokens.
      if (request.method === 'POST' && pathname.endsWith('/oauth/token')) {
        const client = new URLSearchParams(body).get('client_id') ?? '';
        return answer(response, 200, { access_token: client, expires_in: 3600 });
      }
      const client = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const operations = operationsAt(request.method ?? '', pathname);
      const status = statusOf(operations, grants.get(client));
      const operation = operations[0]?.id;
      served.push({ client, operation, status });
      return answer(response, status, status === 403 ? accessViolation : (answers[operation ?? ''] ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    grants,
    served,
    reset: () => void served.splice(0),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve, reject) =>
        server.close((error) => (error ? reject(error) : resolve(undefined))),
      );
    },
  };
}

/** As the docs show it: title and detail both say that the caller is not authorized to access the resource. */
const accessViolation = {
  errors: [
    {
      title: 'Not authorized to access the resource',
      detail: 'The caller is not authorized to access the resource',
      code: 'ERROR_ACCESS-MANAGEMENT-ASSERTIONS_ACCESS_VIOLATION',
    },
  ],
  traceId: '7d0a4c52-3a57-4f0e-9d0d-0a2f6c1b8e11',
};

function statusOf(operations: readonly DocumentedOperation[], held: ReadonlySet<string> | undefined): number {
  if (operations.length === 0) return 404;
  if (!held) return 401;
  const isAuthorized = operations.some(
    ({ security }) =>
      security === 'undocumented' ||
      security.some((requirement) =>
        Object.values(requirement)
          .flat()
          .every((scope) => held.has(scope)),
      ),
  );
  return isAuthorized ? 200 : 403;
}

/** The operations of the longest run of literal segments; several where templates differ in names alone. */
function operationsAt(method: string, pathname: string): DocumentedOperation[] {
  const segments = pathname.split('/');
  const fits = documented.flatMap((operation) =>
    operation.method === method
      ? [operation.path, ...operation.paths].flatMap((template) => {
          const shape = shapeOf(template, segments);
          return shape === undefined ? [] : [{ operation, shape }];
        })
      : [],
  );
  const best = fits.map(({ shape }) => shape).sort()[0];
  return [...new Set(fits.filter(({ shape }) => shape === best).map(({ operation }) => operation))];
}

/** `0` for a literal segment, `1` for a parameter: the first in order is the most specific. */
function shapeOf(template: string, segments: readonly string[]): string | undefined {
  const parts = template.split('/');
  if (parts.length !== segments.length) return undefined;
  const marks = parts.map((part, i) => {
    if (part.startsWith('{')) return segments[i] === '' ? 'x' : '1';
    return part === segments[i] ? '0' : 'x';
  });
  return marks.includes('x') ? undefined : marks.join('');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
