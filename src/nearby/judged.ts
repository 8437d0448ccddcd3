import type { ReadThings } from '../values/read-things.js';
import { indexOfThing, thingOf } from '../values/reads.js';
import { placeThing, type Reach } from './reach.js';
import type { Rests } from './rests.js';

/** Whether a change reaches what is judged over the whole project; `judged` are places of requests. */
export const touchesJudged = (
  { things }: Reach,
  { reads: { others } }: Rests,
  judged: readonly string[],
): boolean =>
  [...things].some((thing) => others.has(thing)) || judged.some((place) => things.has(placeThing(place)));

/** Whether there is load: what it is made of is looked for all over the project, so that a part doesn't tell it. */
export const isLoaded = ({ reads: { others } }: Rests): boolean => others.has(thingOf('time', ''));

/** Load and lists of scopes are looked for only where a provider's requests are: what they rest on is known then. */
export const isJudgedAsBefore = ({ reads: { others } }: Rests, after: ReadThings): boolean =>
  [...after.others].every((thing) => !['time', 'scopes'].includes(indexOfThing(thing)) || others.has(thing));
