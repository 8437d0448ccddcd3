import type { Call, Expr, FunctionIndex, ModuleSummary } from '../model/module-summary.js';
import { flatMap, map } from '../values/alternatives.js';
import { argumentAt, callFunction } from '../values/call.js';
import { evaluate, force } from '../values/evaluate.js';
import { noGuards } from '../values/guards.js';
import { nested } from '../values/inner.js';
import { enter, type Machine } from '../values/machine.js';
import {
  entryOf,
  lazyValue,
  textOf,
  undefinedValue,
  type Activation,
  type Alternatives,
  type FunctionValue,
  type Value,
} from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { argument, property } from './client-values.js';
import { pair } from './options.js';

/**
 * Headers that the hooks of a client's options set on each request before it is sent: `hooks.beforeRequest` of ky and
 * got. All hooks of the call and of the instances on the way to it run.
 */
export function hookHeaders(
  call: ClientCall,
  sources: readonly Alternatives[],
  ...path: readonly string[]
): Alternatives[] {
  return hookFunctions(call, sources, path).flatMap((fn) => [
    ...headersSetBy(call.m, fn),
    ...headersAssignedBy(call.m, fn),
    ...headersOfReturned(call, fn),
  ]);
}

/** The functions that stand under a path of options. */
export const hookFunctions = (
  call: ClientCall,
  sources: readonly Alternatives[],
  path: readonly string[],
): FunctionValue[] =>
  functionsIn(
    call.m,
    sources.flatMap((source) =>
      path.reduce<Alternatives>((values, key) => property(call, values, key), source),
    ),
  );

const functionsIn = (m: Machine, values: Alternatives): FunctionValue[] =>
  values.flatMap(({ value }) => {
    if (value.kind === 'function') return [value];
    return value.kind === 'array' ? value.items.flatMap((item) => functionsIn(m, force(m, item))) : [];
  });

/** `request.headers.set('Authorization', x)` in a function that is given the request. */
export function headersSetBy(m: Machine, fn: FunctionValue): Alternatives[] {
  const { module } = fn.activation;
  return module.calls.flatMap((call): Alternatives[] => {
    const activation = setsHeader(call) ? withinHook(m, fn, call.within) : undefined;
    if (!activation) return [];
    const args = call.args.map((a) => entryOf(a, activation));
    return [
      flatMap(argumentAt(m, args, 0), (name) =>
        map(argumentAt(m, args, 1), (value): Value =>
          textOf(name) === undefined ? undefinedValue : pair(textOf(name) ?? '', lazyValue(value)),
        ),
      ),
    ];
  });
}

const setsHeader = ({ callee }: Call): boolean =>
  callee.kind === 'member' &&
  isNamed(callee.key, 'set', 'append') &&
  callee.object.kind === 'member' &&
  isNamed(callee.object.key, 'headers');

const isNamed = (key: Expr, ...names: readonly string[]): boolean =>
  key.kind === 'literal' && names.includes(String(key.value));

/** `options.headers.authorization = x` and `options.headers = { … }` in a function that is given the options. */
function headersAssignedBy(m: Machine, fn: FunctionValue): Alternatives[] {
  const { stores, bindings } = fn.activation.module;
  // A member of a local variable is a version of that variable.
  const versions = Object.values(bindings).flatMap(({ value, within }) =>
    value.kind === 'assigned' ? [{ path: value.path, value: value.value, within }] : [],
  );
  return [...stores, ...versions].flatMap(({ path, value, within }): Alternatives[] => {
    const at = path.findIndex((key) => isNamed(key, 'headers'));
    const activation = at === -1 ? undefined : withinHook(m, fn, within);
    if (!activation) return [];
    const [key, ...deeper] = path.slice(at + 1);
    if (!key) return [evaluate(m, value, activation)];
    const name = evaluate(m, key, activation)[0]?.value;
    const text = name && textOf(name);
    return text === undefined || deeper.length > 0
      ? []
      : [[{ value: pair(text, { kind: 'expr', expr: value, activation }), guards: noGuards }]];
  });
}

/** `return new Request(request, { headers })`. */
function headersOfReturned(call: ClientCall, fn: FunctionValue): Alternatives[] {
  const returned = callFunction(call.m, fn, [], undefined, undefined, 'hook');
  return returned.flatMap(({ value }) => {
    const step = value.kind === 'external' && value.module === 'global' ? value.steps.at(-1) : undefined;
    if (step?.kind !== 'new') return [];
    return [property(call, argument({ ...call, args: step.args }, 1), 'headers')];
  });
}

/** The activation of a function that stands in a hook, or is it; what the hook was made with is seen from there. */
function withinHook(m: Machine, hook: FunctionValue, within: FunctionIndex): Activation | undefined {
  const { module } = hook.activation;
  if (!standsIn(module, within, hook.fn)) return undefined;
  const own = enter(m, {
    module,
    fn: hook.fn,
    parent: hook.activation,
    args: undefined,
    self: hook.self,
    from: undefined,
    tag: 'hook',
  });
  return nested(m, own, within);
}

function standsIn(module: ModuleSummary, fn: FunctionIndex, around: FunctionIndex): boolean {
  for (let at: FunctionIndex | undefined = fn; at !== undefined; at = module.functions[at]?.parent)
    if (at === around) return true;
  return false;
}
