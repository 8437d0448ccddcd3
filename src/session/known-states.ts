import path from 'node:path';
import type { Analysis } from '../analyze/analyze.js';
import { programOf } from '../analyze/program.js';
import { openAnswerStore } from '../cache/answer-store.js';
import { hashText } from '../cache/hash.js';
import type { Config } from '../model/config.js';
import type { Program } from '../program/program.js';
import type { Resolve } from '../syntax/resolve.js';
import type { Change } from '../vcs/staged.js';
import type { Settings } from './before.js';
import { areNow, daysOf, isStillSo, keyOfSurroundings, watched, type Days, type Seen } from './kept.js';
import { defaultCacheFolder } from './lowering.js';
import { knownFrom, type Known } from './known.js';
import { openKnownStore, type KeptKnown } from './known-store.js';
import type { ScanOptions } from './options.js';
import type { Resolved } from './resolved.js';
import { saidBy, type Said } from './said.js';
import type { Sources } from './sources.js';
import { changesBetween, keyOfFiles, type StateFiles } from './state-files.js';

type Analyze = (at: Resolved, what: { readonly program: Program; readonly keepsReads: boolean }) => Analysis;

/** What was said of whole states of a project: what one commit's hook says is what the next one's compares with. */
export interface KnownStates {
  /** Analyzes a state, and keeps what is said of it. */
  readonly analyze: (at: Resolved, analyze: Analyze) => Analysis;
  /** What is said of the state before, analyzed only where no earlier run did. */
  readonly saidOf: (at: Resolved, analyze: Analyze) => Said;
  /** What is known of the state before; undefined where no earlier run kept it. */
  readonly known: (at: Resolved) => KnownState | undefined;
  /** Analyzes the state before, and keeps what is known of it; undefined where nothing is kept. */
  readonly analyzeOld: (at: Resolved, analyze: Analyze) => KnownState | undefined;
  /** The kept state from which the fewest files were changed to the state before, where only files were. */
  readonly nearest: (at: Resolved) => NearState | undefined;
  /** Keeps what is known of a state without analyzing all of it. `isOld`: it is the one before. */
  readonly keep: (at: Resolved, known: Known, seen: readonly Seen[], isOld?: boolean) => KnownState;
}

/** A kept state, and what was changed after it. What was seen for it may be another thing by now. */
export interface NearState {
  readonly changes: readonly Change[];
  readonly read: () => KnownState | undefined;
}

/** What is known of a state, and what was seen of the disk for it, on which day. */
export interface KnownState extends Known {
  readonly seen: readonly Seen[];
  readonly days: Days;
}

type KeptState = KeptKnown & Pick<KnownState, 'seen' | 'days'>;

interface Made {
  readonly analysis: Analysis;
  readonly kept: KnownState | undefined;
}

/** Keeps states whose texts Git has names for; others are analyzed each time. */
export function knownStates(
  root: string,
  options: ScanOptions,
  { named, isPartial, packageFiles, pathConfigs, changes = [] }: Sources,
  leftOut: readonly string[],
): KnownStates {
  if (!named || isPartial || !options.cache || options.types === true)
    return {
      analyze: (at, analyze) => analyze(at, { program: programIn(at), keepsReads: false }),
      saidOf: (at, analyze) => saidBy(analyze(at, { program: programIn(at), keepsReads: false })),
      known: () => undefined,
      analyzeOld: () => undefined,
      nearest: () => undefined,
      keep: (_at, known, seen) => ({ ...known, seen, days: daysOf(known) }),
    };
  const folder = path.resolve(root, options.cacheLocation ?? defaultCacheFolder);
  const [store, lists] = [openAnswerStore(folder), openAnswerStore(folder, 'files')];
  const tables = openKnownStore(folder);
  const before = new Map(changes.map((change) => [change.file, change.before]));
  const surroundings = new Map<Config, string>();
  const keyOfSettings = (settings: Settings): string => {
    const { links } = named;
    const key =
      surroundings.get(settings.config) ??
      keyOfSurroundings(root, { ...settings, packageFiles, pathConfigs, links });
    surroundings.set(settings.config, key);
    return key;
  };
  /** `isOld`: a state before the changes. */
  const filesOf = ({ state, sources }: Omit<Resolved, 'resolve'>, isOld: boolean): StateFiles => {
    const { modules, data, settings } = state;
    const blobOf = (file: string): string =>
      (isOld && before.has(file) ? before.get(file) : named.blobs.get(file)) ?? '';
    const resolving = [...sources.packageFiles, ...sources.pathConfigs];
    const present = resolving.filter((file) => blobOf(file) !== '');
    const withBlobs = (files: Iterable<string>): StateFiles['modules'] =>
      [...new Set(files)].map((file) => [file, blobOf(file)]);
    return {
      around: hashText(JSON.stringify([keyOfSettings(settings), options.minConfidence, leftOut])),
      modules: withBlobs(modules.keys()),
      others: withBlobs([...data.names, ...present]),
    };
  };
  const readKept = (key: string): KnownState | undefined => {
    const kept = store.read(key) as KeptState | undefined;
    const known = kept && areNow(kept.days) ? tables.known(kept) : undefined;
    return kept && known && { ...known, seen: kept.seen, days: kept.days };
  };
  const read = (files: StateFiles, resolve: Resolve): KnownState | undefined => {
    const kept = readKept(keyOfFiles(files));
    return kept && isStillSo(kept.seen, resolve) ? kept : undefined;
  };
  const write = (files: StateFiles, known: KnownState): KnownState => {
    const key = keyOfFiles(files);
    store.write(key, { ...tables.keep(known), seen: known.seen, days: known.days } satisfies KeptState);
    lists.write(key, files);
    return known;
  };
  const make = (files: StateFiles, { resolve, ...at }: Resolved, analyze: Analyze): Made => {
    const watch = watched(resolve);
    const seenAt = { ...at, resolve: watch.resolve };
    // What answers rest on is written down only to be kept.
    const analysis = analyze(seenAt, { program: programIn(seenAt), keepsReads: true });
    const known = knownFrom(analysis);
    // Of what is staged all code counts as reached.
    const isOfAll = !analysis.requests.some(({ request }) => request.unreachable);
    if (!known || !isOfAll) return { analysis, kept: undefined };
    return { analysis, kept: write(files, { ...known, seen: watch.seen(), days: daysOf(known) }) };
  };
  return {
    analyze: (at, analyze) => make(filesOf(at, false), at, analyze).analysis,
    saidOf: (at, analyze) => {
      const files = filesOf(at, true);
      return read(files, at.resolve)?.said ?? saidBy(make(files, at, analyze).analysis);
    },
    known: (at) => read(filesOf(at, true), at.resolve),
    analyzeOld: (at, analyze) => make(filesOf(at, true), at, analyze).kept,
    nearest: (at) => {
      const files = filesOf(at, true);
      // The last ones last: so they stay in order, as what is read counts as used.
      const near = lists
        .keys()
        .toReversed()
        .flatMap((key): NearState[] => {
          const kept = lists.read(key) as StateFiles | undefined;
          const changes = kept && changesBetween(kept, files);
          return changes ? [{ changes, read: () => readKept(key) }] : [];
        });
      return near.sort((a, b) => a.changes.length - b.changes.length)[0];
    },
    keep: (at, known, seen, isOld = false) =>
      write(filesOf(at, isOld), { ...known, seen, days: daysOf(known) }),
  };
}

const programIn = ({ state, resolve }: Resolved): Program => programOf(state.modules, resolve);
