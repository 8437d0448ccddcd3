import { searches as searchIndex } from '../program/program.js';
import type { SinkReads } from '../values/read-things.js';
import { thingOf } from '../values/reads.js';
import { viewsOf, type ReadTables, type TableView } from './read-tables.js';

/** What rests on each thing: the things that answers were read from, seen from both sides. */
export interface Rests {
  readonly reads: {
    /** For each file, what was read to tell what its calls call. */
    readonly byFile: Lookup<ReadonlySet<string>>;
    readonly bySink: Lookup<SinkReads>;
    /** For each file with entries in indexes, what was read to find these. */
    readonly forIndexes: Lookup<ReadonlySet<string>>;
    /** The keys under which each file has entries. */
    readonly keysOf: Lookup<ReadonlySet<string>>;
    /** Of these, those whose entries can be told from others (`signedKeys`). */
    readonly signed: Lookup<ReadonlySet<string>>;
    /** What was read for nobody in particular. */
    readonly others: ReadonlySet<string>;
    /** For each search for an export, what was looked at. */
    readonly searches: Lookup<ReadonlySet<string>>;
  };
  /** The files of the calls of which it was asked what they call. */
  readonly files: Under;
  /** The client's calls that were asked for their requests. */
  readonly sinks: Under;
  /** The files whose entries in indexes were found by way of it. */
  readonly entries: Under;
  /** The searches for exports that looked at it. */
  readonly searches: Under;
  /** The files with entries under a key. */
  readonly keys: Under;
  /** The keys of an index that are known. */
  readonly asked: (index: string) => readonly string[];
  /** What each file loads, as rows (`known-loads.ts`). */
  readonly loads: Pick<TableView, 'names' | 'get' | 'under'>;
  /** The searches of which isn't known what was looked at for them. */
  readonly unsearched: () => readonly string[];
  /** The keys of an index under which some of the files have entries. */
  readonly keysIn: (index: string, isAsked: (file: string) => boolean) => readonly string[];
}

type Lookup<V> = Pick<ReadonlyMap<string, V>, 'get' | 'has'>;
type Under = Lookup<readonly string[]>;

const known = new WeakMap<ReadTables, Rests>();

export function restsOn(tables: ReadTables): Rests {
  const before = known.get(tables);
  if (before) return before;
  const { table, beginningWith } = viewsOf(tables);
  const [byFile, forIndexes, keysOf, searches] = [
    table('byFile'),
    table('forIndexes'),
    table('keysOf'),
    table('searches'),
  ];
  const [files, things] = [table('sinkFiles'), table('sinkThings')];
  const keys = turned(keysOf);
  const asked = (index: string): readonly string[] => {
    const start = thingOf(index, '');
    return beginningWith(start).map((name) => name.slice(start.length));
  };
  const found: Rests = {
    reads: {
      byFile: setsIn(byFile),
      bySink: {
        has: things.has,
        get: (sink) => {
          const read = things.get(sink);
          return read && { files: new Set(files.get(sink)), things: new Set(read) };
        },
      },
      forIndexes: setsIn(forIndexes),
      keysOf: setsIn(keysOf),
      signed: setsIn(table('signed')),
      others: new Set(tables.others),
      searches: setsIn(searches),
    },
    files: turned(byFile),
    sinks: turned(things),
    entries: turned(forIndexes),
    searches: turned(searches),
    keys,
    asked,
    loads: table('loads'),
    unsearched: () => searches.without(thingOf(searchIndex, '')),
    keysIn: (index, isAsked) => asked(index).filter((key) => keysOf.isUnder(thingOf(index, key), isAsked)),
  };
  known.set(tables, found);
  return found;
}

const setsIn = ({ has, get }: TableView): Lookup<ReadonlySet<string>> => ({
  has,
  get: (name) => {
    const row = get(name);
    return row && new Set(row);
  },
});

const turned = ({ under }: TableView): Under => ({ has: (name) => under(name) !== undefined, get: under });
