import type { ClientModel } from './client-model.js';
import { argument, targets, withDefault } from './client-values.js';
import { described, option } from './options.js';

/** `GM_xmlhttpRequest(details)` of userscripts, and `GM.xmlHttpRequest(details)`, the same with a promise. */
export const userscriptModel: ClientModel = {
  id: 'userscript',
  title: 'Userscript GM_xmlhttpRequest',
  docsUrl: 'https://violentmonkey.github.io/api/gm/#gm_xmlhttprequest',
  modules: ['global'],
  request(call) {
    if (call.isNew || !/^GM(?:_xmlhttpRequest|\.xmlHttpRequest)$/.test(call.path)) return undefined;
    const details = argument(call, 0);
    return {
      targets: targets(
        call,
        withDefault(option(call, [details], 'method'), 'GET'),
        option(call, [details], 'url'),
      ),
      ...described(call, [details], { body: ['data'] }),
    };
  },
};
