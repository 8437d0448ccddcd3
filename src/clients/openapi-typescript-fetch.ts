import { map } from '../values/alternatives.js';
import { argumentAt } from '../values/call.js';
import { evaluate } from '../values/evaluate.js';
import { rootActivation } from '../values/machine.js';
import {
  sure,
  undefinedValue,
  type Alternatives,
  type CallSite,
  type ExternalValue,
} from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import { property, stepArguments, targets } from './client-values.js';
import { withPlaceholders } from './path-template.js';

/** `Fetcher.for().path('/items/{id}').method('get').create()`: `create` fixes what the function that it gives sends. */
export const openapiTypescriptFetchModel: ClientModel = {
  id: 'openapi-typescript-fetch',
  title: 'openapi-typescript-fetch',
  docsUrl: 'https://github.com/ajaishankar/openapi-typescript-fetch#readme',
  modules: ['openapi-typescript-fetch', '@qdrant/openapi-typescript-fetch'],
  request(call) {
    if (!/^Fetcher\.for\(\)\.path\(\)\.method\(\)\.create$/.test(call.path)) return undefined;
    const given = (name: string): Alternatives => {
      const args = stepArguments(call.callee, (_, before) => before.endsWith(`.${name}`));
      return args ? argumentAt(call.m, args, 0) : sure(undefinedValue);
    };
    const joined = targets(call, given('method'), given('path'), configured(call, 'baseUrl'));
    return {
      targets: map(joined, (target) => ({ ...target, url: withPlaceholders(call, target.url) })),
      headers: [property(call, configured(call, 'init'), 'headers')],
    };
  },
};

/** An option that `fetcher.configure({ … })` gives, in the file that makes the fetcher. */
function configured(call: ClientCall, key: string): Alternatives {
  const made = makerOf(call.callee);
  const module = made?.activation.module;
  for (const other of module?.calls ?? []) {
    const { callee } = other;
    if (
      !module ||
      callee.kind !== 'member' ||
      callee.key.kind !== 'literal' ||
      callee.key.value !== 'configure'
    )
      continue;
    const activation = rootActivation(call.m, module, other.within);
    const receivers = evaluate(call.m, callee.object, activation);
    const isSame = receivers.some(
      ({ value }) => value.kind === 'external' && makerOf(value)?.index === made?.index,
    );
    const [first] = other.args;
    if (isSame && first) return property(call, evaluate(call.m, first.value, activation), key);
  }
  return sure(undefinedValue);
}

/** Where `Fetcher.for()` stands. */
function makerOf({ steps }: ExternalValue): CallSite | undefined {
  const step = steps.find((s) => s.kind === 'call');
  return step?.kind === 'call' ? step.call : undefined;
}
