import { map } from '../values/alternatives.js';
import { splitParts, stringOf } from '../values/parts.js';
import type { Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, targets, withDefault } from './client-values.js';
import { clientMember, described, option, urlAndOptions, type ClientShape } from './options.js';

const shape: ClientShape = { globals: ['$', 'jQuery'], names: ['default', '$', 'jQuery'], makers: [] };
const verbs: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  getJSON: 'GET',
  getScript: 'GET',
};

/** `$.ajax(url, settings)`, `$.ajax(settings)` and the shorthands. */
export const jqueryModel: ClientModel = {
  id: 'jquery',
  title: 'jQuery',
  docsUrl: 'https://api.jquery.com/jQuery.ajax/',
  modules: ['jquery', 'global'],
  request(call) {
    if (/^(?:\$|jQuery)?\(\)(?:\.\w+\(\))*\.load$/.test(call.path)) return load(call);
    const member = clientMember(call, shape);
    if (member === undefined || call.isNew) return undefined;
    if (member === 'ajax') return ajax(call);
    const verb = Object.hasOwn(verbs, member) ? verbs[member] : undefined;
    return verb === undefined ? undefined : shorthand(call, verb);
  },
};

function ajax(call: ClientCall): RequestParts {
  const { url, options } = urlAndOptions(call);
  return {
    targets: targets(
      call,
      withDefault(option(call, [options], 'method', 'type'), 'GET'),
      url ?? option(call, [options], 'url'),
    ),
    ...described(call, [options], { body: ['data'] }),
  };
}

/** `$(selector).load('/url #part', data)`: a URL up to a space; without one, the old name of an event. */
function load(call: ClientCall): RequestParts | undefined {
  const urls = argument(call, 0);
  if (!urls.some(({ value }) => value.kind === 'string')) return undefined;
  const sends = argument(call, 1).some(({ value }) => value.kind === 'object');
  const whole = map(urls, (value): Value =>
    value.kind === 'string' ? stringOf(splitParts(value.parts, ' ')[0] ?? []) : value,
  );
  return { targets: targets(call, fixed(sends ? 'POST' : 'GET'), whole), headers: [] };
}

/** `$.post(url, data, success)`, and since jQuery 3 `$.post(settings)`, whose method the shorthand overrides. */
function shorthand(call: ClientCall, verb: string): RequestParts {
  const first = argument(call, 0);
  const isSettings = first.some((a) => a.value.kind === 'object');
  const url = isSettings ? option(call, [first], 'url') : first;
  const body = lazyArgument(call, 1);
  return {
    targets: targets(call, fixed(verb), url),
    ...described(call, isSettings ? [first] : [], {}),
    ...(body && !isSettings ? { body } : {}),
  };
}
