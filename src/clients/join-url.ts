import { flatMap, map } from '../values/alternatives.js';
import { resolveUrl } from '../values/builtins/url.js';
import type { Alternatives, Value } from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { partsOf } from './client-values.js';

/** `new URL(url, base)` of every combination; the URL alone where there is no base. */
export function joinUrl(call: ClientCall, urls: Alternatives, bases: Alternatives): Alternatives {
  return flatMap(urls, (url) =>
    map(bases, (base): Value => {
      if (url.kind === 'undefined' && base.kind !== 'undefined') return base;
      return base.kind === 'undefined' || base.kind === 'null'
        ? url
        : resolveUrl(partsOf(call, url), partsOf(call, base));
    }),
  );
}
