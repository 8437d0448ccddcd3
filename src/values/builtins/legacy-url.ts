import { flatMap, map } from '../alternatives.js';
import { argumentAt } from '../call.js';
import { stringOf } from '../parts.js';
import { toParts } from '../to-string.js';
import type { Alternatives, Value } from '../value.js';
import type { BuiltinCall } from './context.js';
import { resolveUrl } from './url.js';
import { urlOfObject } from './url-object.js';

type Known = (call: BuiltinCall) => Alternatives;

/** The legacy `url.parse(text)`: a URL object, as far as its members have the same names. */
export const parseUrl: Known = (call) =>
  map(argumentAt(call.m, call.args, 0), (value): Value => ({
    kind: 'url',
    href: toParts(call.m, value, undefined, call.site.activation),
  }));

/** The legacy `url.format(object)`. */
export const formatUrl: Known = (call) =>
  flatMap(argumentAt(call.m, call.args, 0), (value) =>
    map(urlOfObject(call.m, value, call.site.activation), (url): Value =>
      url.kind === 'url' ? stringOf(url.href) : url,
    ),
  );

/** The legacy `url.resolve(base, reference)`. */
export const resolveReference: Known = (call) =>
  flatMap(argumentAt(call.m, call.args, 0), (base) =>
    map(argumentAt(call.m, call.args, 1), (reference): Value => {
      const { activation } = call.site;
      const from = toParts(call.m, base, undefined, activation);
      return stringOf(resolveUrl(toParts(call.m, reference, undefined, activation), from).href);
    }),
  );
