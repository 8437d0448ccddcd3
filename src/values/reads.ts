import type { ModuleSummary } from '../model/module-summary.js';
import { modulesIn, type Program } from '../program/program.js';
import type { Activation } from './value.js';

/**
 * What an answer was made of: things, which are files and keys of indexes over the whole program, and other answers.
 * Who keeps answers can tell by that which of them a changed file may change.
 */
export interface Reads {
  readonly things: Set<string>;
  readonly answers: Set<Reads>;
  /** The activation that was read last: most steps stay in one. */
  last: Activation | undefined;
  /** The walk over what is behind others that met it last. */
  metBy: object | undefined;
}

/** What was read for one question about calls. */
interface Unit {
  readonly reads: Reads;
  /** The files of the calls: that of the call that is asked about, and those of calls that lead to it. */
  readonly files: Set<string>;
  /** The call of a client that is asked for its requests (`callKey`); none where it is asked what a call calls. */
  sink: string | undefined;
}

/** All that is written down while a program is read. */
export interface ReadLog {
  /** Of the answer that is being found. */
  current: Reads;
  readonly units: Unit[];
  /** The question that is being answered. */
  unit: Unit | undefined;
  /** What a file's entries in indexes were made of, by the file. */
  readonly forIndexes: Map<string, Reads>;
  /** The keys under which a file has entries in indexes. */
  readonly keysOf: Map<string, Set<string>>;
  /** What can be told of these entries, in their order, by the key; `undefined` for those of which nothing can. */
  readonly signs: Map<string, Map<string, readonly (string | undefined)[]>>;
  /** What was read for nobody in particular. */
  readonly others: Reads;
  /** The file whose entries in an index are looked for. */
  indexed: string | undefined;
}

/** Whoever reads a program may keep such a log. */
export interface Reader {
  readonly reads: ReadLog | undefined;
}

export const newReads = (): Reads => ({
  things: new Set(),
  answers: new Set(),
  last: undefined,
  metBy: undefined,
});

export function createReadLog(): ReadLog {
  const others = newReads();
  return {
    current: others,
    units: [],
    unit: undefined,
    forIndexes: new Map(),
    keysOf: new Map(),
    signs: new Map(),
    others,
    indexed: undefined,
  };
}

/** A step is taken in an activation. */
export function readIn({ reads }: Reader, activation: Activation): void {
  const current = reads?.current;
  if (!current || current.last === activation) return;
  current.last = activation;
  current.things.add(activation.module.file);
  if (activation.madeBy && activation.madeBy !== current) current.answers.add(activation.madeBy);
}

/** A file is looked at, whether it has what is looked for or not. */
export const readFile = ({ reads }: Reader, file: string): void => void reads?.current.things.add(file);

/** Where it is written down that an export is searched for. */
export const searchesOf = ({ reads }: Reader): Set<string> | undefined => reads?.current.things;

/** The name of an index's key among things. */
export const thingOf = (index: string, key: string): string => `${index}\0${key}`;

/** An index over the whole program is asked for a key. */
export const readKey = ({ reads }: Reader, index: string, key: string): void =>
  void reads?.current.things.add(thingOf(index, key));

/** An index over the program that knows who asked it. */
export type Index<V> = Pick<ReadonlyMap<string, V>, 'get' | 'values'>;

/** `entries` as an index: whoever asks for a key depends on the files that have entries under it. */
export const readable = <V>(m: Reader, index: string, entries: ReadonlyMap<string, V>): Index<V> =>
  m.reads
    ? {
        get: (key) => {
          readKey(m, index, key);
          return entries.get(key);
        },
        values: () => entries.values(),
      }
    : entries;

/** Notes that a file has an entry in an index: by default the one whose entries are looked for. */
export function noteKey({ reads }: Reader, index: string, key: string, file = reads?.indexed): void {
  if (!reads || file === undefined) return;
  const keys = reads.keysOf.get(file) ?? new Set();
  reads.keysOf.set(file, keys.add(thingOf(index, key)));
}

/** Finds a file's entries in an index, which are nobody's question. */
export function indexing<T>(m: Reader, file: string, find: () => T): T {
  const { reads } = m;
  if (!reads) return find();
  const outer = reads.indexed;
  reads.indexed = file;
  try {
    return reading(m, (log) => ownOf(log.forIndexes, file), find);
  } finally {
    reads.indexed = outer;
  }
}

/** Answers a question about the calls of some files. */
export function readingFor<T>(m: Reader, files: Iterable<string>, find: () => T): T {
  const { reads } = m;
  if (!reads) return find();
  const outer = reads.unit;
  const unit: Unit = { reads: newReads(), files: new Set(files), sink: undefined };
  reads.units.push(unit);
  reads.unit = unit;
  try {
    return reading(m, () => unit.reads, find);
  } finally {
    reads.unit = outer;
  }
}

/** The question that is being answered is about calls of these files too. */
export function alsoAbout({ reads }: Reader, files: Iterable<string>): void {
  for (const file of reads?.unit ? files : []) reads?.unit?.files.add(file);
}

/** The question that is being answered is for the requests of a client's call. */
export function aboutSink({ reads }: Reader, sink: string): void {
  if (reads?.unit) reads.unit.sink = sink;
}

function reading<T>({ reads }: Reader, own: (log: ReadLog) => Reads, find: () => T): T {
  if (!reads) return find();
  const outer = reads.current;
  reads.current = own(reads);
  try {
    return find();
  } finally {
    reads.current = outer;
  }
}

function ownOf(all: Map<string, Reads>, file: string): Reads {
  const own = all.get(file) ?? newReads();
  all.set(file, own);
  return own;
}

/** What kept answers were made of, by where and under which key they are kept. */
const ofAnswers = new WeakMap<object, Map<unknown, Reads>>();

/** An answer is begun that will be kept: until it is found, what is read is its own. Gives what was being found before. */
export function beginReads({ reads }: Reader, kept: object, key: unknown): Reads | undefined {
  if (!reads) return undefined;
  const outer = reads.current;
  const all = ofAnswers.get(kept) ?? new Map<unknown, Reads>();
  ofAnswers.set(kept, all);
  const own = all.get(key) ?? newReads();
  all.set(key, own);
  outer.answers.add(own);
  own.last = undefined;
  reads.current = own;
  return outer;
}

export function endReads({ reads }: Reader, outer: Reads | undefined): void {
  if (reads && outer) reads.current = outer;
}

/** A kept answer, or one that is being found, is read. */
export function readAnswer({ reads }: Reader, kept: object, key: unknown): void {
  const own = reads && ofAnswers.get(kept)?.get(key);
  if (own && own !== reads.current) reads.current.answers.add(own);
}

/** The names that the modules of a program have of some kind: an index that tells only whether there are any. */
export function namesOf(
  m: Reader & { readonly program: Program },
  index: string,
  find: (module: ModuleSummary) => readonly string[],
): ReadonlySet<string> {
  const { program } = m;
  const names = new Set(program.namesElsewhere?.(index));
  for (const module of program.namesElsewhere ? modulesIn(program) : program.modules.values())
    for (const name of find(module)) {
      names.add(name);
      noteKey(m, index, name, module.file);
    }
  return names;
}

/** Whether a thing is a key of an index, and not a file. */
export const isKey = (thing: string): boolean => thing.includes('\0');

export const indexOfThing = (thing: string): string => thing.slice(0, thing.indexOf('\0'));
