import { flatMap, map } from '../values/alternatives.js';
import { cutAt, type Part } from '../values/parts.js';
import { stringValue, sure, undefinedValue, type Alternatives, type Value } from '../values/value.js';
import type { ClientCall, ClientModel, RequestParts } from './client-model.js';
import { argument, fixed, partsOf, targets } from './client-values.js';
import { argumentAt } from '../values/call.js';
import { baseOption, described, option } from './options.js';
import { withPlaceholders } from './path-template.js';
import { entryOf } from './verbs.js';

const host = 'https://api.github.com';
/** `request`, `octokit.request`, `octokit.paginate` and its iterator, whatever made the octokit. */
const requester = /^(?:.*\.)?(?:request|paginate)$|^(?:.*\.)?paginate\.iterator$/;
/** Functions that make a requester, with the place of its options. */
const makers: Readonly<Record<string, number>> = { defaults: 0, getOctokit: 1 };

/** Routes of `@octokit/request`: `request('GET /repos/{owner}/{repo}', options)` and `octokit.request(…)`. */
export const octokitModel: ClientModel = {
  id: 'octokit',
  title: 'Octokit',
  docsUrl: 'https://github.com/octokit/request.js#readme',
  modules: [
    '@octokit/request',
    '@octokit/core',
    '@octokit/rest',
    '@octokit/app',
    '@actions/github',
    'octokit',
    'probot',
  ],
  types: [
    '@octokit/core#Octokit',
    '@octokit/rest#Octokit',
    'octokit#Octokit',
    'probot#ProbotOctokit',
    'probot#Context',
  ],
  request(call) {
    if (call.isNew) return undefined;
    if (/(?:^|\.)defaults$/.test(call.path)) return prepared(call);
    const path = call.path.replaceAll(/\.?defaults\(\)/g, '');
    if (/(?:^|\.)graphql$/.test(path) && path !== 'graphql') return graphql(call);
    const isPackage = call.callee.module === '@octokit/request' && path === '';
    return isPackage || requester.test(path) ? routed(call) : undefined;
  },
};

/** `request.defaults({ method, url })` makes a function that sends that. */
function prepared(call: ClientCall): RequestParts | undefined {
  const isRequest = /(?:^|\.)request(?:\.defaults\(\))*\.defaults$/.test(call.path);
  if (!isRequest && call.callee.module !== '@octokit/request') return undefined;
  const first = argument(call, 0);
  const hasRoute = option(call, [first], 'url').every(({ value }) => value.kind === 'string');
  const parts = hasRoute && first.length > 0 ? sending(call, [first, ...madeWith(call)]) : undefined;
  return parts && { ...parts, isPrepared: true };
}

/** The first argument is a route, or options with `method` and `url`; `request` of an endpoint's method is none. */
function routed(call: ClientCall): RequestParts | undefined {
  const first = argument(call, 0);
  const defaults = madeWith(call);
  if (option(call, defaults, 'url').some(({ value }) => value.kind === 'string'))
    return sending(call, [first, ...defaults]);
  if (
    first.length === 0 ||
    first.some(({ value }) => value.kind === 'external' || value.kind === 'undefined')
  )
    return undefined;
  const sources = [argument(call, 1), ...defaults];
  return first.some(({ value }) => value.kind === 'object')
    ? sending(call, [first, ...sources])
    : sending(call, sources, first);
}

/** What options with `url` and `method` send, or a route with the options beside it. */
function sending(call: ClientCall, all: readonly Alternatives[], route?: Alternatives): RequestParts {
  const routes = route ?? option(call, all, 'url');
  const parts = flatMap(routes, (value) => routeOf(call, value, baseOption(call, all, 'method')));
  const joined = flatMap(parts, (value) =>
    map(
      targets(
        call,
        sure(value.method),
        sure<Value>({ kind: 'string', parts: value.url }),
        value.isRoute ? baseOf(call, all) : sure<Value>(undefinedValue),
        'concat',
      ),
      (target) => ({ ...target, url: withPlaceholders(call, target.url, true) }),
    ),
  );
  return { targets: joined, ...described(call, all, { body: ['data'] }) };
}

interface Route {
  /** False for what a variable holds: it may be a URL with its host. */
  readonly isRoute: boolean;
  readonly method: Value;
  readonly url: Part[];
}

/** `METHOD url` or a URL, which is got; a method among the options wins. A route that isn't known may name any method. */
function routeOf(call: ClientCall, value: Value, given: Alternatives): Alternatives<Route> {
  const all = partsOf(call, value);
  const cut = cutAt(all, ' ');
  const [first] = all;
  const own = cut ? wordOf(cut.before) : first?.kind === 'hole' ? first : stringValue('GET');
  return map(given, (method) => ({
    method: method.kind === 'string' || method.kind === 'hole' ? method : own,
    url: cut ? cut.after : all,
    isRoute: cut !== undefined || first?.kind !== 'hole',
  }));
}

const wordOf = (parts: readonly Part[]): Value => {
  const [only] = parts;
  return parts.length === 1 && only?.kind === 'hole' ? only : { kind: 'string', parts };
};

const baseOf = (call: ClientCall, sources: readonly Alternatives[]): Alternatives =>
  map(option(call, sources, 'baseUrl'), (base): Value => (isBase(base) ? base : stringValue(host)));

/** Options of a caller that can't be told are taken to give no other base. */
const isBase = (value: Value): boolean =>
  value.kind === 'string' ||
  value.kind === 'url' ||
  (value.kind === 'hole' && value.reason === 'environment');

/** The options of `new Octokit(options)`, `request.defaults(options)` and `getOctokit(token, options)`, nearest first. */
function madeWith(call: ClientCall): Alternatives[] {
  const { steps } = call.callee;
  return steps
    .flatMap((step, i): Alternatives[] => {
      const before = steps[i - 1];
      if ((step.kind !== 'call' && step.kind !== 'new') || before?.kind !== 'member') return [];
      const isMaker =
        step.kind === 'new' ? before.name.endsWith('Octokit') : entryOf(makers, before.name) !== undefined;
      return isMaker
        ? [argumentAt(call.m, step.args, step.kind === 'new' ? 0 : (entryOf(makers, before.name) ?? 0))]
        : [];
    })
    .reverse();
}

function graphql(call: ClientCall): RequestParts {
  return {
    targets: targets(call, fixed('POST'), fixed('/graphql'), baseOf(call, madeWith(call)), 'concat'),
    headers: [],
  };
}
