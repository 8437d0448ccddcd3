import type { Analysis, AnalyzeInput } from '../analyze/analyze.js';
import { programOf } from '../analyze/program.js';
import type { Catalog } from '../model/catalog.js';
import { isConfigName } from '../config/find-config.js';
import type { ReportNote } from '../model/report.js';
import type { Change } from '../vcs/staged.js';
import { modulesBefore } from './before.js';
import { isDataFile } from './data.js';
import { fileFilter, isImportable, isPackageFile } from './files.js';
import { seenAfter, seenAgain, watched, type Seen } from './kept.js';
import type { Known } from './known.js';
import type { KnownState, KnownStates } from './known-states.js';
import { knownAfterMoves, movesOf } from './moved-known.js';
import { hasParts, isLarge, lookNear, type Near } from './near.js';
import { resolvedBefore, type Resolved } from './resolved.js';
import { settingsFiles } from './setup.js';
import { isCode, type Sources, type SourcesInput } from './sources.js';
import { saysOther } from './state-texts.js';

export interface Shown extends SourcesInput {
  readonly catalogs: readonly Catalog[];
  readonly sources: Sources;
}

/** Analyzes a state, or a part of it. */
export type AnalyzeState = (
  at: Resolved,
  what: Pick<AnalyzeInput, 'program' | 'files' | 'asksSink' | 'keepsReads'>,
) => Analysis;

/** What a staged change of code does, where the files that it has to do with tell. */
export function changeSeenNear(
  input: Shown,
  states: KnownStates,
  analyze: AnalyzeState,
  now: Resolved,
  old: Resolved,
): Analysis | undefined {
  const { options, sources } = input;
  const changes = sources.changes ?? [];
  const isPlain = options.staged === true && options.types !== true && isWhole(options);
  if (!isPlain || sources.isPartial || !hasParts(now.state.modules.size)) return undefined;
  if (!mayBeSeenNear(input, changes, now, old)) return undefined;
  const known =
    states.known(old) ?? knownFromNearest(input, states, analyze, old) ?? states.analyzeOld(old, analyze);
  const found = known && lookFrom(known, analyze, now, old, changes);
  if (!found) return undefined;
  states.keep(now, found.near.known, found.seen);
  if (!found.near.judged && isJudgedAtAll(input, found.near.known)) input.notes.push(judgedLeftOut);
  return found.near.shown;
}

/** Whether a report on the whole project holds credentials or load. */
const isJudgedAtAll = ({ config }: Shown, { judged }: Known): boolean =>
  config.credentials.length + judged.length > 0;

const judgedLeftOut: ReportNote = {
  file: null,
  line: null,
  message:
    'this change has to do with nothing that credentials and load rest on: they were left out; "leastscope scan" without --staged takes them in',
};

/** What is known of a state by what is known of another one, where few files were changed from that to it. */
function knownFromNearest(
  input: Shown,
  states: KnownStates,
  analyze: AnalyzeState,
  now: Resolved,
): KnownState | undefined {
  const { root, config, lowerer } = input;
  const nearest = states.nearest(now);
  if (!nearest || !isLarge(nearest.changes.length, now.state.modules.size)) return undefined;
  const { changes } = nearest;
  const modules = modulesBefore(root, now.state.modules, changes, lowerer, fileFilter(config));
  const isThere = ({ file, before }: Change): boolean =>
    before === undefined || !isCode(file) || modules.has(file);
  // What was never committed is only known as far as it was kept.
  if (!changes.every(isThere)) return undefined;
  const old = resolvedBefore(root, now, { ...now.state, modules }, changes);
  const known = mayBeSeenNear(input, changes, now, old) ? nearest.read() : undefined;
  const found = known && lookFrom(known, analyze, now, old, changes);
  return found && states.keep(now, found.near.known, found.seen, true);
}

/** What changes do to what is known of the state before them. */
function lookFrom(
  known: KnownState,
  analyze: AnalyzeState,
  now: Resolved,
  old: Resolved,
  changes: readonly Change[],
): { readonly near: Near; readonly seen: readonly Seen[] } | undefined {
  const watch = watched(now.resolve);
  const { seen, importers } = seenAgain(known.seen, now.resolve);
  const edited = changes.map(({ file }) => file).filter(isCode);
  const moves = movesOf(edited, old.state.modules, now.state.modules);
  const after = knownAfterMoves(known, moves, now.state);
  const near = lookNear(
    {
      program: programOf(now.state.modules, watch.resolve),
      moved: new Set(moves.keys()),
      analyze: (program, files, asksSink) =>
        analyze({ ...now, resolve: watch.resolve }, { program, files, asksSink, keepsReads: true }),
    },
    { program: programOf(old.state.modules, old.resolve), known: after.known },
    new Set(edited.filter((file) => !after.done.has(file))),
    importers,
  );
  return near && { near, seen: seenAfter(seen, watch.seen(), now.state.modules) };
}

/** Whether changes are of code alone, and of data that it imports. */
function mayBeSeenNear(
  { root, config, options }: Shown,
  changes: readonly Change[],
  now: Resolved,
  old: Resolved,
): boolean {
  const settings = settingsFiles(options.catalogs, config, root);
  const isOfCode = (file: string): boolean =>
    isCode(file) ||
    isPackageFile(file) ||
    (isImportable(file) && !isDataFile(file) && !settings.has(file) && !isConfigName(file));
  const files = changes.map(({ file }) => file);
  const resolving = new Set(
    [old, now].flatMap(({ sources }) => [...sources.packageFiles, ...sources.pathConfigs]),
  );
  return (
    files.every(isOfCode) &&
    !saysOther(
      files.filter((file) => resolving.has(file)),
      old.sources.textOf,
      now.sources.textOf,
    )
  );
}

/** Whether nothing less than the project is asked for. */
const isWhole = ({ paths }: Shown['options']): boolean => paths.every((asked) => asked === '.');
