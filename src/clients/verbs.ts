/** What a client's member sends, and whether a body stands between the URL and the options. */
export interface Verb {
  readonly method: string;
  readonly hasBody: boolean;
}

const plain = (method: string): Verb => ({ method, hasBody: false });
const withBody = (method: string): Verb => ({ method, hasBody: true });

/** `get(url, options)` and `post(url, body, options)`, as most clients have them. */
export const commonVerbs: Readonly<Record<string, Verb>> = {
  get: plain('GET'),
  head: plain('HEAD'),
  options: plain('OPTIONS'),
  delete: plain('DELETE'),
  post: withBody('POST'),
  put: withBody('PUT'),
  patch: withBody('PATCH'),
};

/** The entry of a table by a name that comes from code. */
export const entryOf = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
