import { searches, searchThing, type Program } from '../program/program.js';
import { signedKeys } from './entry-signs.js';
import { askedLoads, type Loaded } from './loaded-with.js';
import { thingOf, type ReadLog, type Reads } from './reads.js';

type Things = ReadonlySet<string>;

/** What a program's answers rest on, told by files and keys of indexes (`thingOf`). */
export interface ReadThings {
  /** For each file, what was read to tell what its calls call. */
  readonly byFile: ReadonlyMap<string, Things>;
  /** For each call of a client (`callKey`), what was read for its requests. */
  readonly bySink: ReadonlyMap<string, SinkReads>;
  /** For each file with entries in indexes, what was read to find these. */
  readonly forIndexes: ReadonlyMap<string, Things>;
  /** The keys under which each file has entries. */
  readonly keysOf: ReadonlyMap<string, Things>;
  /** Of these, those whose entries can be told from others (`signedKeys`). */
  readonly signed: ReadonlyMap<string, Things>;
  /** What was read for nobody in particular. */
  readonly others: Things;
  /** For each search for an export (`searchThing`), what was looked at. */
  readonly searches: ReadonlyMap<string, Things>;
  /** What each file loads; of files that are gone, nothing. None where nobody asked. */
  readonly loads: ReadonlyMap<string, Loaded | undefined>;
}

export interface SinkReads {
  /** The files of the call, and of those that lead to it. */
  readonly files: ReadonlySet<string>;
  readonly things: Things;
}

/** All that answers rest on, by way of other answers too. */
export function readThings(
  { units, forIndexes, keysOf, signs, others }: ReadLog,
  program: Program,
): ReadThings {
  const roots = { files: new Map<string, Reads[]>(), sinks: new Map<string, Reads[]>() };
  const filesOf = new Map<string, Set<string>>();
  for (const { reads, files, sink } of units) {
    if (sink === undefined) for (const file of files) add(roots.files, file, reads);
    else {
      add(roots.sinks, sink, reads);
      filesOf.set(sink, new Set([...(filesOf.get(sink) ?? []), ...files]));
    }
  }
  return {
    byFile: new Map([...roots.files].map(([file, reads]) => [file, thingsBehind(reads)])),
    bySink: new Map(
      [...roots.sinks].map(([sink, reads]) => [
        sink,
        { files: filesOf.get(sink) ?? new Set(), things: thingsBehind(reads) },
      ]),
    ),
    forIndexes: new Map([...forIndexes].map(([file, reads]) => [file, thingsBehind([reads])])),
    keysOf,
    signed: signedKeys(signs),
    others: thingsBehind([others]),
    searches: searchesIn(program),
    loads: askedLoads(program) ?? new Map(),
  };
}

function searchesIn({ found, listed }: Program): ReadThings['searches'] {
  const out = new Map([...found].map(([key, { passed }]) => [thingOf(searches, key), passed]));
  for (const [file, { passed }] of listed) out.set(searchThing(file, '*'), passed);
  return out;
}

function add(all: Map<string, Reads[]>, key: string, reads: Reads): void {
  const list = all.get(key);
  if (list) list.push(reads);
  else all.set(key, [reads]);
}

/** Each root walks over most answers that others do, so that the walk marks them: a set of them takes longer. */
function thingsBehind(from: readonly Reads[]): Things {
  const things = new Set<string>();
  const met: Reads[] = [];
  const meet = (reads: Reads): void => {
    if (reads.metBy === things) return;
    reads.metBy = things;
    met.push(reads);
  };
  from.forEach(meet);
  // The list grows while it is walked.
  for (const reads of met) {
    reads.things.forEach((thing) => things.add(thing));
    reads.answers.forEach(meet);
  }
  return things;
}
