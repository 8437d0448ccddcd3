import { functionsAt, type Callback } from './callbacks.js';
import { hole } from '../holes.js';
import { callOf } from '../machine.js';
import { lazyValue, spanIn, type ExternalValue } from '../value.js';
import type { BuiltinCall } from './context.js';

const modules: ReadonlySet<string> = new Set([
  '@octokit/core',
  '@octokit/rest',
  '@octokit/action',
  'octokit',
]);

/** `Octokit.plugin(…functions)`: each is called with an octokit, and with the options that it was made with. */
export function octokitPlugins(callee: ExternalValue, path: string, call: BuiltinCall): readonly Callback[] {
  if (!modules.has(callee.module) || !/^Octokit(?:\.\w+\(\))*\.plugin$/.test(path)) return [];
  const { activation, index } = call.site;
  const { at } = callOf(activation.module, index);
  const options = lazyValue(hole('runtime', 'options', activation.module, at));
  const octokit = lazyValue({
    ...callee,
    steps: [
      ...callee.steps.slice(0, -1),
      {
        kind: 'new',
        args: [{ spread: false, value: options }],
        at: spanIn(activation.module, at),
        call: undefined,
      },
    ],
  });
  return call.args.flatMap((_, argument) =>
    functionsAt(call, argument).map((fn): Callback => ({
      fn,
      args: [octokit, options].map((value) => ({ spread: false, value })),
      tag: 'plugin',
      element: undefined,
      argument,
    })),
  );
}
