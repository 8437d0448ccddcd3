import { flatMap, map } from '../values/alternatives.js';
import { evaluate } from '../values/evaluate.js';
import { trailingText } from '../values/parts.js';
import { stringValue, sure, undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import { argument, fixed, partsOf, property, targets, withDefault } from './client-values.js';
import { joinUrl } from './join-url.js';
import { described, option } from './options.js';
import { entryOf } from './verbs.js';

const verbs: Readonly<Record<string, string>> = {
  get: 'GET',
  head: 'HEAD',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};

/** Methods that Apollo's `RESTDataSource` gives its subclasses: `this.get(path, request)`. */
export const restDataSourceModel: ClientModel = {
  id: 'rest-data-source',
  title: 'Apollo RESTDataSource',
  docsUrl: 'https://www.apollographql.com/docs/apollo-server/data/fetching-rest',
  modules: ['@apollo/datasource-rest', 'apollo-datasource-rest'],
  request(call) {
    const member = /^RESTDataSource\.new\.(\w+)$/.exec(call.path)?.[1];
    if (member === undefined || call.isNew) return undefined;
    const verb = entryOf(verbs, member);
    if (verb === undefined && member !== 'fetch') return undefined;
    const isOld = call.callee.module === 'apollo-datasource-rest';
    // The older package takes the body or the parameters before the options.
    const options = argument(call, isOld && verb !== undefined ? 2 : 1);
    const methods = verb === undefined ? withDefault(option(call, [options], 'method'), 'GET') : fixed(verb);
    return {
      targets: targets(
        call,
        methods,
        joinUrl(
          call,
          isOld ? map(argument(call, 0), (path) => relative(call, path)) : argument(call, 0),
          baseOf(call, isOld),
        ),
      ),
      ...described(call, [options], { query: ['params'], body: ['body'] }),
    };
  },
};

/** The older package drops a slash at the start. */
function relative(call: ClientCall, path: Value): Value {
  const [first, ...rest] = partsOf(call, path);
  if (first?.kind !== 'text' || !first.text.startsWith('/')) return path;
  return { kind: 'string', parts: [{ kind: 'text', text: first.text.slice(1) }, ...rest] };
}

/** The `baseURL` of the instance whose method is called. The older package takes it for a folder. */
function baseOf(call: ClientCall, isFolder: boolean): Alternatives {
  const { activation, index } = call.site;
  const callee = activation.module.calls[index]?.callee;
  if (callee?.kind !== 'member') return sure(undefinedValue);
  const bases = flatMap(evaluate(call.m, callee.object, activation), (self) =>
    property(call, sure(self), 'baseURL'),
  );
  return map(bases, (base): Value => {
    if (base.kind === 'external' || (base.kind === 'hole' && base.name === 'baseURL')) return undefinedValue;
    const parts = partsOf(call, base);
    const isOpen = isFolder && base.kind !== 'undefined' && !trailingText(parts).endsWith('/');
    return isOpen ? { kind: 'string', parts: [...parts, ...stringValue('/').parts] } : base;
  });
}
