import { indexOfThing, thingOf } from '../values/reads.js';
import type { Reach } from './reach.js';
import type { ReadThings } from './rests.js';

/** Whether a change reaches what is judged over the whole project; `judged` are places of requests. */
export const touchesJudged = (
  { things }: Reach,
  { others }: ReadThings,
  judged: ReadonlySet<string>,
): boolean =>
  [...things].some((thing) => others.has(thing)) ||
  [...judged].some((place) => things.has(thingOf('place', place)));

/** Whether there is load: what it is made of is looked for all over the project, so that a part doesn't tell it. */
export const isLoaded = ({ others }: ReadThings): boolean => others.has(thingOf('time', ''));

/** Load and lists of scopes are looked for only where a provider's requests are: what they rest on is known then. */
export const isJudgedAsBefore = (before: ReadThings, after: ReadThings): boolean =>
  [...after.others].every(
    (thing) => !['time', 'scopes'].includes(indexOfThing(thing)) || before.others.has(thing),
  );
