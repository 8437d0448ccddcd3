import path from 'node:path';
import type { Analysis } from '../analyze/analyze.js';
import { openAnswerStore } from '../cache/answer-store.js';
import type { Config } from '../model/config.js';
import type { Resolve } from '../syntax/resolve.js';
import type { ProjectState, Settings } from './before.js';
import { isSettings } from './files.js';
import {
  areNow,
  daysOf,
  isStillSo,
  keyOfState,
  keyOfSurroundings,
  watched,
  type Days,
  type Seen,
} from './kept.js';
import { defaultCacheFolder } from './lowering.js';
import { knownFrom, type Known } from './known.js';
import type { ScanOptions } from './options.js';
import { saidBy, type Said } from './said.js';
import type { Sources } from './sources.js';

type Analyze = (state: ProjectState, resolve: Resolve) => Analysis;

/** What was said of whole states of a project: what one commit's hook says is what the next one's compares with. */
export interface KnownStates {
  /** Whether anything is kept: what answers rest on is written down only then. */
  readonly keeps: boolean;
  /** Analyzes a state, and keeps what is said of it. */
  readonly analyze: (state: ProjectState, resolve: Resolve, analyze: Analyze) => Analysis;
  /** What is said of the state before, analyzed only where no earlier run did. */
  readonly saidOf: (state: ProjectState, resolve: Resolve, analyze: Analyze) => Said;
  /** What is known of the state before; undefined where nothing is kept. */
  readonly known: (state: ProjectState, resolve: Resolve, analyze: Analyze) => KnownState | undefined;
  /** Keeps what is known of the state now without analyzing all of it. */
  readonly keep: (state: ProjectState, known: Known, seen: readonly Seen[]) => void;
}

/** What is known of a state, and what was seen of the disk for it, on which day. */
export interface KnownState extends Known {
  readonly seen: readonly Seen[];
  readonly days: Days;
}

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
      keeps: false,
      analyze: (state, resolve, analyze) => analyze(state, resolve),
      saidOf: (state, resolve, analyze) => saidBy(analyze(state, resolve)),
      known: () => undefined,
      keep: () => undefined,
    };
  const store = openAnswerStore(path.resolve(root, options.cacheLocation ?? defaultCacheFolder));
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
  const keyOf = ({ modules, data, settings }: ProjectState, isOld: boolean): string => {
    const blobOf = (file: string): string =>
      (isOld && before.has(file) ? before.get(file) : named.blobs.get(file)) ?? '';
    // A file that says where imports lead may be gone, or new.
    const resolving = [...packageFiles, ...pathConfigs, ...[...before.keys()].filter(isSettings)];
    const present = resolving.filter((file) => blobOf(file) !== '');
    const files = [...modules.keys(), ...data.names, ...present];
    const blobs = new Map(files.map((file) => [file, blobOf(file)]));
    return keyOfState(keyOfSettings(settings), blobs, 'said', options.minConfidence, leftOut);
  };
  const read = (key: string, resolve: Resolve): KnownState | undefined => {
    const kept = store.read(key) as KnownState | undefined;
    return kept && areNow(kept.days) && isStillSo(kept.seen, resolve) ? kept : undefined;
  };
  const keep = (key: string, state: ProjectState, resolve: Resolve, analyze: Analyze): Made => {
    const watch = watched(resolve);
    const analysis = analyze(state, watch.resolve);
    const known = knownFrom(analysis);
    // Of what is staged all code counts as reached.
    const isOfAll = !analysis.requests.some(({ request }) => request.unreachable);
    const kept = known && isOfAll ? { ...known, seen: watch.seen(), days: daysOf(known) } : undefined;
    if (kept) store.write(key, kept);
    return { analysis, kept };
  };
  return {
    keeps: true,
    analyze: (state, resolve, analyze) => keep(keyOf(state, false), state, resolve, analyze).analysis,
    saidOf: (state, resolve, analyze) => {
      const key = keyOf(state, true);
      return read(key, resolve)?.said ?? saidBy(keep(key, state, resolve, analyze).analysis);
    },
    known: (state, resolve, analyze) => {
      const key = keyOf(state, true);
      return read(key, resolve) ?? keep(key, state, resolve, analyze).kept;
    },
    keep: (state, known, seen) => {
      store.write(keyOf(state, false), { ...known, seen, days: daysOf(known) });
    },
  };
}
