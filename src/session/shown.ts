import { analyze, type Analysis, type AnalyzeInput } from '../analyze/analyze.js';
import { programOf } from '../analyze/program.js';
import type { Catalog } from '../model/catalog.js';
import { createResolver, remembered, type Resolve } from '../syntax/resolve.js';
import { stateBefore, type ProjectState } from './before.js';
import { isDataFile } from './data.js';
import { matchesFile } from './files.js';
import { watched, type Seen } from './kept.js';
import { knownStates, type KnownStates } from './known-states.js';
import { hasParts, lookNear } from './near.js';
import { outsideNotes } from './outside.js';
import { inListing } from './resolve-listed.js';
import { restrictToChange, restrictToFiles } from './restrict.js';
import { matchNotes } from './setup.js';
import { isCode, type Sources, type SourcesInput } from './sources.js';
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
  const resolve = resolverOf(input, modules);
  const old = changes && stateBefore({ ...input, changes });
  // What was read stays kept, whatever becomes of the rest.
  input.lowerer.cache.save();
  const before = old && {
    state: old,
    resolve: sameFiles(old.modules, modules) ? resolve : resolverOf(input, old.modules),
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
  if (!isPlain || sources.isPartial || !changes.every(({ file }) => isCode(file))) return undefined;
  if (!hasParts(now.state.modules.size)) return undefined;
  const known = states.known(old.state, old.resolve, analyzed);
  if (!known) return undefined;
  const watch = watched(now.resolve);
  const near = lookNear(
    {
      program: programOf(now.state.modules, watch.resolve),
      analyze: (program, files, asksSink) =>
        analysisOf(input, now.state, watch.resolve, { program, files, asksSink, keepsReads: true }),
    },
    { program: programOf(old.state.modules, old.resolve), known },
    new Set(changes.map(({ file }) => file)),
  );
  if (near) states.keep(now.state, near.known, seenAfter(known.seen, watch.seen(), now.state.modules));
  return near?.shown;
}

/** What was seen of the disk by all that is known after a look: most was seen before it. */
function seenAfter(before: readonly Seen[], after: readonly Seen[], modules: Modules): readonly Seen[] {
  const keyOf = ([from, specifier]: Seen): string => `${from}\0${specifier}`;
  const again = new Set(after.map(keyOf));
  return [...before.filter((one) => modules.has(one[0]) && !again.has(keyOf(one))), ...after];
}

/** Whether nothing less than the project is asked for. */
const isWhole = ({ paths }: Shown['options']): boolean => paths.every((asked) => asked === '.');

const sameFiles = (some: Modules, others: Modules): boolean =>
  some.size === others.size && [...some.keys()].every((file) => others.has(file));

function resolverOf({ root, sources }: Shown, modules: Modules): Resolve {
  const files = new Set(modules.keys());
  return remembered(inListing(createResolver(root, files, sources.packageFiles), files, root));
}

const leftOut = ({ notes }: Shown): readonly string[] =>
  notes.flatMap(({ file, leftOut }) => (leftOut && file !== null ? [file] : []));

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
