import { evaluate } from '../evaluate.js';
import { rootActivation, type Machine } from '../machine.js';
import { memberOf } from '../member.js';
import { indexing, noteKey, readKey } from '../reads.js';
import type { FunctionValue } from '../value.js';

const known = new WeakMap<Machine, readonly FunctionValue[]>();

/** The fetcher that `<SWRConfig value={{ fetcher }}>` gives to hooks without one; none where the program has several. */
export function sharedFetcher(m: Machine): readonly FunctionValue[] {
  readKey(m, 'fetchers', '');
  return fetcherIn(m);
}

export const prepareFetchers = (m: Machine): void => void fetcherIn(m);

function fetcherIn(m: Machine): readonly FunctionValue[] {
  const before = known.get(m);
  if (before) return before;
  known.set(m, []);
  const found = m.program.files.flatMap((file) => indexing(m, file, () => fetchersIn(m, file)));
  const functions = new Set(found.map((fn) => `${fn.activation.module.file}#${fn.fn}`));
  const fetchers = functions.size === 1 ? found.slice(0, 1) : [];
  known.set(m, fetchers);
  return fetchers;
}

function fetchersIn(m: Machine, file: string): FunctionValue[] {
  const module = m.program.modules.get(file);
  const component = module?.imports.find((i) => i.module === 'swr' && i.name === 'SWRConfig')?.binding;
  if (!module || component === undefined) return [];
  noteKey(m, 'fetchers', '');
  return module.calls.flatMap((call): FunctionValue[] => {
    const { callee, within } = call;
    const [props] = call.args;
    if (call.kind !== 'jsx' || callee.kind !== 'reference' || callee.binding !== component || !props)
      return [];
    const activation = rootActivation(m, module, within);
    return evaluate(m, props.value, activation)
      .flatMap((a) => memberOf(m, a.value, 'value', activation, call.at))
      .flatMap((a) => memberOf(m, a.value, 'fetcher', activation, call.at))
      .flatMap(({ value }) => (value.kind === 'function' ? [value] : []));
  });
}
