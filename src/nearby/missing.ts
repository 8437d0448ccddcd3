import type { ReadThings } from '../values/read-things.js';
import { signedKey } from '../values/entry-signs.js';
import { indexOfThing } from '../values/reads.js';
import { entriesBehind, isOfCalls, isPlace, isValue, type Behind, type Reach } from './reach.js';
import type { Rests } from './rests.js';

/** What has to be looked at besides, as what was looked at shows. */
export interface Missing {
  /** Keys that are others now, on which something rests. */
  readonly keys: ReadonlySet<string>;
  /** What is read now for what was looked for again. */
  readonly read: ReadonlySet<string>;
  /** The files of calls that are asked for only now. */
  readonly callers: ReadonlySet<string>;
  /** All entries that are read now were found. */
  readonly isComplete: boolean;
}

interface Looked {
  /** Those whose calls were looked at. */
  readonly files: ReadonlySet<string>;
  /** Those whose entries in indexes were, and those whose calls are known by names. */
  readonly found: Behind;
}

/** What is missing after a look at what a change reaches; `after` says what was read then. */
export function missingFrom(rests: Rests, after: ReadThings, reach: Reach, looked: Looked): Missing {
  const keys = keysChanged(rests.reads, after, reach).filter(
    (key) => !reach.things.has(key) && reachesMore(rests, key, reach),
  );
  const read = new Set(readAgain(after, reach));
  const callers = callersBehind(rests, after, reach).filter((file) => !looked.files.has(file));
  return {
    keys: new Set(keys),
    read,
    callers: new Set(callers),
    isComplete: isWithin(entriesBehind(rests, read), looked.found),
  };
}

const isWithin = (some: Behind, all: Behind): boolean =>
  [...some.entries].every((file) => all.entries.has(file)) &&
  [...some.named].every((file) => all.named.has(file));

/** Whether something that rests on a key was not looked at. At a place, requests stand that are others now. */
function reachesMore({ files, sinks, entries, reads }: Rests, key: string, reach: Reach): boolean {
  if (reads.others.has(key)) return true;
  if (isPlace(key)) return sinks.has(key);
  return (
    isBeyond(files.get(key), reach.files) ||
    isBeyond(sinks.get(key), reach.sinks) ||
    isBeyond(entries.get(key), reach.entries)
  );
}

const isBeyond = (some: readonly string[] = [], all: ReadonlySet<string>): boolean =>
  some.some((one) => !all.has(one));

/** The keys that are others, once the files were looked at again. */
function keysChanged(before: Rests['reads'], after: ReadThings, reach: Reach): readonly string[] {
  const changed = new Set<string>();
  for (const file of new Set([...reach.files, ...reach.entries])) {
    const [old, now] = [before.keysOf.get(file) ?? none, after.keysOf.get(file) ?? none];
    const same = sameEntries(before.signed.get(file), after.signed.get(file));
    for (const key of now)
      if (!old.has(key) || (isValue(key) && reach.entries.has(file) && !same.has(key))) changed.add(key);
    for (const key of old) if (!now.has(key) && mayBeGone(key)) changed.add(key);
  }
  for (const { things } of after.bySink.values())
    for (const thing of things) if (isPlace(thing)) changed.add(thing);
  return [...changed];
}

const none: ReadonlySet<string> = new Set();

/** The keys under which a file has the entries that it had. */
const sameEntries = (before = none, after = none): ReadonlySet<string> =>
  new Set([...after].filter((row) => before.has(row)).map(signedKey));

/** Whoever made use of a caller has read its call, and of what was given the call that gave it. */
const mayBeGone = (key: string): boolean => !['callers', 'given'].includes(indexOfThing(key));

function* readAgain({ byFile, bySink, forIndexes, others }: ReadThings, reach: Reach): Iterable<string> {
  for (const file of reach.files) yield* byFile.get(file) ?? [];
  for (const { things } of bySink.values()) yield* things;
  for (const file of reach.entries) yield* forIndexes.get(file) ?? [];
  yield* others;
}

/** The files of the calls by way of which it is known who else calls a function, where nobody asked before. */
function callersBehind({ reads, keys }: Rests, after: ReadThings, reach: Reach): readonly string[] {
  const files = new Set<string>();
  const add = (now = none, before = none): void => {
    for (const key of now)
      if (isOfCalls(key) && !before.has(key)) for (const file of keys.get(key) ?? []) files.add(file);
  };
  for (const file of reach.files) add(after.byFile.get(file), reads.byFile.get(file));
  for (const [sink, { things }] of after.bySink) add(things, reads.bySink.get(sink)?.things);
  add(after.others);
  return [...files];
}
