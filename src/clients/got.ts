import type { Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { fixed, targets, withDefault } from './client-values.js';
import {
  baseOption,
  clientMember,
  described,
  instanceOptions,
  option,
  urlAndOptions,
  type ClientShape,
} from './options.js';
import { hookHeaders } from './request-hooks.js';

const shape: ClientShape = { globals: [], names: ['default', 'got', 'Got', 'new'], makers: ['extend'] };

/** Members whose name is a method, also under `stream`. */
const verbs: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'head', 'delete']);
/** Members that take their method from the options, GET unless they say otherwise. */
const open: ReadonlySet<string> = new Set(['', 'stream', 'paginate', 'paginate.each', 'paginate.all']);

/** `got(url, options)`, `got.post`, `got.stream`, `got.paginate`, and instances made by `got.extend(options)`. */
export const gotModel: ClientModel = {
  id: 'got',
  title: 'Got',
  docsUrl: 'https://github.com/sindresorhus/got/blob/main/documentation/2-options.md',
  modules: ['got', 'gh-got', 'got-scraping'],
  types: ['got#Got'],
  request(call) {
    const member = clientMember(call, shape)?.replace(/^gotScraping\.?/, '');
    if (member === undefined || call.isNew) return undefined;
    const verb = member.replace(/^stream\./, '');
    if (verbs.has(verb)) return parts(call, fixed(verb));
    return open.has(member) ? parts(call, undefined) : undefined;
  },
};

function parts(call: ClientCall, method: Alternatives | undefined): RequestParts {
  const { url, options } = urlAndOptions(call);
  const sources = [options, ...instanceOptions(call, shape.makers)];
  const methods = method ?? withDefault(option(call, sources, 'method'), 'GET');
  // Got refuses a URL that begins with a slash when there is a prefix; what was meant is shown all the same.
  const prefix = baseOption(call, sources, 'prefixUrl', 'baseUrl');
  const { headers, ...rest } = described(call, sources, {
    query: ['searchParams', 'query'],
    body: ['json', 'form', 'body'],
    retry: ['retry'],
  });
  return {
    targets: targets(call, methods, url ?? option(call, [options], 'url'), prefix),
    ...rest,
    headers: [...headers, ...hookHeaders(call, sources, 'hooks', 'beforeRequest')],
  };
}
