import type { Program } from '../program/program.js';
import { isKey } from '../values/reads.js';
import type { Missing } from './missing.js';
import { entriesBehind, filesOf, type Reach } from './reach.js';
import type { Rests } from './rests.js';

type Part = Program & Required<Pick<Program, 'named'>>;

/** The part of a program that is looked at, and the files whose calls are. */
export function partReached(
  program: Program,
  reach: Reach,
  rests: Rests,
  more: Pick<Missing, 'read' | 'callers'>,
  judges: boolean,
): { readonly part: Part; readonly files: ReadonlySet<string> } {
  const { byFile, bySink, others } = rests.reads;
  const judged = judges ? [...others] : [];
  const files = new Set([
    ...filesOf(reach, rests),
    ...more.callers,
    ...judged.filter((thing) => !isKey(thing)),
  ]);
  const read = new Set([...more.read, ...judged]);
  for (const file of reach.files) for (const thing of byFile.get(file) ?? []) read.add(thing);
  for (const sink of reach.sinks) for (const thing of bySink.get(sink)?.things ?? []) read.add(thing);
  const { entries, named } = entriesBehind(rests, read);
  const all = new Set([...files, ...reach.entries, ...entries]);
  const part = {
    ...program,
    files: program.files.filter((file) => all.has(file)),
    named: program.files.filter((file) => all.has(file) || named.has(file)),
    namesElsewhere: (index: string) =>
      rests.keysIn(index, (file) => program.modules.has(file) && !all.has(file)),
  };
  return { part, files };
}

/** Those that may make other requests, and those that nobody knew in files whose calls may call something else. */
export const asksSink =
  ({ files, sinks }: Reach, { reads: { bySink } }: Rests, changed: ReadonlySet<string>) =>
  (sink: string): boolean => {
    const file = fileOfSink(sink);
    return sinks.has(sink) || changed.has(file) || (files.has(file) && !bySink.has(sink));
  };

/** The file of a client's call. */
export const fileOfSink = (sink: string): string => sink.slice(0, sink.lastIndexOf('/'));
