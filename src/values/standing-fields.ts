import type { ClassMember } from '../model/module-summary.js';
import { arrives } from './computed-stores.js';
import { arrivals } from './decide.js';
import { noGuards, withGuard, type Guards } from './guards.js';
import { constructionOf } from './inheritance.js';
import type { Machine } from './machine.js';
import type { Activation, ClassValue, InstanceValue } from './value.js';

/**
 * What sets a field until its constructor is done: of its assignments those that what the constructor was given doesn't
 * rule out, from the last on that it certainly reaches; where it may reach none, the declaration, too.
 */
export function standingFields(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  declared: readonly ClassMember[],
  assigned: readonly ClassMember[],
): readonly ClassMember[] {
  const construction = assigned.length > 0 ? constructionOf(m, instance, cls) : undefined;
  if (!construction) return assigned.length > 0 ? assigned : declared;
  const taken = new Set(assigned.flatMap(({ under }) => Object.entries(under?.guards ?? {}).map(String)));
  const standing: ClassMember[] = [];
  for (const field of [...assigned].reverse()) {
    const reached = isReached(m, field, construction, taken);
    if (reached !== undefined) standing.unshift(field);
    if (reached === true) return standing;
  }
  return standing.some((field) => isEitherWay(field, taken)) ? standing : [...declared, ...standing];
}

/** Whether some test sends the constructor to an assignment whichever way it goes. `taken` are the branches with any. */
const isEitherWay = ({ under }: ClassMember, taken: ReadonlySet<string>): boolean =>
  Object.keys(under?.guards ?? {}).some((test) => taken.has(`${test},then`) && taken.has(`${test},else`));

/**
 * Whether the constructor surely comes to an assignment; undefined where it surely doesn't. What comes where a test
 * doesn't hold, without standing in its branch, comes after one that ends the constructor: `if (!options) throw …`.
 */
function isReached(
  m: Machine,
  { under }: ClassMember,
  construction: Activation,
  taken: ReadonlySet<string>,
): boolean | undefined {
  const guards = Object.entries(under?.guards ?? {});
  if (arrives(m, { guards: Object.fromEntries(guards) }, construction) === undefined) return undefined;
  const standsIn = new Set(under?.frames.map((frame) => (frame.kind === 'branch' ? frame.test : '')));
  const asked = guards.filter(
    ([test, branch]) => branch !== 'else' || taken.has(`${test},then`) || standsIn.has(test),
  );
  return arrives(m, { guards: Object.fromEntries(asked) }, construction);
}

/**
 * Under which decisions what a field was set to is left alone by the later assignments of its constructor: where an
 * option makes both the host and the method others, it makes both.
 */
export function leftAlone(
  m: Machine,
  instance: InstanceValue,
  cls: ClassValue,
  later: readonly ClassMember[],
): Guards {
  const construction = later.length > 0 ? constructionOf(m, instance, cls) : undefined;
  if (!construction) return noGuards;
  return later.reduce((guards, { under: around }) => {
    const [way, ...others] = arrivals(m, around?.guards ?? {}, construction);
    if (!way || others.length > 0 || way.guards.size !== 1) return guards;
    const { key, branch } = way.guards;
    const other = branch === 'then' ? 'else' : branch === 'else' ? 'then' : undefined;
    return (other !== undefined && withGuard(guards, key, other)) || guards;
  }, noGuards);
}
