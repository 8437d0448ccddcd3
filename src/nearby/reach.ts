import { signedKey } from '../values/entry-signs.js';
import { indexOfThing, isKey, thingOf } from '../values/reads.js';
import type { Rests } from './rests.js';

/** All that a change has to do with, told by what answers were read from before it. */
export interface Reach {
  /** Changed files and keys. */
  readonly things: ReadonlySet<string>;
  /** The files whose calls may call something else. */
  readonly files: ReadonlySet<string>;
  /** The client's calls that may make other requests. */
  readonly sinks: ReadonlySet<string>;
  /** The files whose entries in indexes may be others. */
  readonly entries: ReadonlySet<string>;
}

/** Indexes that only tell whether there are entries, or whose entries are all read by who asks for a key. */
const toldByDifference: ReadonlySet<string> = new Set([
  'calls',
  'callers',
  'effect',
  'field',
  'given',
  'called',
  'method',
]);

/** Whether an index's key stands for what its entries are, and not only for whether there are some. */
export const isValue = (key: string): boolean => !toldByDifference.has(indexOfThing(key));

/** What `changed` files, and things that are known to be others, reach. */
export function reachOf(
  { reads, files: users, sinks: asked, entries: found }: Rests,
  changed: ReadonlySet<string>,
  others: ReadonlySet<string>,
): Reach {
  const things = new Set([...changed, ...others]);
  const entries = new Set<string>();
  const files = new Set(changed);
  const sinks = new Set<string>();
  const addEntries = (file: string): void => {
    if (entries.has(file)) return;
    entries.add(file);
    const signed = new Set(Array.from(reads.signed.get(file) ?? [], signedKey));
    // A look at these files shows whether their signed entries are others.
    for (const key of reads.keysOf.get(file) ?? []) if (isValue(key) && !signed.has(key)) things.add(key);
  };
  for (const file of changed) addEntries(file);
  for (const thing of things) {
    for (const file of found.get(thing) ?? []) addEntries(file);
    for (const file of users.get(thing) ?? []) files.add(file);
    for (const sink of asked.get(thing) ?? []) {
      if (sinks.has(sink)) continue;
      sinks.add(sink);
      // Requests of one place are one.
      for (const one of reads.bySink.get(sink)?.things ?? []) if (isPlace(one)) things.add(one);
    }
  }
  return { things, files, sinks, entries };
}

/** What stands for the requests at a place. */
export const placeThing = (place: string): string => thingOf('place', place);

export const isPlace = (thing: string): boolean => isKey(thing) && indexOfThing(thing) === 'place';

/** The places of requests that a change reaches. */
export const placesIn = ({ things }: Reach): ReadonlySet<string> =>
  new Set([...things].filter(isPlace).map((thing) => thing.slice(thing.indexOf('\0') + 1)));

/** With the client's calls that make requests at some places. */
export function withSinksAt(reach: Reach, { sinks: under }: Rests, places: readonly string[]): Reach {
  const sinks = new Set(reach.sinks);
  for (const place of places) for (const sink of under.get(placeThing(place)) ?? []) sinks.add(sink);
  return { ...reach, sinks };
}

/** The files whose calls have to be looked at again, so that those that are asked for requests are seen with their callers. */
export function filesOf({ files, sinks }: Reach, { reads, keys }: Rests): ReadonlySet<string> {
  const all = new Set(files);
  for (const sink of sinks) {
    const read = reads.bySink.get(sink);
    for (const file of read?.files ?? []) all.add(file);
    for (const key of read?.things ?? [])
      if (isOfCalls(key)) for (const file of keys.get(key) ?? []) all.add(file);
  }
  return all;
}

/** The files that have something under the keys that answers are read from. */
export interface Behind {
  /** Those with entries that have to be found, by which more keys are read. */
  readonly entries: ReadonlySet<string>;
  /** Those with calls of a name, which their summaries say. */
  readonly named: ReadonlySet<string>;
}

/** The files with entries in indexes under the keys that answers are read from, and under those that these entries are. */
export function entriesBehind({ reads, keys }: Rests, read: Iterable<string>): Behind {
  const asked = new Set([...read].filter(isOfEntries));
  const entries = new Set<string>();
  const named = new Set<string>();
  for (const key of asked)
    for (const file of keys.get(key) ?? []) {
      const found = isOfNames(key) ? named : entries;
      if (found.has(file)) continue;
      found.add(file);
      // Callers are found by way of their callers' names.
      const leads = found === named ? isOfNames : isOfEntries;
      for (const thing of reads.forIndexes.get(file) ?? []) if (leads(thing)) asked.add(thing);
    }
  return { entries, named };
}

const isOfNames = (key: string): boolean => indexOfThing(key) === 'calls';

/** Whether a thing is a key whose entries are found in the files that are part of a program: names are told of all. */
const isOfEntries = (thing: string): boolean =>
  isKey(thing) && !isOfCalls(thing) && !['effect', 'field', 'method'].includes(indexOfThing(thing));

/** Whether a thing is a key of what calls say: who calls a function, or is given it. */
export const isOfCalls = (thing: string): boolean =>
  isKey(thing) && ['callers', 'given', 'called', 'passed'].includes(indexOfThing(thing));
