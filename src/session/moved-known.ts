import type { ModuleSummary } from '../model/module-summary.js';
import { renamedTables } from '../nearby/read-tables.js';
import type { ProjectState } from './before.js';
import type { Known } from './known.js';
import { movedId, movedOffsets, type Moved } from './moved.js';

type Modules = ReadonlyMap<string, ModuleSummary>;

/** The files that say the same as before, but for where it stands. */
export function movesOf(files: Iterable<string>, before: Modules, now: Modules): ReadonlyMap<string, Moved> {
  const moves = new Map<string, Moved>();
  for (const file of files) {
    const [was, is] = [before.get(file), now.get(file)];
    const moved = was && is && movedOffsets(was, is);
    if (moved) moves.set(file, moved);
  }
  return moves;
}

/** What is known once files have moved of which it says nothing; the others of them are yet to be looked at. */
export function knownAfterMoves(
  known: Known,
  moves: ReadonlyMap<string, Moved>,
  now: Pick<ProjectState, 'modules' | 'settings'>,
): { readonly known: Known; readonly done: ReadonlySet<string> } {
  const statements = [...known.said.findings, ...known.said.requests];
  const settings = JSON.stringify(now.settings.config);
  const done = new Set<string>();
  let { reads } = known;
  for (const [file, moved] of moves) {
    // Names of unnamed things hold their lines, and comments may suppress what is found beside them.
    const isTold = statements.some(([of, key]) => of === file || key.includes(`${file}:`));
    if (isTold || settings.includes(`${file}:`) || now.modules.get(file)?.comments.length !== 0) continue;
    const ids = `${file}#`;
    const renamed = renamedTables(reads, ids, (name) => {
      const from = name.indexOf(ids) + ids.length;
      const id = movedId(name.slice(from), moved);
      return id === undefined ? undefined : name.slice(0, from) + id;
    });
    if (!renamed) continue;
    reads = renamed;
    done.add(file);
  }
  return { known: { ...known, reads }, done };
}
