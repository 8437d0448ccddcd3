import { injectedNames } from './component-options.js';
import type { Machine } from './machine.js';
import { memberKey, provided } from './provided.js';
import type { Alternatives, HoleValue } from './value.js';

/** A name that frameworks give members of all components. */
const isMarked = (name: string): boolean => name.length > 1 && name.startsWith('$');

/** A member that the application gives all components: of `this` under any name, of other unknown values under a marked one. */
export function sharedMember(m: Machine, name: string, of: HoleValue): Alternatives | undefined {
  const isThis = of.origin?.parameter === 'this' && (of.path ?? []).length === 0;
  const { file } = of.at;
  const shared = isThis || isMarked(name) ? provided(m, memberKey(name), file) : undefined;
  const module = isThis && !shared ? m.program.modules.get(file) : undefined;
  return module && injectedNames(module).has(name) ? provided(m, `vue:${name}`, file) : shared;
}

/** A member with a marked name, whatever it is read of. */
export const markedMember = (m: Machine, name: string, file: string): Alternatives | undefined =>
  isMarked(name) ? provided(m, memberKey(name), file) : undefined;
