import type { Call } from '../../model/module-summary.js';
import { argumentAt, returnsOf } from '../call.js';
import { evaluate } from '../evaluate.js';
import { hole } from '../holes.js';
import type { Injection } from '../injected.js';
import { callOf, enter, functionKey, type Machine } from '../machine.js';
import { memberOf } from '../member.js';
import { pathOf } from '../path-of.js';
import { flatMap } from '../alternatives.js';
import {
  entryOf,
  lazyValue,
  spanIn,
  sure,
  undefinedValue,
  type Activation,
  type Alternatives,
  type CallSite,
  type ExternalValue,
  type Value,
} from '../value.js';
import type { Callback } from './callbacks.js';
import type { BuiltinCall } from './context.js';

/** The builder that `endpoints` gets, as a step of the API that is made. */
const builder = 'builder';
/** Paths of the builder's calls. */
export const endpointPath = /\bbuilder\.(?:query|mutation|infiniteQuery)$/;

/** `createApi({ endpoints })` and `api.injectEndpoints({ endpoints })` call `endpoints` with a builder. */
export function endpointInjections(m: Machine, call: Call, activation: Activation): readonly Injection[] {
  const { module } = activation;
  const site: CallSite = { index: module.calls.indexOf(call), activation };
  const args = call.args.map((a) => entryOf(a, activation));
  return evaluate(m, call.callee, activation).flatMap(({ value: callee }) => {
    if (callee.kind !== 'external' || !callee.module.startsWith('@reduxjs/toolkit')) return [];
    if (!/^createApi(?:$|\(\)(?:.*\.)?injectEndpoints$)/.test(pathOf(callee.steps))) return [];
    const made = { kind: 'call', args, at: spanIn(module, call.at), call: site } as const;
    const value: Value = { ...callee, steps: [...callee.steps, made, { kind: 'member', name: builder }] };
    return read(m, argumentAt(m, args, 0), 'endpoints', site).flatMap(({ value: fn }) =>
      fn.kind === 'function'
        ? [
            {
              fn: functionKey(fn.activation.module, fn.fn),
              parameter: (index: number) => (index === 0 ? sure(value) : undefined),
            },
          ]
        : [],
    );
  });
}

/** `builder.query({ query })` calls a base query of the project with what `query` gives. */
export function baseQueryCallbacks(callee: ExternalValue, path: string, call: BuiltinCall): Callback[] {
  if (!endpointPath.test(path)) return [];
  const own = ownQueries(callee, call);
  if (own.length > 0) return own;
  const described = queriesOf(call.m, argumentAt(call.m, call.args, 0), call.site);
  if (described.length === 0) return [];
  return baseQueryOf(call.m, callee, call.site).flatMap(({ value: fn }) =>
    fn.kind === 'function'
      ? [
          {
            fn,
            args: [{ spread: false, value: { kind: 'values', values: described } }],
            tag: 'base',
            element: undefined,
            argument: 0,
          },
        ]
      : [],
  );
}

/** `builder.query({ queryFn })`: the function gets the base query as its fourth argument. */
function ownQueries(callee: ExternalValue, call: BuiltinCall): Callback[] {
  const { activation, index } = call.site;
  const unknown = hole('runtime', 'argument', activation.module, callOf(activation.module, index).at);
  const base = { kind: 'values', values: baseQueryOf(call.m, callee, call.site) } as const;
  const args = [lazyValue(unknown), lazyValue(unknown), lazyValue(unknown), base].map((value) => ({
    spread: false,
    value,
  }));
  return read(call.m, argumentAt(call.m, call.args, 0), 'queryFn', call.site).flatMap(({ value: fn }) =>
    fn.kind === 'function' ? [{ fn, args, tag: 'query', element: undefined, argument: 0 }] : [],
  );
}

/** What an endpoint's `query` gives: a URL, or an object with one. Nothing for an endpoint with a function of its own. */
export function queriesOf(m: Machine, endpoint: Alternatives, site: CallSite): Alternatives {
  return flatMap(read(m, endpoint, 'query', site), (fn): Alternatives => {
    if (fn.kind !== 'function') return [];
    const activation = enter(m, {
      module: fn.activation.module,
      fn: fn.fn,
      parent: fn.activation,
      args: undefined,
      self: fn.self,
      from: undefined,
      tag: 'query',
    });
    return returnsOf(m, activation);
  });
}

/** The API's base query, without the `retry(…)` around it. */
export function baseQueryOf(m: Machine, callee: ExternalValue, site: CallSite): Alternatives {
  const at = callee.steps.findIndex((s, i) => {
    const before = callee.steps[i - 1];
    return s.kind === 'call' && before?.kind === 'member' && before.name === 'createApi';
  });
  const made = callee.steps[at];
  return made?.kind === 'call'
    ? unwrapped(m, read(m, argumentAt(m, made.args, 0), 'baseQuery', site))
    : sure(undefinedValue);
}

function unwrapped(m: Machine, values: Alternatives, depth = 0): Alternatives {
  return flatMap(values, (value) => {
    const [maker, step] = value.kind === 'external' ? value.steps.slice(-2) : [];
    const isRetry = maker?.kind === 'member' && maker.name === 'retry' && step?.kind === 'call' && depth < 4;
    return isRetry ? unwrapped(m, argumentAt(m, step.args, 0), depth + 1) : sure(value);
  });
}

const read = (m: Machine, values: Alternatives, key: string, { activation, index }: CallSite): Alternatives =>
  flatMap(values, (value) => memberOf(m, value, key, activation, callOf(activation.module, index).at));
