import { flatMap } from '../values/alternatives.js';
import { enterFunction, returnsOf } from '../values/call.js';
import { decide } from '../values/decide.js';
import type { Machine } from '../values/machine.js';
import {
  lazyValue,
  type Activation,
  spanIn,
  stringValue,
  textOf,
  sure,
  undefinedValue,
  type Alternatives,
  type ExternalValue,
  type FunctionValue,
  type Value,
} from '../values/value.js';
import type { ClientCall, Target } from './client-model.js';
import { partsOf, withDefault } from './client-values.js';
import { hookFunctions } from './request-hooks.js';
import { methodsOf, requestArguments, urlsOf } from './request-objects.js';

/**
 * Requests after hooks that may give back another one to send, such as `hooks.beforeRequest` of ky: the first that does
 * is the last that runs. `sources` are options, the call's own first; those of the instance run before.
 */
export function replacedByHooks(
  call: ClientCall,
  targets: Alternatives<Target>,
  sources: readonly Alternatives[],
  ...path: readonly string[]
): Alternatives<Target> {
  const hooks = [...sources]
    .reverse()
    .flatMap((source) => hookFunctions(call, [source], path))
    .filter(({ activation, fn }) => (activation.module.functions[fn]?.returns.length ?? 0) > 0);
  return hooks.length === 0 ? targets : flatMap(targets, (target) => afterHooks(call, target, hooks));
}

function afterHooks(
  call: ClientCall,
  target: Target,
  [hook, ...later]: readonly FunctionValue[],
): Alternatives<Target> {
  if (!hook) return sure(target);
  const request: Value = requestOf(call, target);
  const given = { spread: false, value: lazyValue(request) };
  const run = enterFunction(call.m, hook, [given], undefined, undefined, 'hook');
  const returned = returnsOf(call.m, run);
  const nothing = mayEnd(call.m, run) ? sure<Value>(undefinedValue) : [];
  return flatMap([...returned, ...nothing], (value) => {
    if (!requestArguments(call.m, value)) return afterHooks(call, target, later);
    const methods = withDefault(methodsOf(call, value, sure(undefinedValue)), 'GET');
    return flatMap(urlsOf(call, value), (url) =>
      flatMap(methods, (method) => sure({ method, url: partsOf(call, url) })),
    );
  });
}

/** Whether a run may end without a return: none is sure to be reached, and no two stand for both ways of one decision. */
function mayEnd(m: Machine, run: Activation): boolean {
  const open = run.summary.returns.map(({ guards }) =>
    Object.entries(guards).filter(([test, branch]) => decide(m, test, run).some((d) => d.value !== branch)),
  );
  const single = open.flatMap((ways) => (ways.length === 1 ? ways : []));
  return (
    open.every((ways) => ways.length > 0) &&
    !single.some(([test, branch]) => single.some(([other, taken]) => other === test && taken !== branch))
  );
}

/** The request as a hook is given it, or as the `request` of what it is given. */
function requestOf({ site }: ClientCall, { method, url }: Target): ExternalValue {
  const { module } = site.activation;
  const href = lazyValue({ kind: 'url', href: url });
  const verb = lazyValue(upperCase(method));
  const init = lazyValue({
    kind: 'object',
    props: new Map([['method', verb]]),
    open: undefined,
    home: undefined,
  });
  const request: ExternalValue = {
    kind: 'external',
    module: 'global',
    steps: [
      { kind: 'member', name: 'Request' },
      {
        kind: 'new',
        args: [href, init].map((value) => ({ spread: false, value })),
        at: spanIn(module, module.calls[site.index]?.at ?? [0, 0]),
        call: undefined,
      },
      { kind: 'assign', path: ['url'], value: href },
      { kind: 'assign', path: ['method'], value: verb },
    ],
  };
  return {
    ...request,
    steps: [...request.steps, { kind: 'assign', path: ['request'], value: lazyValue(request) }],
  };
}

/** Requests spell methods so. */
const upperCase = (method: Value): Value => {
  const text = textOf(method);
  return text === undefined ? method : stringValue(text.toUpperCase());
};
