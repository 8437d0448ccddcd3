import { injectedNames } from './component-options.js';
import type { Machine } from './machine.js';
import { memberKey, provided } from './provided.js';
import { sure, type Alternatives, type HoleValue, type Value } from './value.js';

/** A name that frameworks give members of all components. */
const isMarked = (name: string): boolean => name.length > 1 && name.startsWith('$');

/** A member that the application gives all components: of `this` under any name, of other unknown values under a marked one. */
export function sharedMember(m: Machine, name: string, of: HoleValue): Alternatives | undefined {
  const isThis = of.name === 'this' && (of.path ?? []).length === 0;
  const { file } = of.at;
  if (name === 'fetch' && isOfSvelteKit(of)) return sure(fetchFunction);
  const shared = isThis || isMarked(name) ? provided(m, memberKey(name), file) : undefined;
  const module = isThis && !shared ? m.program.modules.get(file) : undefined;
  return module && injectedNames(module).has(name) ? provided(m, `vue:${name}`, file) : shared;
}

const fetchFunction: Value = {
  kind: 'external',
  module: 'global',
  steps: [{ kind: 'member', name: 'fetch' }],
};

/** What SvelteKit passes to `load`, to a route's handlers and to hooks has a `fetch`. */
const isOfSvelteKit = ({ origin, path, at }: HoleValue): boolean =>
  origin?.parameter === 0 &&
  (path ?? []).length === 0 &&
  /(?:^|\/)(?:\+(?:page|layout|server)[@\w-]*(?:\.server)?|hooks(?:\.(?:server|client))?)\.[jt]s$/.test(
    at.file,
  );

/** A member with a marked name, whatever it is read of. */
export const markedMember = (m: Machine, name: string, file: string): Alternatives | undefined =>
  isMarked(name) ? provided(m, memberKey(name), file) : undefined;
