/** Takes the place of the network: every HTTP request is recorded and answered by this process. */
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** A request as it would have gone out; `path` without query. */
export interface Sent {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly stack: string;
}

export type Sink = (sent: Sent) => void;

/** The public call that is under way; its sink takes the requests. */
export const current = new AsyncLocalStorage<Sink>();

const answer = '{}';

function record(method: string, url: URL): void {
  const sink = current.getStore();
  sink?.({
    method: method.toUpperCase(),
    host: url.host,
    path: url.pathname,
    stack: new Error().stack ?? '',
  });
}

type Options = http.RequestOptions & {
  readonly href?: string;
  readonly search?: string | null;
  readonly pathname?: string | null;
};

/** The URL of an `http.request` call in any of its forms. */
function urlOf(scheme: string, args: readonly unknown[]): { url: URL; method: string } {
  const [first, second] = args;
  const base = typeof first === 'string' || first instanceof URL ? new URL(first) : undefined;
  const options = ((base ? second : first) ?? {}) as Options;
  const method = (typeof options === 'object' && options.method) || 'GET';
  if (typeof options !== 'object') return { url: base ?? new URL(`${scheme}://none/`), method };
  const host = options.hostname ?? options.host ?? base?.hostname ?? 'localhost';
  const path = options.path ?? (base ? base.pathname + base.search : '/');
  return { url: new URL(`${scheme}://${host}${path.startsWith('/') ? '' : '/'}${path}`), method };
}

/** Starts a loopback server that answers `{}` to everything, and sends every client there. */
export async function intercept(): Promise<void> {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
      response.end(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  const { port } = server.address() as net.AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
  const send = http.request.bind(http);

  const wrap = (scheme: string) =>
    function request(...args: unknown[]): http.ClientRequest {
      const { url, method } = urlOf(scheme, args);
      record(method, url);
      const callback = args.find(
        (arg): arg is (r: http.IncomingMessage) => void => typeof arg === 'function',
      );
      const given = args.find((arg) => typeof arg === 'object' && arg !== null && !(arg instanceof URL)) as
        Options | undefined;
      const headers = { ...(given?.headers as http.OutgoingHttpHeaders | undefined) };
      const options = { host: '127.0.0.1', port, path: url.pathname + url.search, method, headers, agent };
      return callback ? send(options, callback) : send(options);
    };
  const get = (request: (...args: unknown[]) => http.ClientRequest) =>
    function get(...args: unknown[]): http.ClientRequest {
      const outgoing = request(...args);
      outgoing.end();
      return outgoing;
    };
  for (const [module, scheme] of [
    [http, 'http'],
    [https, 'https'],
  ] as const) {
    const request = wrap(scheme);
    Object.assign(module, { request, get: get(request) });
  }
  syncBuiltinESMExports();

  globalThis.fetch = (input: string | URL | Request, init?: RequestInit) => {
    const asked = typeof input === 'string' || input instanceof URL ? undefined : input;
    const url = new URL(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url);
    record(init?.method ?? asked?.method ?? 'GET', url);
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(answer, { status: 200, headers }));
  };
  guard(port);
}

/** Whatever is not wrapped above must not leave the machine either. */
function guard(port: number): void {
  const { connect } = net.Socket.prototype;
  // Node passes its own callers' options in an array.
  const isOurs = (arg: unknown): boolean =>
    Array.isArray(arg)
      ? arg.some(isOurs)
      : typeof arg === 'object' &&
        arg !== null &&
        Reflect.get(arg, 'port') === port &&
        Reflect.get(arg, 'host') === '127.0.0.1';
  function guarded(this: net.Socket, ...args: unknown[]): net.Socket {
    if (!args.some(isOurs)) throw new Error('a connection past the interceptor');
    return Reflect.apply(connect, this, args) as net.Socket;
  }
  Object.assign(net.Socket.prototype, { connect: guarded });
}
