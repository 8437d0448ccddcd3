import { compact, flatMap } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { passedOutside } from '../values/inheritance.js';
import type { Machine } from '../values/machine.js';
import {
  sure,
  undefinedValue,
  type Alternatives,
  type Argument,
  type Step,
  type Value,
} from '../values/value.js';
import type { ClientCall } from './client-model.js';
import { property } from './client-values.js';
import { mayBeRequest } from './may-be-request.js';

/** Requests that are made of requests. */
const mostRequests = 4;

/** The URL of a `Request`, else the input itself. */
export function urlsOf(call: ClientCall, input: Value, depth = 0): Alternatives {
  const request = depth > mostRequests ? undefined : requestArguments(call.m, input);
  return request
    ? flatMap(argumentAt(call.m, request, 0), (value) => urlsOf(call, value, depth + 1))
    : sure(input);
}

/** The method of a `Request`, unless `init` says another; undefined where neither says one, as of a URL. */
export const methodsOf = (call: ClientCall, input: Value, init: Alternatives): Alternatives =>
  methodsBeside(call, property(call, init, 'method'), sure(input));

/** The methods that options say, else those of the requests that a client is given. */
export function methodsBeside(
  call: ClientCall,
  options: Alternatives,
  inputs: Alternatives,
  depth = 0,
): Alternatives {
  // Most inputs are URLs, of which none says a method: they are one.
  const inner = compact(flatMap(inputs, (input) => methodsOfInput(call, input, depth)));
  return flatMap(options, (given) => (given.kind === 'undefined' ? inner : sure(given)));
}

function methodsOfInput(call: ClientCall, input: Value, depth: number): Alternatives {
  const request = depth > mostRequests ? undefined : requestArguments(call.m, input);
  if (!request)
    return mayBeRequest(call.m, input) ? property(call, sure(input), 'method') : sure<Value>(undefinedValue);
  const [inputs, init] = [argumentAt(call.m, request, 0), argumentAt(call.m, request, 1)];
  return methodsBeside(call, property(call, init, 'method'), inputs, depth + 1);
}

/** The arguments of `new Request(url, init)`, of a clone of it, and those that a class below it passes on. */
export function requestArguments(m: Machine, value: Value): readonly Argument[] | undefined {
  if (value.kind === 'instance') {
    const passed = passedOutside(m, value);
    return passed && isRequestClass(passed.base.steps) ? passed.args : undefined;
  }
  if (value.kind !== 'external') return undefined;
  const made = asMade(value.steps);
  const step = made.at(-1);
  return step?.kind === 'new' && isRequestClass(made.slice(0, -1)) ? step.args : undefined;
}

function isRequestClass(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  return last?.kind === 'member' && last.name === 'Request';
}

/** How a request was made, before members of it were set and clones were taken. */
function asMade(steps: readonly Step[]): readonly Step[] {
  const [before, last] = steps.slice(-2);
  if (last?.kind === 'assign') return asMade(steps.slice(0, -1));
  const isClone = last?.kind === 'call' && before?.kind === 'member' && before.name === 'clone';
  return isClone ? asMade(steps.slice(0, -2)) : steps;
}
