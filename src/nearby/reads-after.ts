import { fileOfSink } from './part.js';
import type { Reach } from './reach.js';
import type { ReadThings } from './rests.js';

/** What answers rest on after a change. Of files that others changed, not all callers were looked at: what was read before may be read still. */
export function readsAfter(
  before: ReadThings,
  after: ReadThings,
  { files, sinks, entries }: Reach,
  changed: ReadonlySet<string>,
  judges: boolean,
): ReadThings {
  const isOld = (sink: string): boolean => sinks.has(sink) || changed.has(fileOfSink(sink));
  const kept = [...before.bySink].filter(([sink]) => !isOld(sink));
  return {
    byFile: replaced(before.byFile, after.byFile, files, changed),
    bySink: new Map([...kept, ...after.bySink]),
    forIndexes: replaced(before.forIndexes, after.forIndexes, entries, entries),
    keysOf: replaced(before.keysOf, after.keysOf, new Set([...files, ...entries]), changed),
    others: judges ? after.others : before.others,
  };
}

/** What `after` says of files; what was said before counts too where they aren't seen `wholly`. */
function replaced(
  before: ReadThings['byFile'],
  after: ReadThings['byFile'],
  files: ReadonlySet<string>,
  wholly: ReadonlySet<string>,
): ReadThings['byFile'] {
  const all = new Map(before);
  for (const file of files) {
    const old = wholly.has(file) ? [] : (before.get(file) ?? []);
    all.set(file, new Set([...old, ...(after.get(file) ?? [])]));
  }
  return all;
}
