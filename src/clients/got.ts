import { flatMap } from '../values/alternatives.js';
import { isUrlObject } from '../values/builtins/url-object.js';
import type { Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, targets, urlInParts, withDefault } from './client-values.js';
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
  const { url, sources: own } = inParts(call) ?? whole(call);
  const sources = [...own, ...instanceOptions(call, shape.makers)];
  const methods = method ?? withDefault(option(call, sources, 'method'), 'GET');
  // Got refuses a URL that begins with a slash when there is a prefix; what was meant is shown all the same.
  const prefix = baseOption(call, sources, 'prefixUrl', 'baseUrl');
  const { headers, ...rest } = described(call, sources, {
    query: ['searchParams', 'query'],
    body: ['json', 'form', 'body'],
    retry: ['retry'],
  });
  return {
    targets: targets(call, methods, url, prefix),
    ...rest,
    headers: [...headers, ...hookHeaders(call, sources, 'hooks', 'beforeRequest')],
  };
}

interface UrlAndSources {
  readonly url: Alternatives;
  /** The call's own options, those that win first. */
  readonly sources: readonly Alternatives[];
}

function whole(call: ClientCall): UrlAndSources {
  const { url, options } = urlAndOptions(call);
  return { url: url ?? option(call, [options], 'url'), sources: [options] };
}

/** `got({ protocol, hostname, pathname }, options)`: the first object may say the URL in parts. */
function inParts(call: ClientCall): UrlAndSources | undefined {
  const first = argument(call, 0);
  const saysParts = first.every(({ value }) => isUrlObject(value) && !value.props.has('url'));
  if (first.length === 0 || !saysParts) return undefined;
  return { url: flatMap(first, (value) => urlInParts(call, value)), sources: [argument(call, 1), first] };
}
