import { combine, map } from '../values/alternatives.js';
import { originOf } from '../values/builtins/url.js';
import { normalize, type Part } from '../values/parts.js';
import { sure, textOf, undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts, Target } from './client-model.js';
import { partsOf, withDefault } from './client-values.js';
import { described, option, urlAndOptions } from './options.js';
import { followers, headersSetBy } from './followers.js';

/** Node's `http.request` and `https.get`, and `follow-redirects`, which has the same interface. */
export const nodeHttpModel: ClientModel = {
  id: 'node-http',
  title: 'Node http and https',
  docsUrl: 'https://nodejs.org/api/http.html#httprequesturl-options-callback',
  modules: ['http', 'https', 'follow-redirects'],
  request(call) {
    const words = call.path.split('.').filter((w) => w !== 'default');
    const member = words.pop();
    const name = words.pop() ?? call.callee.module.replace(/^node:/, '');
    if (
      words.length > 0 ||
      call.isNew ||
      (member !== 'request' && member !== 'get') ||
      !/^https?$/.test(name)
    )
      return undefined;
    return parts(call, `${name}:`);
  },
};

function parts(call: ClientCall, protocol: string): RequestParts {
  const { url, options } = urlAndOptions(call);
  const description = described(call, [options], {});
  return {
    targets: targetsOf(call, protocol, url ?? sure(undefinedValue), options),
    ...description,
    headers: [...description.headers, ...headersSetBy(call, followers(call, ['setHeader']))],
  };
}

const fields = ['method', 'protocol', 'hostname', 'host', 'port', 'path'] as const;

/** Options win over what the URL says. */
function targetsOf(
  call: ClientCall,
  protocol: string,
  urls: Alternatives,
  options: Alternatives,
): Alternatives<Target> {
  const lists = [urls, ...fields.map((key) => option(call, [options], key))];
  return map(combine(lists), ([url, method, scheme, hostname, host, port, path]) => {
    const named = isGiven(hostname) ? hostname : host;
    const base = url && isGiven(url) ? partsOf(call, url) : [];
    return {
      method: withDefault(sure(method ?? undefinedValue), 'GET')[0]?.value ?? undefinedValue,
      url: normalize([
        ...originParts(call, { protocol, base, scheme, host: named, port }),
        ...pathOf(call, base, path),
      ]),
    };
  });
}

const isGiven = (value: Value | undefined): value is Value =>
  value !== undefined && value.kind !== 'undefined' && value.kind !== 'null';

interface Authority {
  readonly protocol: string;
  readonly base: readonly Part[];
  readonly scheme: Value | undefined;
  readonly host: Value | undefined;
  readonly port: Value | undefined;
}

function originParts(call: ClientCall, { protocol, base, scheme, host, port }: Authority): Part[] {
  if (base.length > 0 && !isGiven(host)) return originOf(base);
  const lead: Part[] = isGiven(scheme) ? partsOf(call, scheme) : [{ kind: 'text', text: protocol }];
  const name: Part[] = isGiven(host) ? partsOf(call, host) : [{ kind: 'text', text: 'localhost' }];
  const number = isGiven(port) ? textOf(port) : undefined;
  const isUsual = number === '' || number === (protocol === 'https:' ? '443' : '80');
  const after: Part[] =
    isGiven(port) && !isUsual ? [{ kind: 'text', text: ':' }, ...partsOf(call, port)] : [];
  return [...lead, { kind: 'text', text: '//' }, ...name, ...after];
}

function pathOf(call: ClientCall, base: readonly Part[], path: Value | undefined): Part[] {
  if (isGiven(path)) return partsOf(call, path);
  return base.length > 0 ? afterOrigin(base) : [{ kind: 'text', text: '/' }];
}

/** A URL without its origin. */
function afterOrigin(url: readonly Part[]): Part[] {
  const origin = originOf(url);
  const rest = url.slice(origin.length - 1);
  const [first, ...others] = rest;
  const last = origin.at(-1);
  if (first?.kind !== 'text' || last?.kind !== 'text') return [...url.slice(origin.length)];
  return [{ kind: 'text', text: first.text.slice(last.text.length) }, ...others];
}
