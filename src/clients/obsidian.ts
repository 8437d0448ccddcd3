import type { ClientModel } from './client-model.js';
import { fixed, targets, withDefault } from './client-values.js';
import { described, option, urlAndOptions } from './options.js';

/** Obsidian's `requestUrl(url)` and `requestUrl({ url, method })`, documented as similar to `fetch`, and the older `request`. */
export const obsidianModel: ClientModel = {
  id: 'obsidian',
  title: 'Obsidian requestUrl',
  docsUrl: 'https://docs.obsidian.md/Reference/TypeScript+API/requestUrl',
  modules: ['obsidian'],
  request(call) {
    if (call.isNew || (call.path !== 'requestUrl' && call.path !== 'request')) return undefined;
    const { url, options } = urlAndOptions(call);
    return {
      targets: targets(
        call,
        url ? fixed('GET') : withDefault(option(call, [options], 'method'), 'GET'),
        url ?? option(call, [options], 'url'),
      ),
      ...described(call, [options], { body: ['body'] }),
    };
  },
};
