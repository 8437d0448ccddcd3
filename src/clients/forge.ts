import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, property, targets, withDefault } from './client-values.js';
import { described, option } from './options.js';
import type { Alternatives } from '../values/value.js';

/** Product requests: `api.asUser().requestJira(…)`, `requestJira(…)` of the bridge. */
const product = /^(?:(?:api\.)?(?:asUser|asApp)\(\)\.)?request(?:Jira|Confluence|Bitbucket)$/;
const plain = /^(?:(?:api\.)?(?:asUser|asApp)\(\)\.)?(?:api\.)?fetch$/;
const remote = /^(?:(?:api\.)?(?:asUser|asApp)\(\)\.)?(?:invokeRemote|requestRemote)$/;

/** Atlassian Forge: requests to a product, to a remote, and `fetch`. Paths of products stand without a host. */
export const forgeModel: ClientModel = {
  id: 'forge',
  title: 'Atlassian Forge',
  docsUrl: 'https://developer.atlassian.com/platform/forge/apis-reference/fetch-api-product.requestjira/',
  modules: ['@forge/api', '@forge/bridge'],
  request(call) {
    if (call.isNew) return undefined;
    if (product.test(call.path) || plain.test(call.path))
      return parts(call, argument(call, 0), argument(call, 1));
    if (!remote.test(call.path)) return undefined;
    // In the front end there is one remote; in the back end its key comes first.
    const init = argument(
      call,
      call.callee.module === '@forge/bridge' && call.path === 'invokeRemote' ? 0 : 1,
    );
    return parts(call, property(call, init, 'path'), init);
  },
};

function parts(call: ClientCall, urls: Alternatives, init: Alternatives): RequestParts {
  return {
    targets: targets(call, withDefault(option(call, [init], 'method'), 'GET'), urls),
    ...described(call, [init], { body: ['body'] }),
  };
}
