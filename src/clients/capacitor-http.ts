import type { ClientModel } from './client-model.js';
import { argument, fixed, targets, withDefault } from './client-values.js';
import { described, option } from './options.js';
import { commonVerbs, entryOf } from './verbs.js';

/** `CapacitorHttp.get({ url })` and its like, and `CapacitorHttp.request({ url, method })`; the plugin before it had the same. */
export const capacitorHttpModel: ClientModel = {
  id: 'capacitor-http',
  title: 'Capacitor Http',
  docsUrl: 'https://capacitorjs.com/docs/apis/http',
  modules: ['@capacitor/core', '@capacitor-community/http'],
  request(call) {
    const [, member = ''] = /^(?:CapacitorHttp|Http)\.(\w+)$/.exec(call.path) ?? [];
    const verb = entryOf(commonVerbs, member);
    if (call.isNew || (!verb && member !== 'request')) return undefined;
    const options = argument(call, 0);
    return {
      targets: targets(
        call,
        verb ? fixed(verb.method) : withDefault(option(call, [options], 'method'), 'GET'),
        option(call, [options], 'url'),
      ),
      ...described(call, [options], { query: ['params'], body: ['data'] }),
    };
  },
};
