import type { ClientModel } from './client-model.js';
import { targets, withDefault } from './client-values.js';
import { described, option, urlAndOptions } from './options.js';

/** `z.request(url, options)` and `z.request(options)` of Zapier integrations, where the code says that `z` is a `ZObject`. */
export const zapierModel: ClientModel = {
  id: 'zapier',
  title: 'Zapier z.request',
  docsUrl: 'https://github.com/zapier/zapier-platform/tree/main/packages/cli#making-http-requests',
  modules: ['zapier-platform-core'],
  types: ['zapier-platform-core#ZObject'],
  request(call) {
    if (call.isNew || !/\brequest$/.test(call.path)) return undefined;
    const { url, options } = urlAndOptions(call);
    return {
      targets: targets(
        call,
        withDefault(option(call, [options], 'method'), 'GET'),
        url ?? option(call, [options], 'url'),
      ),
      ...described(call, [options], { query: ['params'], body: ['body', 'json', 'form'] }),
    };
  },
};
