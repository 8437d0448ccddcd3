import { combine, flatMap, map } from '../values/alternatives.js';
import { resolveUrl } from '../values/builtins/url.js';
import type { Part } from '../values/parts.js';
import { undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, partsOf, targets, withDefault } from './client-values.js';
import { baseOption, clientMember, described, instanceOptions, option, type ClientShape } from './options.js';
import { replacedByHooks } from './replacing-hooks.js';
import { methodsBeside, urlsOf } from './request-objects.js';
import { hookHeaders } from './request-hooks.js';

const shape: ClientShape = {
  globals: ['ky'],
  names: ['default', 'ky', 'KyInstance', 'new'],
  makers: ['create', 'extend'],
};
const verbs: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'head', 'delete']);

/** `ky(url, options)`, `ky(request)`, `ky.post(url, options)`, and instances made by `ky.create` and `ky.extend`. */
export const kyModel: ClientModel = {
  id: 'ky',
  title: 'Ky',
  docsUrl: 'https://github.com/sindresorhus/ky#api',
  modules: ['ky', 'ky-universal', 'global'],
  types: ['ky#KyInstance'],
  request(call) {
    const member = clientMember(call, shape);
    if (member === undefined || call.isNew) return undefined;
    if (verbs.has(member)) return parts(call, fixed(member));
    return member === '' ? parts(call, undefined) : undefined;
  },
};

function parts(call: ClientCall, method: Alternatives | undefined): RequestParts {
  const sources = [argument(call, 1), ...instanceOptions(call, shape.makers)];
  const inputs = argument(call, 0);
  const methods = method ?? withDefault(methodsBeside(call, option(call, sources, 'method'), inputs), 'GET');
  const inputUrls = flatMap(inputs, (input) => urlsOf(call, input));
  const urls = againstBase(call, inputUrls, baseOption(call, sources, 'baseUrl'));
  const sent = targets(call, methods, urls, baseOption(call, sources, 'prefixUrl', 'prefix'));
  const { headers, ...rest } = described(call, sources, {
    query: ['searchParams'],
    body: ['json', 'body'],
    retry: ['retry'],
  });
  return {
    targets: replacedByHooks(call, sent, sources, 'hooks', 'beforeRequest'),
    ...rest,
    headers: [...headers, ...hookHeaders(call, sources, 'hooks', 'beforeRequest')],
  };
}

/** `baseUrl` resolves as `new URL(input, base)` does: a path in the base is lost to an input that begins with a slash. */
function againstBase(call: ClientCall, inputs: Alternatives, bases: Alternatives): Alternatives {
  return map(combine([inputs, bases]), ([input, base]): Value => {
    if (!input || !base || base.kind === 'undefined' || base.kind === 'null') return input ?? undefinedValue;
    const href: readonly Part[] = resolveUrl(partsOf(call, input), partsOf(call, base)).href;
    return { kind: 'url', href };
  });
}
