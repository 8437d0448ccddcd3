import { combine, map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { normalize, type Part } from '../values/parts.js';
import { sure, undefinedValue, type Alternatives, type Argument, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, lazyArgument, partsOf, property, targets, withDefault } from './client-values.js';
import { headersSetBy, type Follower } from './followers.js';
import { pair } from './options.js';

/** Which argument of a method call is added to the URL. */
const verbs: Readonly<Record<string, { readonly method: string; readonly urlAt: number }>> = {
  get: { method: 'GET', urlAt: 0 },
  delete: { method: 'DELETE', urlAt: 0 },
  head: { method: 'HEAD', urlAt: 0 },
  opts: { method: 'OPTIONS', urlAt: 0 },
  post: { method: 'POST', urlAt: 1 },
  put: { method: 'PUT', urlAt: 1 },
  patch: { method: 'PATCH', urlAt: 1 },
};

/** `wretch(base).url(path).auth(token).get()`: the chain says what the last call sends. */
export const wretchModel: ClientModel = {
  id: 'wretch',
  title: 'Wretch',
  docsUrl: 'https://elbywan.github.io/wretch/api/',
  modules: ['wretch', 'global'],
  types: ['wretch#Wretch'],
  request(call) {
    const chain = chainOf(call);
    const last = call.callee.steps.at(-1);
    if (!chain || last?.kind !== 'member') return undefined;
    if (last.name === 'fetch') return parts(call, chain, withDefault(methodGiven(call, chain), 'GET'), 1);
    const verb = Object.hasOwn(verbs, last.name) ? verbs[last.name] : undefined;
    return verb && parts(call, chain, fixed(verb.method), verb.urlAt);
  },
};

/** The calls from `wretch(…)` on; undefined when the callee is no chain of it, or one that was sent already. */
function chainOf(call: ClientCall): Follower[] | undefined {
  const { callee } = call;
  const path =
    callee.module === 'global'
      ? (/^wretch(.*)$/.exec(call.path)?.[1] ?? '')
      : call.path.replace(/^default/, '');
  if (!/^(?:\(\)|Wretch\.new)(?:\.\w+\(\))*\.\w+$/.test(path)) return undefined;
  const chain = callee.steps.flatMap((step, i): Follower[] => {
    const before = callee.steps[i - 1];
    return step.kind === 'call' || step.kind === 'new'
      ? [{ name: before?.kind === 'member' ? before.name : '', args: step.args }]
      : [];
  });
  return chain.slice(1).some((f) => Object.hasOwn(verbs, f.name) || f.name === 'fetch') ? undefined : chain;
}

function parts(
  call: ClientCall,
  chain: readonly Follower[],
  methods: Alternatives,
  urlAt: number,
): RequestParts {
  const [start, ...settings] = chain;
  const first = start ? argumentAt(call.m, start.args, 0) : sure(undefinedValue);
  const urls = settings
    .filter((f) => f.name === 'url')
    .reduce((url, { args }) => addUrl(call, url, args), first);
  const whole = added(call, urls, argument(call, urlAt));
  const body =
    urlAt === 1
      ? lazyArgument(call, 0)
      : settings.find((f) => f.name === 'json' || f.name === 'body')?.args[0]?.value;
  const query = settings.find((f) => f.name === 'query')?.args[0]?.value;
  return {
    targets: targets(call, methods, whole),
    headers: headersOf(call, start, settings),
    ...(body ? { body } : {}),
    ...(query ? { query } : {}),
    ...(call.callee.home === undefined ? {} : { binding: call.callee.home }),
  };
}

/** `fetch(method)`, or the method of the options. */
function methodGiven(call: ClientCall, chain: readonly Follower[]): Alternatives {
  const own = argument(call, 0);
  if (own.some((a) => a.value.kind !== 'undefined')) return own;
  const options = chain
    .filter((f, i) => i === 0 || f.name === 'options')
    .map((f, i) => argumentAt(call.m, f.args, i === 0 ? 1 : 0));
  return (
    options
      .map((o) => property(call, o, 'method'))
      .findLast((m) => m.some((a) => a.value.kind !== 'undefined')) ?? sure(undefinedValue)
  );
}

/** `url(path)` adds to what is there, `url(path, true)` replaces it. */
function addUrl(call: ClientCall, url: Alternatives, args: readonly Argument[]): Alternatives {
  const replaces = argumentAt(call.m, args, 1).some(({ value }) => value.kind === 'boolean' && value.value);
  return replaces ? argumentAt(call.m, args, 0) : added(call, url, argumentAt(call.m, args, 0));
}

/** Texts are put one after the other: no slash is added. */
function added(call: ClientCall, url: Alternatives, more: Alternatives): Alternatives {
  const textual = (value: Value | undefined): readonly Part[] =>
    value === undefined || value.kind === 'undefined' || value.kind === 'null' || value.kind === 'object'
      ? []
      : partsOf(call, value);
  return map(combine([url, more]), ([left, right]): Value => ({
    kind: 'string',
    parts: normalize([...textual(left), ...textual(right)]),
  }));
}

function headersOf(
  call: ClientCall,
  start: Follower | undefined,
  settings: readonly Follower[],
): Alternatives[] {
  const options = start ? property(call, argumentAt(call.m, start.args, 1), 'headers') : sure(undefinedValue);
  const auth = settings
    .filter((f) => f.name === 'auth')
    .flatMap((f) => (f.args[0] ? [sure(pair('Authorization', f.args[0].value))] : []));
  return [
    options,
    ...headersSetBy(
      call,
      settings.filter((f) => f.name === 'headers'),
    ),
    ...auth,
  ];
}
