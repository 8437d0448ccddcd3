import type { ModuleSummary } from '../model/module-summary.js';
import { renamedTables } from '../nearby/read-tables.js';
import type { ProjectState } from './before.js';
import type { Known } from './known.js';
import { movedId, movedOffsets, type Moved } from './moved.js';
import { requestStatementAt, type RequestStatement, type Said } from './said.js';

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

/** What is known once files have moved, as far as it is known by that: the files that are `done`. */
export function knownAfterMoves(
  known: Known,
  moves: ReadonlyMap<string, Moved>,
  { modules, settings }: Pick<ProjectState, 'modules' | 'settings'>,
): { readonly known: Known; readonly done: ReadonlySet<string> } {
  const config = JSON.stringify(settings.config);
  const done = new Set<string>();
  let after = known;
  for (const [file, moved] of moves) {
    // Comments may suppress what is found beside them.
    const isTold = config.includes(`${file}:`) || modules.get(file)?.comments.length !== 0;
    const next = isTold ? undefined : afterMove(after, file, moved);
    if (!next) continue;
    after = next;
    done.add(file);
  }
  return { known: after, done };
}

function afterMove(known: Known, file: string, moved: Moved): Known | undefined {
  const rename = (name: string): string | undefined => movedName(name, file, moved);
  const requests = known.said.requests.map((one) => movedRequest(one, file, rename));
  const reads = renamedTables(known.reads, file, rename);
  const isWhole = reads && requests.every((request) => request !== undefined);
  if (!isWhole || tellsPlaces(known.said, file)) return undefined;
  const places = known.judged.map((place) => rename(place) ?? place);
  return { ...known, said: { ...known.said, requests }, judged: places, reads };
}

/** Whether a finding is of a file, or says places in it: names of unnamed things hold their lines. */
const tellsPlaces = ({ findings }: Said, file: string): boolean =>
  findings.some(([of, key]) => of === file || key.includes(`${file}:`));

function movedRequest(
  request: RequestStatement,
  file: string,
  rename: (name: string) => string | undefined,
): RequestStatement | undefined {
  const [of, key, place] = request;
  if (of !== file) return key.includes(`${file}:`) ? undefined : request;
  const to = rename(place);
  const moved = to === undefined ? undefined : requestStatementAt(request, to);
  // It stands once in what says where the request is.
  return moved && moved[1].split(`${file}:`).length === 2 ? moved : undefined;
}

/** A name with the places in a file where they went; undefined where one went nowhere. */
function movedName(name: string, file: string, moved: Moved): string | undefined {
  const from = behindFile(name, file);
  if (from === -1) return name;
  const rest = name.slice(from);
  if (name[from - 1] === '#') return joined(name.slice(0, from), movedId(rest, moved));
  const [, start, end] = /^(\d+)-(\d+)$/.exec(rest) ?? [];
  const span = [moved.start(Number(start)), moved.end(Number(end))];
  return span.includes(undefined) ? undefined : joined(name.slice(0, from), span.join('-'));
}

const joined = (start: string, rest: string | undefined): string | undefined =>
  rest === undefined ? undefined : start + rest;

/** Where it is said what of a file a name means; -1 where it is none of this file's. */
function behindFile(name: string, file: string): number {
  for (let at = name.indexOf(file); at !== -1; at = name.indexOf(file, at + 1)) {
    const isStart = at === 0 || ['\0', ':'].includes(name[at - 1] ?? '');
    const end = at + file.length;
    if (isStart && ['#', ':'].includes(name[end] ?? '')) return end + 1;
  }
  return -1;
}
