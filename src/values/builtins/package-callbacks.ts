import { flatMap } from '../alternatives.js';
import { argumentAt, invoke, listArguments } from '../call.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import { memberOf } from '../member.js';
import { pathOf } from '../path-of.js';
import {
  lazyValue,
  sure,
  truthiness,
  type Alternatives,
  type Argument,
  type ExternalValue,
  type FunctionValue,
  type Lazy,
  type Value,
} from '../value.js';
import { functionsAt, type Callback } from './callbacks.js';
import type { BuiltinCall } from './context.js';
import { inngestCallbacks } from './inngest.js';
import { octokitPlugins } from './octokit-plugins.js';
import { baseQueryCallbacks } from './rtk-query.js';
import { sharedFetcher } from './swr-config.js';

/** The functions that a package's function calls, as far as it passes on what it was given. */
export function packageCallbacks(callee: ExternalValue, call: BuiltinCall): readonly Callback[] {
  const path = pathOf(callee.steps);
  if (/^swr(?:\/|$)/.test(callee.module)) return swrCallbacks(callee.module, path, call);
  if (/^(?:@tanstack\/[a-z]+-query|react-query)$/.test(callee.module)) return queryCallbacks(path, call);
  if (callee.module.startsWith('@reduxjs/toolkit')) {
    return baseQueryCallbacks(callee, path, call);
  }
  if (callee.module === 'inngest')
    return inngestCallbacks(path, call).map(({ fn, values, argument }) => callback(fn, values, argument));
  if (path.endsWith('.plugin')) return octokitPlugins(callee, path, call);
  // `pLimit(n)(function, …arguments)`
  if (callee.module === 'p-limit' && path === '()') {
    return functionsAt(call, 0).map((fn) => callback(fn, argumentsFrom(call, 1)));
  }
  return limitedCallbacks(callee, path, call);
}

/** `throttle(fn)(…arguments)`, `limiter.wrap(fn)(…arguments)`, `limiter.schedule(fn, …arguments)`. */
function limitedCallbacks({ module, steps }: ExternalValue, path: string, call: BuiltinCall): Callback[] {
  const isWrapped =
    (module === 'p-throttle' && /^(?:default)?\(\)\(\)$/.test(path)) ||
    (module === 'bottleneck' && /new\.wrap\(\)$/.test(path));
  const wrapping = isWrapped ? steps.at(-1) : undefined;
  if (wrapping?.kind === 'call')
    return functionsAt({ ...call, args: wrapping.args }, 0).map((fn) => callback(fn, argumentsFrom(call, 0)));
  if (module !== 'bottleneck' || !/new\.schedule$/.test(path)) return [];
  const at = functionsAt(call, 0).length > 0 ? 0 : 1;
  return functionsAt(call, at).map((fn) => callback(fn, argumentsFrom(call, at + 1), at));
}

const callback = (fn: FunctionValue, values: readonly Lazy[], argument = 0): Callback => ({
  fn,
  args: values.map((value): Argument => ({ spread: false, value })),
  tag: 'package',
  element: undefined,
  argument,
});

const argumentsFrom = (call: BuiltinCall, index: number): readonly Lazy[] =>
  listArguments(call.m, call.args).items.slice(index);

const unknown = (call: BuiltinCall, name: string): Lazy => {
  const { activation, index } = call.site;
  return lazyValue(hole('runtime', name, activation.module, callOf(activation.module, index).at));
};

/** `useSWR(key, fetcher)`: the fetcher gets the key; a key that is falsy asks for nothing. */
function swrCallbacks(module: string, path: string, call: BuiltinCall): Callback[] {
  if (path !== '' && !/^(?:useSWR\w*|preload)$/.test(path)) return [];
  const keys = keysOf(call, argumentAt(call.m, call.args, 0));
  if (keys.length === 0) return [];
  const own = functionsAt(call, 1);
  const isMutation = module === 'swr/mutation';
  const fetchers = own.length > 0 || isMutation ? own : sharedFetcher(call.m);
  return fetchers.map((fn) => callback(fn, passedKeys(call, fn, keys, isMutation), 1));
}

/** A key may be a function that makes it, which pages call with their number. */
function keysOf(call: BuiltinCall, given: Alternatives): Alternatives {
  const { activation, index } = call.site;
  const from = { call: callOf(activation.module, index), index, activation };
  const pages = ['pageIndex', 'previousPage'].map((name) => ({ spread: false, value: unknown(call, name) }));
  const made = flatMap(given, (value) =>
    value.kind === 'function'
      ? invoke(call.m, value, pages, undefined, activation, 'key', from)
      : sure(value),
  );
  return made.filter(({ value }) => truthiness(value) !== false);
}

/** Older versions spread the parts of an array: a fetcher with several parameters takes them one by one. */
function passedKeys(
  call: BuiltinCall,
  fn: FunctionValue,
  keys: Alternatives,
  isMutation: boolean,
): readonly Lazy[] {
  const whole: Lazy = { kind: 'values', values: keys };
  if (isMutation) return [whole, unknown(call, 'options')];
  const count = fn.activation.module.functions[fn.fn]?.parameters.length ?? 0;
  const [only, ...others] = keys;
  const isSpread = count > 1 && only?.value.kind === 'array' && others.length === 0;
  return isSpread && only.value.kind === 'array' ? only.value.items : [whole];
}

const queryCallers =
  /^(?:(?:create|use|inject)(?:Suspense)?(?:Infinite)?Query|queryOptions|infiniteQueryOptions|usePrefetchQuery|(?:QueryClient\.new|useQueryClient\(\))\.(?:fetch|prefetch|ensure)(?:Infinite)?Query(?:Data)?)$/;

/** `useQuery({ queryKey, queryFn })`: the function gets the key in its context. */
function queryCallbacks(path: string, call: BuiltinCall): Callback[] {
  if (!queryCallers.test(path)) return [];
  const [options] = argumentAt(call.m, call.args, 0);
  if (options?.value.kind !== 'object') {
    return functionsAt(call, 1).map((fn) =>
      callback(fn, [context(call, argumentAt(call.m, call.args, 0))], 1),
    );
  }
  const read = (key: string): Alternatives => {
    const { activation, index } = call.site;
    return memberOf(call.m, options.value, key, activation, callOf(activation.module, index).at);
  };
  return read('queryFn').flatMap(({ value }) =>
    value.kind === 'function' ? [callback(value, [context(call, read('queryKey'))])] : [],
  );
}

function context(call: BuiltinCall, queryKey: Alternatives): Lazy {
  const props = new Map<string, Lazy>([
    ['queryKey', { kind: 'values', values: queryKey }],
    ['pageParam', unknown(call, 'pageParam')],
    ['signal', unknown(call, 'signal')],
  ]);
  return lazyValue({ kind: 'object', props, open: undefined, home: undefined } satisfies Value);
}
