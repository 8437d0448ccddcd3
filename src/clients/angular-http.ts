import { flatMap } from '../values/alternatives.js';
import { argumentAt, invoke } from '../values/call.js';
import { sure, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, property, targets, withDefault } from './client-values.js';
import { headersSetBy, type Follower } from './followers.js';
import { described, option } from './options.js';
import { commonVerbs, entryOf } from './verbs.js';

/** Angular's `HttpClient`: injected by type, by `inject(HttpClient)`, or a subclass of it. */
export const angularHttpModel: ClientModel = {
  id: 'angular-http',
  title: 'Angular HttpClient',
  docsUrl: 'https://angular.dev/guide/http/making-requests',
  modules: ['@angular/common'],
  types: ['@angular/common/http#HttpClient'],
  request(call) {
    if (call.callee.module !== '@angular/common/http' || call.isNew) return undefined;
    if (/^httpResource(?:\.(?:text|blob|arrayBuffer))?$/.test(call.path)) return resource(call);
    const member = /^HttpClient(?:\.new)?\.(\w+)$/.exec(call.path)?.[1] ?? '';
    if (member === 'request') return general(call);
    if (member === 'jsonp') return parts(call, fixed('GET'), argument(call, 0), undefined);
    const verb = entryOf(commonVerbs, member);
    return verb && parts(call, fixed(verb.method), argument(call, 0), verb.hasBody ? 2 : 1);
  },
};

/** `httpResource(() => url)`, and a function that gives the request's description. */
function resource(call: ClientCall): RequestParts {
  const made = flatMap(argument(call, 0), (fn) =>
    fn.kind === 'function' ? invoke(call.m, fn, [], undefined, call.site.activation, 'resource') : sure(fn),
  ).filter(({ value }) => value.kind !== 'undefined');
  const described = made.filter(({ value }) => value.kind === 'object');
  const plain = made.filter(({ value }) => value.kind !== 'object');
  return {
    targets: [
      ...targets(call, fixed('GET'), plain),
      ...targets(
        call,
        withDefault(option(call, [described], 'method'), 'GET'),
        property(call, described, 'url'),
      ),
    ],
    headers: [property(call, described, 'headers')],
  };
}

/** `request(method, url, options)`, or `request(new HttpRequest(method, url, …))`. */
function general(call: ClientCall): RequestParts {
  const [first] = argument(call, 0);
  const step = first?.value.kind === 'external' ? first.value.steps.at(-1) : undefined;
  if (step?.kind !== 'new') return parts(call, argument(call, 0), argument(call, 1), 2);
  return parts(call, argumentAt(call.m, step.args, 0), argumentAt(call.m, step.args, 1), undefined);
}

function parts(
  call: ClientCall,
  methods: Alternatives,
  urls: Alternatives,
  optionsAt: number | undefined,
): RequestParts {
  const options = optionsAt === undefined ? undefined : argument(call, optionsAt);
  const body = optionsAt === 2 ? lazyArgument(call, 1) : undefined;
  const { headers, ...rest } = described(call, options ? [options] : [], { query: ['params'] });
  return {
    targets: targets(call, methods, urls),
    headers: [...headers, ...(options ? builtHeaders(call, property(call, options, 'headers')) : [])],
    ...rest,
    ...(body ? { body } : {}),
  };
}

/** `new HttpHeaders({ … }).set(name, value)`: what it was made with, and what was added. */
function builtHeaders(call: ClientCall, values: Alternatives): Alternatives[] {
  return values.flatMap(({ value }) => (value.kind === 'external' ? settingsOf(call, value) : []));
}

function settingsOf(call: ClientCall, { steps }: Extract<Value, { kind: 'external' }>): Alternatives[] {
  const made = steps.flatMap((step) => (step.kind === 'new' ? argumentAt(call.m, step.args, 0) : []));
  const set = steps.flatMap((step, i): Follower[] => {
    const before = steps[i - 1];
    const isSet =
      step.kind === 'call' && before?.kind === 'member' && ['set', 'append'].includes(before.name);
    return isSet ? [{ name: before.name, args: step.args }] : [];
  });
  return [...made.map(({ value }) => sure(value)), ...headersSetBy(call, set)];
}
