import { map, under } from '../values/alternatives.js';
import type { Step, Value } from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import { argument, partsOf, property, withDefault } from './client-values.js';
import { methodsOf } from './request-objects.js';

const fetchName = /fetch$|^fetch[A-Z]|proxy$/i;
/** Words of their own for what is done to pages and queries. */
const otherName = /[Pp]refetch|[Rr]efetch/;
const requestOptions = ['method', 'headers', 'body', 'credentials'];

/**
 * Functions that packages offer in the shape of `fetch`: `authFetch(url, init)`, and the function that
 * `createProxyFetch(app)` gives back. Only calls whose first argument is written like a URL count.
 */
export const fetchLikeModel: ClientModel = {
  id: 'fetch-like',
  title: 'Functions in the shape of fetch',
  docsUrl: 'https://fetch.spec.whatwg.org/#fetch-method',
  modules: ['*'],
  request(call) {
    if (call.isNew || call.callee.module === 'global' || !isFetchLike(call)) return undefined;
    const urls = argument(call, 0).filter((a) => isUrlLike(call, a.value));
    if (urls.length === 0) return undefined;
    const init = argument(call, 1);
    const targets = urls.flatMap(({ value, guards }) =>
      under(
        map(withDefault(methodsOf(call, value, init), 'GET'), (method) => ({
          method,
          url: partsOf(call, value),
        })),
        guards,
      ),
    );
    return {
      targets,
      headers: [property(call, init, 'headers')],
      body: { kind: 'values', values: property(call, init, 'body') },
    };
  },
};

/** The package's function is named like one, or what it gives back is called with a request's options. */
function isFetchLike(call: ClientCall): boolean {
  const last = call.callee.steps.at(-1);
  if (last?.kind === 'member') return isFetchName(last.name);
  if (last?.kind !== 'call') return false;
  return isFetchName(nameOf(call.callee.steps.at(-2))) || hasRequestOptions(call);
}

const isFetchName = (name: string): boolean => fetchName.test(name) && !otherName.test(name);

const nameOf = (step: Step | undefined): string => (step?.kind === 'member' ? step.name : '');

function hasRequestOptions(call: ClientCall): boolean {
  return argument(call, 1).some(
    ({ value }) => value.kind === 'object' && requestOptions.some((key) => value.props.has(key)),
  );
}

function isUrlLike(call: ClientCall, value: Value): boolean {
  if (value.kind === 'url') return true;
  if (value.kind !== 'string' && value.kind !== 'hole') return false;
  const parts = partsOf(call, value);
  const [first, second] = parts;
  if (first?.kind === 'text') return /^(?:https?:\/\/|\/)/i.test(first.text);
  // A parameter may turn out to be a URL at the caller; a base is followed by a path.
  return (
    (value.kind === 'hole' && value.origin !== undefined && hasRequestOptions(call)) ||
    (second?.kind === 'text' && second.text.startsWith('/')) ||
    second?.kind === 'hole'
  );
}
