import type { ClientModel } from './client-model.js';
import { targets, withDefault } from './client-values.js';
import { described, option, urlAndOptions } from './options.js';

/** `AP.request(url, options)` and `AP.request(options)` of Atlassian Connect's page script. */
export const atlassianConnectModel: ClientModel = {
  id: 'atlassian-connect',
  title: 'Atlassian Connect AP.request',
  docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/jsapi/request/',
  modules: ['global'],
  request(call) {
    if (call.path !== 'AP.request') return undefined;
    const { url, options } = urlAndOptions(call);
    return {
      targets: targets(
        call,
        withDefault(option(call, [options], 'type'), 'GET'),
        url ?? option(call, [options], 'url'),
      ),
      ...described(call, [options], { body: ['data'] }),
    };
  },
};
