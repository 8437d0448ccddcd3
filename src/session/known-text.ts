import type { ReadThings, SinkReads } from '../nearby/rests.js';
import type { Known } from './known.js';
import type { Said } from './said.js';

/** What is known of a project as data for a file: names stand once, lists have their numbers. */
export interface KnownText {
  readonly said: Said;
  readonly judged: readonly string[];
  readonly names: readonly string[];
  readonly byFile: Lists;
  readonly sinkFiles: Lists;
  readonly sinkThings: Lists;
  readonly forIndexes: Lists;
  readonly keysOf: Lists;
  readonly others: readonly number[];
}

/** Numbers of names by the number of a name. */
type Lists = readonly (readonly [name: number, numbers: readonly number[]])[];

type Sets = ReadonlyMap<string, ReadonlySet<string>>;

export function toKnownText({ said, judged, reads }: Known): KnownText {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  };
  const numbersOf = (names: ReadonlySet<string>): number[] => [...names].map(numberOf);
  const lists = (all: Sets): Lists => [...all].map(([name, names]) => [numberOf(name), numbersOf(names)]);
  const sinks = [...reads.bySink];
  const text = {
    byFile: lists(reads.byFile),
    sinkFiles: lists(new Map(sinks.map(([sink, { files }]) => [sink, files]))),
    sinkThings: lists(new Map(sinks.map(([sink, { things }]) => [sink, things]))),
    forIndexes: lists(reads.forIndexes),
    keysOf: lists(reads.keysOf),
    others: numbersOf(reads.others),
  };
  return { said, judged: [...judged], names: [...numbers.keys()], ...text };
}

export function fromKnownText(text: KnownText): Known {
  const name = (number: number): string => text.names[number] ?? '';
  const set = (numbers: readonly number[]): ReadonlySet<string> => new Set(numbers.map(name));
  const sets = (lists: Lists): Sets => new Map(lists.map(([of, numbers]) => [name(of), set(numbers)]));
  const files = sets(text.sinkFiles);
  const sinks = [...sets(text.sinkThings)].map(([sink, things]): [string, SinkReads] => [
    sink,
    { files: files.get(sink) ?? new Set(), things },
  ]);
  const reads: ReadThings = {
    byFile: sets(text.byFile),
    bySink: new Map(sinks),
    forIndexes: sets(text.forIndexes),
    keysOf: sets(text.keysOf),
    others: set(text.others),
  };
  return { said: text.said, judged: new Set(text.judged), reads };
}
