import type { ReadThings, SinkReads } from '../values/read-things.js';

export type { ReadThings, SinkReads };

/** What rests on each thing: the things that answers were read from, seen from their other side. */
export interface Rests {
  readonly reads: ReadThings;
  /** The files of the calls of which it was asked what they call. */
  readonly files: Under;
  /** The client's calls that were asked for their requests. */
  readonly sinks: Under;
  /** The files whose entries in indexes were found by way of it. */
  readonly entries: Under;
  /** The files with entries under a key. */
  readonly keys: Under;
}

type Under = ReadonlyMap<string, readonly string[]>;

const known = new WeakMap<ReadThings, Rests>();

export function restsOn(reads: ReadThings): Rests {
  const before = known.get(reads);
  if (before) return before;
  const sinks = new Map([...reads.bySink].map(([sink, { things }]: [string, SinkReads]) => [sink, things]));
  const found: Rests = {
    reads,
    files: turned(reads.byFile),
    sinks: turned(sinks),
    entries: turned(reads.forIndexes),
    keys: turned(reads.keysOf),
  };
  known.set(reads, found);
  return found;
}

function turned(all: ReadonlyMap<string, ReadonlySet<string>>): Under {
  const under = new Map<string, string[]>();
  for (const [name, things] of all)
    for (const thing of things) {
      const list = under.get(thing);
      if (list) list.push(name);
      else under.set(thing, [name]);
    }
  return under;
}
