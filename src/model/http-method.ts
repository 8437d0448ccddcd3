export const httpMethods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
] as const;
export type HttpMethod = (typeof httpMethods)[number];

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Upper-case method, or undefined when the text is none of HTTP's. */
export function toHttpMethod(text: string): HttpMethod | undefined {
  const upper = text.toUpperCase();
  return (httpMethods as readonly string[]).includes(upper) ? (upper as HttpMethod) : undefined;
}

/** GET, HEAD and OPTIONS read; every other method writes, unless the catalog marks the operation otherwise. */
export const isReadMethod = (method: string): boolean => readMethods.has(method);
