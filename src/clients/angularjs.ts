import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, targets, withDefault } from './client-values.js';
import { described, option } from './options.js';
import { commonVerbs, entryOf } from './verbs.js';

/** AngularJS's `$http`, which is injected by name. */
export const angularjsModel: ClientModel = {
  id: 'angularjs',
  title: 'AngularJS $http',
  docsUrl: 'https://docs.angularjs.org/api/ng/service/$http',
  modules: ['angular', 'global'],
  request(call) {
    const member = /^\$http(?:\.(\w+))?$/.exec(call.path);
    if (!member || call.isNew) return undefined;
    const [, name] = member;
    if (name === undefined) return whole(call);
    if (name === 'jsonp') return shorthand(call, 'GET', 1);
    const verb = name === 'options' ? undefined : entryOf(commonVerbs, name);
    return verb && shorthand(call, verb.method, verb.hasBody ? 2 : 1);
  },
};

function whole(call: ClientCall): RequestParts {
  const config = argument(call, 0);
  return {
    targets: targets(
      call,
      withDefault(option(call, [config], 'method'), 'GET'),
      option(call, [config], 'url'),
    ),
    ...described(call, [config], { query: ['params'], body: ['data'] }),
  };
}

function shorthand(call: ClientCall, method: string, configAt: number): RequestParts {
  const body = configAt === 2 ? lazyArgument(call, 1) : undefined;
  return {
    targets: targets(call, fixed(method), argument(call, 0)),
    ...described(call, [argument(call, configAt)], { query: ['params'] }),
    ...(body ? { body } : {}),
  };
}
