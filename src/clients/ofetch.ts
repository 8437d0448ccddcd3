import { flatMap } from '../values/alternatives.js';
import { invoke } from '../values/call.js';
import { sure, type Alternatives } from '../values/value.js';
import type { ClientCall, ClientModel } from './client-model.js';
import { argument, property, targets, withDefault } from './client-values.js';
import { methodsBeside, urlsOf } from './request-objects.js';
import { baseOption, clientMember, described, instanceOptions, option, type ClientShape } from './options.js';

const names = ['$fetch', 'ofetch', '$Fetch', 'useRequestFetch()'];
const shape: ClientShape = {
  globals: ['$fetch', 'ofetch'],
  names: ['default', ...names, 'new'],
  makers: ['create'],
};
const composables: ReadonlySet<string> = new Set(['useFetch', 'useLazyFetch']);

/** `ofetch(url, options)`, Nuxt's `$fetch` and `useFetch`, and instances made by `create`. */
export const ofetchModel: ClientModel = {
  id: 'ofetch',
  title: 'ofetch and $fetch',
  docsUrl: 'https://github.com/unjs/ofetch#readme',
  modules: ['ofetch', 'ohmyfetch', '#app', '#imports', 'nuxt', 'global'],
  types: ['ofetch#$Fetch'],
  request(call) {
    if (call.isNew) return undefined;
    const member = composables.has(call.path) ? '' : clientMember(call, shape);
    if (member !== '' && member !== 'raw' && member !== 'native') return undefined;
    // A Nuxt auto-import and an import from `#app` are `useFetch`; nothing else of these modules is a client itself.
    if (call.path === '' && (call.callee.module.startsWith('#') || call.callee.module.startsWith('nuxt')))
      return undefined;
    const own = argument(call, 1);
    const sources = [own, ...instanceOptions(call, shape.makers), ...givenInstance(call, own)];
    const inputs = unwrapped(call, argument(call, 0));
    const said = unwrapped(call, option(call, sources, 'method'));
    return {
      targets: targets(
        call,
        withDefault(methodsBeside(call, said, inputs), 'GET'),
        flatMap(inputs, (input) => urlsOf(call, input)),
        unwrapped(call, baseOption(call, sources, 'baseURL')),
      ),
      ...described(call, sources, { query: ['query', 'params'], body: ['body'], retry: ['retry'] }),
    };
  },
};

/** `useFetch(url, { $fetch: instance })` sends with the instance's options. */
const givenInstance = (call: ClientCall, options: Alternatives): readonly Alternatives[] =>
  property(call, options, '$fetch').flatMap(({ value }) =>
    value.kind === 'external' ? instanceOptions({ ...call, callee: value }, shape.makers) : [],
  );

/** What a getter function or a ref of Vue holds: `useFetch(() => url)`, `useFetch(computed(() => url))`. */
function unwrapped(call: ClientCall, values: Alternatives, depth = 0): Alternatives {
  const { activation, index } = call.site;
  const site = activation.module.calls[index];
  return flatMap(values, (value): Alternatives => {
    if (value.kind === 'function')
      return invoke(
        call.m,
        value,
        [],
        undefined,
        activation,
        `getter${value.fn}`,
        site && { call: site, index, activation },
      );
    const step = value.kind === 'external' ? value.steps.at(-1) : undefined;
    const maker = value.kind === 'external' ? value.steps.at(-2) : undefined;
    const isRef =
      maker?.kind === 'member' &&
      (maker.name === 'computed' || maker.name === 'ref' || maker.name === 'shallowRef');
    const [held] = step?.kind === 'call' && isRef ? step.args : [];
    return held && depth < 2
      ? unwrapped(
          call,
          property(
            call,
            sure({
              kind: 'object',
              props: new Map([['held', held.value]]),
              open: undefined,
              home: undefined,
            }),
            'held',
          ),
          depth + 1,
        )
      : sure(value);
  });
}
