import { functionsAt } from '../../values/builtins/callbacks.js';
import { calleeOf } from '../../values/callee.js';
import { pathOf } from '../../values/path-of.js';
import type { ExternalValue, FunctionValue } from '../../values/value.js';
import { entryOf } from '../../values/value.js';
import type { Term } from '../term.js';
import type { CallHere } from './calls.js';
import { functionTerm } from './calls.js';
import { codeOptions } from './options-in-code.js';
import { startReading } from './reader.js';
import { clientKey, isOf } from './retries-in-code.js';
import { inOrder } from './run.js';
import type { Walker } from './walker.js';

const adds = /(?:^|\.)interceptors\.request\.use$/;

/** `api.interceptors.request.use(fn)`: what the client runs before each of its requests. */
export const addsBeforeRequests = ({ module, steps }: ExternalValue): boolean =>
  module === 'axios' && adds.test(pathOf(steps));

interface Added {
  readonly client: string;
  readonly fn: FunctionValue;
}

const known = new WeakMap<Walker, readonly Added[]>();

/** What a client waits for before it sends a request: its interceptors and hooks, once, whatever they send themselves. */
export function beforeRequest(w: Walker, here: CallHere): Term {
  startReading(w.m);
  const callees = calleeOf(w.m, here.call.callee, here.activation).map(({ value }) => value.value);
  const terms = callees.flatMap((callee) => {
    if (callee.kind !== 'external') return [];
    const functions = [...interceptorsOf(w, callee), ...hooksOf(w, here, callee)];
    return functions.flatMap((fn, i) =>
      // What it sends itself passes it too, and finds that there is nothing to do.
      w.stack.some(({ activation }) => activation.module === fn.activation.module && activation.fn === fn.fn)
        ? []
        : [functionTerm(w, here, fn, undefined, `before${i}`)],
    );
  });
  return inOrder(...terms);
}

function interceptorsOf(w: Walker, callee: ExternalValue): readonly FunctionValue[] {
  const added = known.get(w) ?? allAdded(w);
  known.set(w, added);
  return added.filter(({ client }) => isOf(callee, client)).map(({ fn }) => fn);
}

const allAdded = (w: Walker): readonly Added[] =>
  w.graph.external.flatMap(({ site, callee }) => {
    const call = site.module.calls[site.index];
    if (call === undefined || !addsBeforeRequests(callee)) return [];
    const client = clientKey({ ...callee, steps: callee.steps.slice(0, -3) });
    const args = call.args.map((arg) => entryOf(arg, site.activation));
    return functionsAt({ m: w.m, args, site }, 0).map((fn) => ({ client, fn }));
  });

/** `got.extend({ hooks: { beforeRequest: [fn] } })`, `ky.create(…)`. */
function hooksOf(
  w: Walker,
  { activation }: CallHere,
  { module, steps }: ExternalValue,
): readonly FunctionValue[] {
  if (module !== 'got' && module !== 'ky') return [];
  return steps.flatMap((step) =>
    step.kind === 'call'
      ? codeOptions(w, step.args, step.call?.activation ?? activation)
          .elements(0, 'hooks', 'beforeRequest')
          .flatMap((element) => element.functions(0))
      : [],
  );
}
