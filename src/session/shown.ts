import { analyze, type Analysis, type AnalyzeInput } from '../analyze/analyze.js';
import { programOf } from '../analyze/program.js';
import type { Catalog } from '../model/catalog.js';
import type { Change } from '../vcs/staged.js';
import { remembered, type Resolve } from '../syntax/resolve.js';
import { isConfigName } from '../config/find-config.js';
import { stateBefore, type ProjectState } from './before.js';
import { isDataFile } from './data.js';
import { isImportable, isPackageFile, isPathConfig, isSettings, matchesFile } from './files.js';
import { seenAfter, seenAgain, watched } from './kept.js';
import { knownStates, type KnownStates } from './known-states.js';
import { hasParts, lookNear } from './near.js';
import { outsideNotes } from './outside.js';
import { restrictToChange, restrictToFiles } from './restrict.js';
import { matchNotes, settingsFiles } from './setup.js';
import { isCode, type Sources, type SourcesInput } from './sources.js';
import { resolverIn, saysOther, textsBefore } from './state-texts.js';
import { typedProgram } from './types.js';

type Modules = ProjectState['modules'];

interface Shown extends SourcesInput {
  readonly catalogs: readonly Catalog[];
  readonly sources: Sources;
}

/** What a reader is shown of a project: all, what stands in the asked files, or what a change does. Adds to the notes. */
export function analysisShown(input: Shown): Analysis {
  const { root, config, catalogs, sources, options, notes } = input;
  const { modules, data, changes } = sources;
  const now: ProjectState = { modules, data, settings: { config, catalogs } };
  const resolve = resolverOf(root, modules, sources);
  const old = changes && stateBefore({ ...input, changes });
  // What was read stays kept, whatever becomes of the rest.
  input.lowerer.cache.save();
  const before = old && {
    state: old,
    resolve: isResolvedAlike(changes, old.modules, modules)
      ? resolve
      : resolverOf(root, old.modules, sourcesBefore(root, sources, changes)),
  };
  const states = knownStates(root, options, sources, leftOut(input));
  const analyzed = (state: ProjectState, by: Resolve): Analysis =>
    analysisOf(input, state, by, {
      program: programOf(state.modules, by),
      keepsReads: states.keeps,
    });
  const near = before && nearBy(input, states, analyzed, { state: now, resolve }, before);
  if (near) return near;
  const analysis = states.analyze(now, resolve, analyzed);
  if (!sources.isPartial) notes.push(...matchNotes(config, analysis.requests));
  if (sources.otherFiles) notes.push(...outsideNotes(root, modules.values(), resolve));
  if (!before) return restrictToFiles(analysis, sources.selected);
  const changed = new Set([
    ...sources.selected,
    ...(changes ?? []).map(({ file }) => file).filter((file) => file === config.file || isDataFile(file)),
  ]);
  const said = states.saidOf(before.state, before.resolve, analyzed);
  return restrictToChange(analysis, said, changed, sources.isPartial);
}

interface Resolved {
  readonly state: ProjectState;
  readonly resolve: Resolve;
}

/** What a staged change of code does, where the files that it has to do with tell. */
function nearBy(
  input: Shown,
  states: KnownStates,
  analyzed: (state: ProjectState, by: Resolve) => Analysis,
  now: Resolved,
  old: Resolved,
): Analysis | undefined {
  const { options, sources } = input;
  const changes = sources.changes ?? [];
  const isPlain = options.staged === true && options.types !== true && isWhole(options);
  if (!isPlain || sources.isPartial || !hasParts(now.state.modules.size)) return undefined;
  const settings = settingsFiles(options.catalogs, input.config, input.root);
  const isOfCode = (file: string): boolean =>
    isCode(file) ||
    isPackageFile(file) ||
    (isImportable(file) && !isDataFile(file) && !settings.has(file) && !isConfigName(file));
  if (!changes.every(({ file }) => isOfCode(file)) || isLedElsewhere(input, changes)) return undefined;
  const known = states.known(old.state, old.resolve, analyzed);
  if (!known) return undefined;
  const watch = watched(now.resolve);
  const { seen, importers } = seenAgain(known.seen, now.resolve);
  const edited = changes.map(({ file }) => file).filter(isCode);
  const near = lookNear(
    {
      program: programOf(now.state.modules, watch.resolve),
      analyze: (program, files, asksSink) =>
        analysisOf(input, now.state, watch.resolve, { program, files, asksSink, keepsReads: true }),
    },
    { program: programOf(old.state.modules, old.resolve), known },
    new Set(edited),
    importers,
  );
  if (near) states.keep(now.state, near.known, seenAfter(seen, watch.seen(), now.state.modules));
  return near?.shown;
}

/** Whether imports lead elsewhere because of what packages and path settings say. */
function isLedElsewhere({ root, sources }: Shown, changes: readonly Change[]): boolean {
  const files = changes.map(({ file }) => file).filter(isSettings);
  return saysOther(files, textsBefore(root, sources.textOf, changes), sources.textOf);
}

/** Whether nothing less than the project is asked for. */
const isWhole = ({ paths }: Shown['options']): boolean => paths.every((asked) => asked === '.');

/** Whether imports lead to the same files, and data, before and after. */
const isResolvedAlike = (changes: readonly Change[], some: Modules, others: Modules): boolean =>
  !changes.some(({ file }) => isImportable(file)) &&
  some.size === others.size &&
  [...some.keys()].every((file) => others.has(file));

/** What imports were resolved by before: files that are gone, and none that is new. */
function sourcesBefore(root: string, sources: Sources, changes: readonly Change[]): Sources {
  const textOf = textsBefore(root, sources.textOf, changes);
  const changed = changes.map(({ file }) => file);
  const before = (files: readonly string[], isOne: (file: string) => boolean): readonly string[] =>
    [...new Set([...files, ...changed.filter(isOne)])].sort().filter((file) => textOf(file) !== undefined);
  return {
    ...sources,
    textOf,
    packageFiles: before(sources.packageFiles, isPackageFile),
    pathConfigs: before(sources.pathConfigs, isPathConfig),
    isOnDisk: false,
  };
}

const resolverOf = (root: string, modules: Modules, state: Sources): Resolve =>
  remembered(resolverIn(root, new Set(modules.keys()), state));

const leftOut = ({ notes, sources }: Shown): readonly string[] => {
  const noted = notes.flatMap(({ file, leftOut }) => (leftOut && file !== null ? [file] : []));
  return [...new Set([...noted, ...(sources.leftOut ?? [])])].sort();
};

function analysisOf(
  input: Shown,
  { modules, data, settings }: ProjectState,
  resolve: Resolve,
  what: Pick<AnalyzeInput, 'program' | 'files' | 'asksSink' | 'keepsReads'>,
): Analysis {
  const { root, options, sources, notes, progress } = input;
  const { textOf, otherFiles, packageFiles } = sources;
  const typing = { root, modules, resolve, textOf, notes, progress };
  return analyze({
    ...what,
    ...settings,
    matchesFile,
    data: data.read,
    minConfidence: options.minConfidence,
    ...(options.trace === true ? { trace: true } : {}),
    ...(options.types === true
      ? { withTypes: (asked, clients) => typedProgram(typing, asked, clients) }
      : {}),
    ...(otherFiles ? { texts: { textOf, packageFiles, otherFiles } } : {}),
    leftOut: leftOut(input),
  });
}
