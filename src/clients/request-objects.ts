import { flatMap } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { sure, type Alternatives, type Argument, type Value } from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { property } from './client-values.js';

/** Requests that are made of requests. */
const mostRequests = 4;

/** The URL of a `Request`, else the input itself. */
export function urlsOf(call: ClientCall, input: Value, depth = 0): Alternatives {
  const request = depth > mostRequests ? undefined : requestArguments(input);
  return request
    ? flatMap(argumentAt(call.m, request, 0), (value) => urlsOf(call, value, depth + 1))
    : sure(input);
}

/** The method of a `Request`, unless `init` says another. */
export function methodsOf(call: ClientCall, input: Value, init: Alternatives, depth = 0): Alternatives {
  const own = property(call, init, 'method');
  const request = depth > mostRequests ? undefined : requestArguments(input);
  if (!request) return own;
  const [inputs, its] = [argumentAt(call.m, request, 0), argumentAt(call.m, request, 1)];
  const inner = inputs.some(({ value }) => requestArguments(value))
    ? flatMap(inputs, (value) => methodsOf(call, value, its, depth + 1))
    : property(call, its, 'method');
  return flatMap(own, (method) => (method.kind === 'undefined' ? inner : sure(method)));
}

/** The arguments of `new Request(url, init)`. */
export function requestArguments(value: Value): readonly Argument[] | undefined {
  if (value.kind !== 'external') return undefined;
  const step = value.steps.at(-1);
  const before = value.steps.at(-2);
  return step?.kind === 'new' && before?.kind === 'member' && before.name === 'Request'
    ? step.args
    : undefined;
}
