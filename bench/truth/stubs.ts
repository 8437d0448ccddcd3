/** Stub values for arguments: whatever of them reaches a URL can be told from the URL's own text. */

let next = 0;

/** A string that no URL holds by itself. */
export const stubText = (): string => `zqx${next++}xqz`;
/** A number that no URL holds by itself. */
export const stubNumber = (): number => 907_100_000 + (next++ % 90_000);

const stubbed = /zqx\d+xqz|9071\d{5}/gi;

/** A recorded path with stub values as `{}`, a list of them as one. */
export function template(path: string): string {
  let text = path;
  try {
    text = decodeURIComponent(path);
  } catch {
    // A lone percent sign: compared as it was sent.
  }
  return text.replace(stubbed, '{}').replace(/\{\}(?:[,|; ]\{\})+/g, '{}');
}

/** Names that steer the client itself: a stub there would change the request, not fill it. */
const steering = new Set([
  'adapter',
  'agent',
  'agentOptions',
  'auth',
  'baseServer',
  'baseURL',
  'baseUrl',
  'base_url',
  'basePath',
  'cancelToken',
  'config',
  'constructor',
  'endpoint',
  'fetch',
  'fetchFn',
  'followRedirect',
  'headers',
  'hooks',
  'host',
  'hostname',
  'httpAgent',
  'httpClient',
  'httpsAgent',
  'maxRetries',
  'mediaType',
  'method',
  'middleware',
  'next',
  'prefix',
  'prefixUrl',
  'promiseMiddleware',
  'protocol',
  'proxy',
  'request',
  'responseType',
  'retry',
  'server',
  'signal',
  'then',
  'timeout',
  'transformRequest',
  'transformResponse',
  'transport',
  'uri',
  'url',
  'validateStatus',
]);

/** Reads of an object stub: which names a method asks its argument for. */
export type Names = Set<string>;

export type Depth = 'flat' | 'deep';

/** A method of arrays or strings by that name, which reads as a stub where it is taken for a field (`filter`, `link`). */
function methodOf(key: string, own: string): unknown {
  if (key === 'length' || key in Object.prototype) return undefined;
  const target: object | undefined =
    key in Array.prototype && key !== 'concat'
      ? [own]
      : key in String.prototype && key !== 'search'
        ? (Object(own) as object)
        : undefined;
  if (!target) return undefined;
  const method = Reflect.get(target, key) as (...args: unknown[]) => unknown;
  return Object.assign(method.bind(typeof target.valueOf() === 'string' ? own : target), {
    toString: () => own,
    toJSON: () => own,
  });
}

/** An object that has a stub for every name, reads as a stub string, and notes which names are asked for. */
export function stubObject(names: Names, depth: Depth): object {
  const own = stubText();
  const made = new Map<string, unknown>();
  const list = (): string[] => [own];
  return new Proxy(
    {},
    {
      get(_target, key) {
        if (key === Symbol.toPrimitive || key === 'toString' || key === 'valueOf') return () => own;
        if (key === Symbol.iterator) return () => list()[Symbol.iterator]();
        if (key === 'toJSON') return () => ({});
        if (typeof key === 'symbol') return undefined;
        const method = methodOf(key, own);
        if (method) return method;
        if (key === 'length') return 1;
        if (steering.has(key) || key in Object.prototype)
          return Reflect.get(Object.prototype, key) as unknown;
        names.add(key);
        if (!made.has(key)) made.set(key, depth === 'deep' ? stubObject(names, 'deep') : stubText());
        return made.get(key);
      },
      has: (_target, key) => typeof key === 'string' && !steering.has(key),
      ownKeys: () => [],
      getOwnPropertyDescriptor: () => undefined,
    },
  );
}

/** A plain object with a stub for each of the names, so that it survives spreads and copies. */
export function stubRecord(names: Iterable<string>, value: () => unknown): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const name of names) if (!steering.has(name)) record[name] = value();
  return record;
}
