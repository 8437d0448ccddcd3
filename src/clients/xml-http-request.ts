import type { ClientModel } from './client-model.js';
import { argument, targets } from './client-values.js';
import { headersSetBy, siblings } from './followers.js';

/** `xhr.open(method, url)` of the browser's XMLHttpRequest. */
export const xmlHttpRequestModel: ClientModel = {
  id: 'xml-http-request',
  title: 'XMLHttpRequest',
  docsUrl: 'https://developer.mozilla.org/docs/Web/API/XMLHttpRequest/open',
  modules: ['global', 'xhr2', 'xmlhttprequest', 'xmlhttprequest-ssl'],
  types: ['global#XMLHttpRequest'],
  request(call) {
    if (
      !/^(?:XMLHttpRequest\.)?new\.open$/.test(call.path) ||
      (call.callee.module === 'global' && !call.path.startsWith('XML'))
    )
      return undefined;
    return {
      targets: targets(call, argument(call, 0), argument(call, 1)),
      headers: headersSetBy(call, siblings(call, 'setRequestHeader')),
    };
  },
};
