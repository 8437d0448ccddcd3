import { field, isPlainObject, listField, objectField, textField, textOf } from './plain-data.js';
import type { PlainObject } from './plain-data.js';
import type { Reading } from './reading.js';

/** URLs that the enumerated variables of one server may expand to; beyond it the variables stay. */
const maxExpansions = 64;

/**
 * The URLs of one server object. An enumerated variable becomes each of its values. A free variable stays, because
 * its default is often a mere placeholder (`{hostname}` with the default "hostname"), unless only the default makes a
 * URL of it. Where the variable is the whole host, a default that names one is a server as well.
 */
export function serverUrls(reading: Reading, server: PlainObject): readonly string[] {
  let urls: readonly string[] = [textField(server, 'url') ?? '/'];
  const variables = Object.entries(objectField(server, 'variables') ?? {});
  reading.spend(variables.length);
  for (const [name, variable] of variables) {
    if (isPlainObject(variable)) urls = expand(urls, `{${name}}`, variable);
  }
  return urls;
}

function expand(urls: readonly string[], hole: string, variable: PlainObject): readonly string[] {
  const values = [...new Set(listField(variable, 'enum').map(textOf))].filter((value) => value !== undefined);
  if (values.length > 0 && urls.length * values.length <= maxExpansions) {
    return urls.flatMap((url) =>
      url.includes(hole) ? values.map((value) => url.replaceAll(hole, () => value)) : [url],
    );
  }
  const fallback = textOf(field(variable, 'default'));
  if (fallback === undefined) return urls;
  return urls.flatMap((url) => {
    const filled = url.replaceAll(hole, () => fallback);
    if (needsDefault(url, hole, fallback)) return [filled];
    return url.includes(`//${hole}`) && namesHost(fallback) ? [url, filled] : [url];
  });
}

/** A variable that stands for the URL's scheme, for several segments, or for none. */
const needsDefault = (url: string, hole: string, fallback: string): boolean =>
  url.startsWith(`${hole}:`) || (url.includes(hole) && (fallback === '' || fallback.includes('/')));

/** A host with a domain, and not one of the names that RFC 2606 reserves for examples. */
const namesHost = (text: string): boolean =>
  /^[\w-]+(\.[\w-]+)+(:\d+)?$/.test(text) &&
  !/(^|\.)(example|test|invalid|localhost|example\.(com|net|org))(:\d+)?$/.test(text);
