import { flatMap, map, under } from '../values/alternatives.js';
import { force } from '../values/evaluate.js';
import { noGuards, oneGuard } from '../values/guards.js';
import { hole } from '../values/holes.js';
import { stringValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, property, targets } from './client-values.js';
import { described, isAbsent } from './options.js';

/** `UrlFetchApp.fetch(url, params)` and `fetchAll(requests)` of Google Apps Script. */
export const urlFetchAppModel: ClientModel = {
  id: 'url-fetch-app',
  title: 'Apps Script UrlFetchApp',
  docsUrl: 'https://developers.google.com/apps-script/reference/url-fetch/url-fetch-app',
  modules: ['global'],
  request(call) {
    if (call.path === 'UrlFetchApp.fetch') return parts(call, argument(call, 0), argument(call, 1));
    return call.path === 'UrlFetchApp.fetchAll' ? all(call) : undefined;
  },
};

function parts(call: ClientCall, urls: Alternatives, params: Alternatives): RequestParts {
  return {
    targets: targets(call, methodOf(call, params), urls),
    sends: ['GET', 'POST'],
    ...described(call, [params], { body: ['payload'] }),
  };
}

/** Each request is a URL or an object with one. */
function all(call: ClientCall): RequestParts {
  const requests = flatMap(argument(call, 0), (list): Alternatives => {
    if (list.kind !== 'array') return [{ value: list, guards: noGuards }];
    const items = list.items.flatMap((item, i) =>
      under(
        force(call.m, item),
        oneGuard(`request:${call.site.activation.id}:${call.site.index}`, String(i)),
      ),
    );
    return list.open ? [...items, { value: list.open, guards: noGuards }] : items;
  });
  const each = requests.map(({ value, guards }) => {
    const one = [{ value, guards }];
    return value.kind === 'object' ? parts(call, property(call, one, 'url'), one) : parts(call, one, []);
  });
  return { targets: each.flatMap((p) => p.targets), headers: each.flatMap((p) => p.headers) };
}

/** GET, as documented; what a payload without a method does is not. */
function methodOf(call: ClientCall, params: Alternatives): Alternatives {
  const { activation, index } = call.site;
  const unknown = hole('runtime', 'method', activation.module, activation.module.calls[index]?.at ?? [0, 0]);
  const fallback: Value = isAbsent(property(call, params, 'payload')) ? stringValue('GET') : unknown;
  const given = property(call, params, 'method');
  return given.length === 0
    ? [{ value: fallback, guards: noGuards }]
    : map(given, (m): Value => (m.kind === 'undefined' ? fallback : m));
}
